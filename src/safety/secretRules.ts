import { lintSource } from '@secretlint/core';
import { creator as rule } from '@secretlint/secretlint-rule-preset-recommend';

/** Where secrets stand in a text: start and end. */
export async function secretRanges(content: string): Promise<(readonly [number, number])[]> {
  const { messages } = await lintSource({
    source: { content, filePath: 'text', ext: '', contentType: 'text' },
    options: { noPhysicFilePath: true, config: { rules: [{ id: rule.meta.id, rule, options: {}, rules: [] }] } },
  });
  return messages.map(({ range: [start, end] }) => [start, end] as const);
}
