import path from 'node:path';
import type * as vscode from 'vscode';

/** Whether it names a file: on the disk, or where a new document will be written once it is saved, as `code new.ts` opens it. */
export const isFile = ({ scheme, fsPath }: vscode.Uri): boolean => scheme === 'file' || (scheme === 'untitled' && path.isAbsolute(fsPath));
