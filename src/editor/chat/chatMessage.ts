import * as vscode from 'vscode';
import type { Message } from '../../broker/block.ts';

/** The stable API has no system role: system text travels as the first user message. */
export const toChatMessage = ({ role, content }: Message): vscode.LanguageModelChatMessage =>
  role === 'assistant' ? vscode.LanguageModelChatMessage.Assistant(content) : vscode.LanguageModelChatMessage.User(content);
