import { dropLastFirst, type Item } from '../broker/block.ts';
import type { Contributor } from '../broker/contributor.ts';
import { spelledWords, wordsOf } from '../signals/words.ts';
import { oneLine } from './fence.ts';
import type { Artifact, TurnRequest } from './request.ts';

const mostRows = 10;
/** Of an artifact's text, in characters. */
const longestPreview = 200;
const longestRequest = 80;
/** Of an artifact, looked into for words of the request. */
const searched = 4_000;

/**
 * What earlier commands of this thread produced, one line each, the oldest first. Where there are more than ten, those that share most words
 * with the request are told, of equal ones the later; the oldest leaves first.
 */
export const artifacts: Contributor<TurnRequest> = {
  name: 'artifacts',
  collect: ({ artifacts: all, text }) => {
    const chosen = bestOf(all, text);
    if (chosen.length === 0) return undefined;
    const items = chosen.map((artifact): Item => ({
      label: `${artifact.kind} of ${artifact.timestamp}`,
      forms: [{ name: 'row', text: rowOf(artifact) }],
    }));
    return {
      source: `${String(all.length)} results of earlier commands`,
      reason: all.length > chosen.length ? 'earlier results of this chat that share most with the request' : 'earlier results of this chat',
      head: '## Earlier results of this chat\n',
      items,
      ladder: dropLastFirst(items).reverse(),
    };
  },
};

function bestOf(all: readonly Artifact[], request: string): readonly Artifact[] {
  if (all.length <= mostRows) return all;
  const wanted = new Set(spelledWords(request).keys());
  const shared = ({ request: asked, text }: Artifact): number =>
    new Set(wordsOf(`${asked}\n${text.slice(0, searched)}`).filter((word) => wanted.has(word))).size;
  const ranked = all.map((artifact, place) => ({ place, score: shared(artifact) })).sort((a, b) => b.score - a.score || b.place - a.place);
  const places = new Set(ranked.slice(0, mostRows).map(({ place }) => place));
  return all.filter((_, place) => places.has(place));
}

function rowOf({ command, kind, request, text }: Artifact): string {
  const asked = oneLine(request, longestRequest);
  const preview = oneLine(kind === 'diff summary' ? withoutCode(text) : text, longestPreview);
  return `- ${kind} (/${command}${asked === '' ? '' : ` ${asked}`}): ${preview}\n`;
}

/** The words around the code say what was changed; code alone is shown as it is. */
function withoutCode(text: string): string {
  const words = text.replace(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\1[ \t]*$|$(?![\s\S]))/gmu, '');
  return words.trim() === '' ? text : words;
}
