export const plural = (count: number, one: string, more = `${one}s`): string => `${String(count)} ${count === 1 ? one : more}`;
