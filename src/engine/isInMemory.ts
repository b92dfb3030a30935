/** What a problem of the index begins with that says that it will be gone at the end; the reason follows. */
export const memoryNotice = 'kept in memory, because ';

/** Whether a problem of the index says so. */
export const isInMemory = ({ path: file, problem }: { readonly path: string; readonly problem: string }): boolean =>
  file === '' && problem.startsWith(memoryNotice);
