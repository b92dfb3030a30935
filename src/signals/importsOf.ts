import type { IndexedFile } from './codeIndex.ts';
import type { Import } from './fileSignals.ts';

/** The imports of a file: what the graph of a whole workspace is made from. */
export const importsOf = (file: IndexedFile): readonly Import[] => file.imports;
