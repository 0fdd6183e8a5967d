import type { TextCounter } from '../../engine/conversation/text-counter.ts';
import { redactValue } from '../../engine/redaction/redact-value.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import type { EmbedderPort } from '../world.ts';
import { searchBest } from './recall-messages.ts';

/** Where notes and memories are kept, and their part of the layer (T4). */
const kinds = [
  { collection: 'notes', heading: '## Related knowledge', share: 0.6 },
  { collection: 'memories', heading: '## Relevant memories', share: 1 },
] as const;
/** Below this just-in-time retrieval says nothing (T4). */
const leastRetrieval = 100;
/** No chunk costs less. */
const leastChunk = 8;

/**
 * The layer of what is fetched for this message alone (T4): 60% notes, 40% memories, what one does not need going to
 * the other; nothing that the layers before hold already.
 */
export async function retrieveNotes(
  world: {
    readonly content: ContentDatabase;
    readonly embedder: EmbedderPort;
    readonly counter: TextCounter;
  },
  question: string,
  most: number,
  known: string,
): Promise<string> {
  if (most < leastRetrieval || question.trim() === '') return '';
  const sections: string[] = [];
  let left = most;
  for (const { collection, heading, share } of kinds) {
    const part = Math.floor(left * share);
    const { chunks } = await searchBest(
      world.content,
      world.embedder,
      collection,
      question,
      Math.min(500, Math.floor(part / leastChunk)),
    );
    // Redaction keeps texts texts (H10).
    const texts = chunks.map(({ content }) => redactValue(content) as string);
    const section = await fillSection(
      world.counter,
      heading,
      texts.filter(text => !known.includes(text)),
      part,
    );
    if (section === undefined) continue;
    sections.push(section.text);
    left -= section.tokens;
  }
  return sections.join('\n\n');
}

/** The best texts that fit, best first; one that is too large does not end the choice. */
async function fillSection(
  counter: TextCounter,
  heading: string,
  texts: readonly string[],
  most: number,
): Promise<{ readonly text: string; readonly tokens: number } | undefined> {
  const lines = texts.map(text => `- ${text.trim().replaceAll('\n', '\n  ')}`);
  const counts = await counter.all(lines);
  // Each ends with a line break, and the heading with two.
  let left = most - (await counter.one(heading)) - 3;
  const kept: string[] = [];
  for (const [at, line] of lines.entries()) {
    const cost = (counts[at] ?? 0) + 1;
    if (cost > left) continue;
    kept.push(line);
    left -= cost;
  }
  if (kept.length === 0) return undefined;
  return { text: `${heading}\n${kept.join('\n')}`, tokens: most - left };
}
