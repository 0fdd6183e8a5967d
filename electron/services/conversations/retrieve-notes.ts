import { dataMark, originWords } from '../../../shared/model/authority.ts';
import type { RedactionMode } from '../../../shared/model/redaction-mode.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import {
  chooseNotes,
  type Note,
  type NoteCosts,
  noteLines,
  noteOf,
} from '../../engine/conversation/notes.ts';
import type { TextCounter } from '../../engine/conversation/text-counter.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import { searchAcross } from '../content/search-chunks.ts';
import type { EmbedderPort } from '../project/world.ts';
import { longestQuery } from './recall-messages.ts';

interface Kind {
  readonly collections: readonly string[];
  readonly heading: string;
}

/** Where notes and memories are kept. */
const notesKind: Kind = { collections: ['notes'], heading: '## Notes' };
const memoriesKind: Kind = { collections: ['memories'], heading: '## Memories' };
/** The part of notes, where both have more to say than there is room for. */
const notesShare = 0.6;
/** The part of what was said in other conversations, before the two share the rest. */
const talksShare = 0.4;
/** Below this just-in-time retrieval says nothing. */
const leastRetrieval = 100;
/** No chunk costs less. */
const leastChunk = 8;
const mostChunks = 500;
/** Chunks on either side of a good one gain from it. */
const neighbours = 2;
/** Between two sections, at most. */
const betweenTokens = 1;

/** Notes are documents, and what was said elsewhere came from elsewhere. */
const notesMark = dataMark(originWords.import);

interface NotesWorld {
  readonly content: ContentDatabase;
  readonly embedder: EmbedderPort;
  readonly counter: TextCounter;
  readonly redaction: RedactionMode;
  /** Collections of conversations that are searched as well: all but the one that goes on. */
  readonly talks?: readonly string[];
}

/**
 * The layer of what is fetched for this message alone: 60% notes, 40% memories, what one does not need going to
 * the other; nothing that the layers before hold already, and nothing that has nothing to do with it. What was said in
 * other conversations has a part of its own before. Turns of one time are told below it. All of it is marked as data.
 */
export async function retrieveNotes(
  world: NotesWorld,
  question: string,
  given: number,
  known: string,
): Promise<string> {
  if (given < leastRetrieval || question.trim() === '') return '';
  const talksKind: Kind = { collections: world.talks ?? [], heading: '## Other conversations' };
  const [notes, memories, talks] = await Promise.all([
    findNotes(world, notesKind, question, given, known),
    findNotes(world, memoriesKind, question, given, known),
    findNotes(world, talksKind, question, given, known),
  ]);
  const { counter } = world;
  const [mark = 0] = await costsOf(counter, [`${notesMark}\n`]);
  const most = given - Math.ceil(mark) - betweenTokens;
  const said = await fillSection(counter, talks, Math.floor(most * talksShare));
  const room = besides(said, most);
  const modest = await fillSection(counter, notes, Math.floor(room * notesShare));
  const filled = await fillSection(counter, memories, besides(modest, room));
  const whole = await fillSection(counter, notes, besides(filled, room));
  const rest = await fillSection(counter, talks, besides(whole, besides(filled, most)));
  const texts = [whole.text, filled.text, rest.text].filter(text => text !== '');
  return texts.length === 0 ? '' : [notesMark, ...texts].join('\n\n');
}

interface Section {
  readonly text: string;
  readonly tokens: number;
}

const besides = ({ tokens }: Section, most: number): number =>
  tokens === 0 ? most : most - tokens - betweenTokens;

interface FoundNotes {
  readonly heading: string;
  readonly headingCost: number;
  /** Best first. */
  readonly notes: readonly Note[];
  readonly costs: readonly NoteCosts[];
}

async function findNotes(
  { content, embedder, counter, redaction }: NotesWorld,
  { collections, heading }: Kind,
  question: string,
  most: number,
  known: string,
): Promise<FoundNotes> {
  const topK = Math.min(mostChunks, Math.floor(most / leastChunk));
  const query = question.slice(0, longestQuery);
  const found = await searchAcross(content, embedder, { query, collections, topK, neighbours });
  const notes = found.elements.flatMap(({ content: text, title = '', collection, path, ordinal }) => {
    const shown = redactValue(text, redaction);
    // A chunk begins with the title of its document, which what holds it already need not name.
    const said = shown.startsWith(`${title}\n\n`) ? shown.slice(title.length) : shown;
    if (known.includes(said.trim())) return [];
    return [noteOf({ content: shown, path: `${collection}/${path}`, ordinal: Number(ordinal) })];
  });
  const [headingCost = 0] = await costsOf(counter, [heading]);
  return { heading, headingCost, notes, costs: await noteCosts(counter, notes) };
}

async function noteCosts(counter: TextCounter, notes: readonly Note[]): Promise<NoteCosts[]> {
  const [alone, head, line] = await Promise.all([
    costsOf(
      counter,
      notes.map(note => note.alone),
    ),
    costsOf(
      counter,
      notes.map(note => note.inGroup?.head ?? ''),
    ),
    costsOf(
      counter,
      notes.map(note => note.inGroup?.line ?? ''),
    ),
  ]);
  return notes.map((_, at) => ({ alone: alone[at] ?? 0, head: head[at] ?? 0, line: line[at] ?? 0 }));
}

/** Of texts with a line break behind each. Where tokens are counted by length alone, to the character. */
async function costsOf(counter: TextCounter, texts: readonly string[]): Promise<readonly number[]> {
  const whole = texts.map(text => `${text}\n`);
  return counter.estimator === 'chars4' ? whole.map(({ length }) => length / 4) : counter.all(whole);
}

/** The best notes that fit, counted as they are sent. */
async function fillSection(
  counter: TextCounter,
  { heading, headingCost, notes, costs }: FoundNotes,
  most: number,
): Promise<Section> {
  if (notes.length === 0) return { text: '', tokens: 0 };
  for (let room = most - headingCost; ; ) {
    const kept = chooseNotes(notes, costs, room);
    if (kept.length === 0) return { text: '', tokens: 0 };
    const text = [heading, ...noteLines(kept)].join('\n');
    const tokens = await counter.one(text);
    if (tokens <= most) return { text, tokens };
    // Tokens of parts need not add up to those of the whole.
    room -= tokens - most;
  }
}
