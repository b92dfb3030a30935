/** The first place of a text whatever its case: as it is, else as JSON has it. */
export function findText(inside: string, wanted: string): { readonly at: number; readonly length: number } | undefined {
  const lower = inside.toLowerCase();
  for (const form of [wanted, inJson(wanted)]) {
    const at = lower.indexOf(form.toLowerCase());
    if (at !== -1) return { at, length: form.length };
  }
  return undefined;
}

/** A text as it stands in JSON, without its quotes. */
export const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
