import type { RedactionMode } from '../../../shared/model/redaction-mode.ts';
import type { TextCounter } from '../../engine/conversation/text-counter.ts';
import { redactValue } from '../../engine/redaction/redact-value.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import type { EmbedderPort } from '../world.ts';
import { searchBest } from './recall-messages.ts';

/** Where notes and memories are kept (T4). */
const kinds = [
  { collection: 'notes', heading: '## Related knowledge' },
  { collection: 'memories', heading: '## Relevant memories' },
] as const;
/** The part of notes, where both have more to say than there is room for. */
const notesShare = 0.6;
/** Below this just-in-time retrieval says nothing (T4). */
const leastRetrieval = 100;
/** No chunk costs less. */
const leastChunk = 8;
const mostChunks = 500;
/** Between the two sections. */
const betweenTokens = 1;

interface NotesWorld {
  readonly content: ContentDatabase;
  readonly embedder: EmbedderPort;
  readonly counter: TextCounter;
  readonly redaction: RedactionMode;
}

/**
 * The layer of what is fetched for this message alone (T4): 60% notes, 40% memories, what one does not need going to
 * the other; nothing that the layers before hold already.
 */
export async function retrieveNotes(
  world: NotesWorld,
  question: string,
  most: number,
  known: string,
): Promise<string> {
  if (most < leastRetrieval || question.trim() === '') return '';
  const [notes, memories] = await Promise.all(
    kinds.map(({ collection, heading }) => findLines(world, collection, heading, question, most, known)),
  );
  if (notes === undefined || memories === undefined) return '';
  const { counter } = world;
  const modest = await fillSection(counter, notes, Math.floor(most * notesShare));
  const filled = await fillSection(counter, memories, most - modest.tokens - betweenTokens);
  const whole = await fillSection(counter, notes, most - filled.tokens - betweenTokens);
  return [whole.text, filled.text].filter(text => text !== '').join('\n\n');
}

interface Lines {
  readonly heading: string;
  /** Best first. */
  readonly lines: readonly string[];
  readonly counts: readonly number[];
}

async function findLines(
  { content, embedder, counter, redaction }: NotesWorld,
  collection: string,
  heading: string,
  question: string,
  most: number,
  known: string,
): Promise<Lines> {
  const topK = Math.min(mostChunks, Math.floor(most / leastChunk));
  const { chunks } = await searchBest(content, embedder, collection, question, topK);
  // Redaction keeps texts texts (H10).
  const texts = chunks.map(chunk => redactValue(chunk.content, redaction) as string);
  const lines = texts
    .filter(text => !known.includes(text))
    .map(text => `- ${text.trim().replaceAll('\n', '\n  ')}`);
  return { heading, lines, counts: await counter.all(lines) };
}

/** Rounds in which what the parts seemed to take, and the whole does not, is filled up. */
const mostRounds = 4;

/** The best lines that fit, best first; one that is too large does not end the choice. Counted as they are sent. */
async function fillSection(
  counter: TextCounter,
  { heading, lines, counts }: Lines,
  most: number,
): Promise<{ readonly text: string; readonly tokens: number }> {
  const nothing = { text: '', tokens: 0 };
  let best = nothing;
  for (let [round, room] = [0, most - (await counter.one(heading))]; round < mostRounds; round += 1) {
    const kept = chooseLines(lines, counts, room);
    if (kept.length === 0) return best;
    const text = [heading, ...kept].join('\n');
    const tokens = await counter.one(text);
    if (tokens <= most && tokens >= best.tokens) best = { text, tokens };
    if (tokens === most || kept.length === lines.length) return best;
    room += most - tokens;
  }
  return best;
}

function chooseLines(lines: readonly string[], counts: readonly number[], most: number): string[] {
  let left = most;
  return lines.filter((_, at) => {
    // Each ends with a line break.
    const cost = (counts[at] ?? 0) + 1;
    if (cost > left) return false;
    left -= cost;
    return true;
  });
}
