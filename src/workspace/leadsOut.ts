import path from 'node:path';

/** Whether a relative path leaves the folder that it starts from, or is none; `..name` is a name like any other. */
export const leadsOut = (way: string): boolean => way === '..' || /^\.\.[\\/]/u.test(way) || path.isAbsolute(way);
