/** What an error says, and what caused it: providers' words often stand in the cause. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} ${errorText(error.cause)}`;
}
