import type { ArchiveEvent } from '../history/archiveEvent.ts';
import { transcript } from '../history/transcript.ts';
import { wellFormedText } from '../history/wellFormed.ts';

const around = 60;

/** How often a text stands in an archived event, whatever its case, and the first place with what is around it. */
export function foundIn(event: ArchiveEvent, wanted: string): { readonly count: number; readonly excerpt: string } | undefined {
  const text = wellFormedText(transcript(event.messages));
  const [inside, needle] = [text.toLowerCase(), wanted.toLowerCase()];
  const first = needle === '' ? -1 : inside.indexOf(needle);
  if (first === -1) return undefined;
  let count = 0;
  for (let place = first; place !== -1; place = inside.indexOf(needle, place + needle.length)) count++;
  const excerpt = text.slice(Math.max(0, first - around), first + needle.length + around);
  return {
    count,
    excerpt: excerpt
      .replace(/\s+/gu, ' ')
      .replace(/\p{Surrogate}/gu, '')
      .trim(),
  };
}
