import type { RedactionMode } from '../../../shared/model/redaction-mode.ts';
import type { TextCounter } from '../../engine/conversation/text-counter.ts';
import { redactValue } from '../../engine/redaction/redact-value.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import type { EmbedderPort } from '../world.ts';
import { searchBest } from './recall-messages.ts';

/** Where notes and memories are kept (T4). */
const kinds = [
  { collection: 'notes', heading: '## Notes' },
  { collection: 'memories', heading: '## Memories' },
] as const;
/** The part of notes, where both have more to say than there is room for. */
const notesShare = 0.6;
/** Below this just-in-time retrieval says nothing (T4). */
const leastRetrieval = 100;
/** No chunk costs less. */
const leastChunk = 8;
const mostChunks = 500;
/** Between the two sections, at most. */
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
  const filled = await fillSection(counter, memories, besides(modest, most));
  const whole = await fillSection(counter, notes, besides(filled, most));
  return [whole.text, filled.text].filter(text => text !== '').join('\n\n');
}

interface Section {
  readonly text: string;
  readonly tokens: number;
}

const besides = ({ tokens }: Section, most: number): number =>
  tokens === 0 ? most : most - tokens - betweenTokens;

interface Lines {
  readonly heading: string;
  /** Best first. */
  readonly lines: readonly string[];
  /** Of the heading, then of each line. */
  readonly costs: readonly number[];
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
  const lines = chunks.flatMap(({ content: text, title = '' }) => {
    const shown = redactValue(text, redaction) as string;
    // A chunk begins with the title of its document, which what holds it already need not name.
    const said = shown.startsWith(`${title}\n\n`) ? shown.slice(title.length) : shown;
    return known.includes(said.trim()) ? [] : [`- ${shown.trim().replaceAll('\n', '\n  ')}`];
  });
  return { heading, lines, costs: await costsOf(counter, [heading, ...lines]) };
}

/** Of texts with a line break behind each. Where tokens are counted by length alone, to the character. */
async function costsOf(counter: TextCounter, texts: readonly string[]): Promise<readonly number[]> {
  const whole = texts.map(text => `${text}\n`);
  return counter.estimator === 'chars4' ? whole.map(({ length }) => length / 4) : counter.all(whole);
}

/** The best lines that fit, best first; one that is too large does not end the choice. Counted as they are sent. */
async function fillSection(
  counter: TextCounter,
  { heading, lines, costs: [headingCost = 0, ...costs] }: Lines,
  most: number,
): Promise<Section> {
  for (let room = most - headingCost; ; ) {
    const kept = chooseLines(lines, costs, room);
    if (kept.length === 0) return { text: '', tokens: 0 };
    const text = [heading, ...kept].join('\n');
    const tokens = await counter.one(text);
    if (tokens <= most) return { text, tokens };
    // Tokens of parts need not add up to those of the whole.
    room -= tokens - most;
  }
}

function chooseLines(lines: readonly string[], costs: readonly number[], most: number): string[] {
  let left = most;
  return lines.filter((_, at) => {
    const cost = costs[at] ?? 0;
    if (cost > left) return false;
    left -= cost;
    return true;
  });
}
