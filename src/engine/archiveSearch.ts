import type { ArchiveEvent } from '../history/archiveEvent.ts';
import { plainTranscript, transcript } from '../history/transcript.ts';
import { wellFormedText } from '../history/wellFormed.ts';

export interface Found {
  readonly count: number;
  readonly excerpt: string;
}

const around = 60;

/**
 * How often a text stands in an archived event, whatever its case, and the first place with what is around it. What tools were asked is looked at
 * as it was said and as JSON has it: the one that has the text more often counts.
 */
export function foundIn({ messages }: ArchiveEvent, wanted: string): Found | undefined {
  const [plain, json] = [foundInText(plainTranscript(messages), wanted), foundInText(transcript(messages), wanted)];
  return (json?.count ?? 0) > (plain?.count ?? 0) ? json : plain;
}

function foundInText(said: string, wanted: string): Found | undefined {
  const text = wellFormedText(said);
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
