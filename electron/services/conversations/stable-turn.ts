import type { RetrievalMode } from '../../../shared/model/conversation.ts';
import { type ComposedRequest, measureSent, rankEarlier, writeNotes } from './assembly-job.ts';
import { separatorTokens } from './conversation-arc.ts';
import type { InsertedText } from './kept-prefix.ts';
import { type Front, frontParts, type Head, insertPart, type StableJob, toldPart } from './stable-front.ts';
import { turnsText } from './store-conversation.ts';
import type { PromptPart } from './trace-prompt.ts';

const passingShare = 0.006;

/** What is looked up for a message that asks nothing of the past, as a part of its layer. */
const passingNotes = 0.25;

interface TurnOptions {
  readonly asks: boolean;
  readonly squeeze: number;
  /** Nothing that could be left out. */
  readonly isBare: boolean;
}

export interface LaidTurn {
  readonly added: readonly InsertedText[];
  readonly recalled: readonly number[];
  readonly mode: RetrievalMode;
  readonly parts: readonly PromptPart[];
  readonly sent: ComposedRequest;
  /** Tokens that there were for earlier messages. */
  readonly recallRoom: number;
  /** Without what this turn adds. */
  readonly fixedTokens: number;
  readonly addedTokens: number;
}

const recallHeading = '[Earlier messages that belong to what is asked]';

export async function layTurn(
  job: StableJob,
  head: readonly Head[],
  front: Front,
  { asks, squeeze, isBare }: TurnOptions,
): Promise<LaidTurn> {
  const { total, messageTokens } = job;
  const fixed = frontParts(job, head, front);
  const fixedTokens = (await measureSent(job, fixed)).tokens;
  const { added, addedPart, addedTokens } = isBare ? nothingAdded : await addToTurn(job, head, front, asks);
  const left = total - fixedTokens - messageTokens - addedTokens - squeeze;
  const recallRoom = asks ? left : Math.min(left, Math.floor(total * passingShare));
  const { recalled, mode, text } = isBare
    ? { recalled: [], mode: 'none' as const, text: '' }
    : await chooseRecalled(job, front, recallRoom);
  const recallPart: PromptPart[] = recalled.length === 0 ? [] : [toldPart('recall', text)];
  const asked = job.input.user_message;
  const parts = [
    ...fixed,
    ...(addedPart === undefined ? [] : [addedPart]),
    ...recallPart,
    { role: 'user', content: asked, parts: [{ what: 'question', text: asked }] },
  ];
  return {
    added,
    recalled,
    mode,
    parts,
    sent: await measureSent(job, parts),
    recallRoom: left,
    fixedTokens,
    addedTokens,
  };
}

const nothingAdded = { added: [], addedPart: undefined, addedTokens: 0 };

/** What a turn adds, as it stands in a prompt, with what it takes. */
export async function addToTurn(job: StableJob, head: readonly Head[], front: Front, asks: boolean) {
  const added = await addedTexts(job, head, front, asks);
  const addedPart = insertPart(added, job.history.work.messages.length);
  const addedTokens = addedPart === undefined ? 0 : await job.counter.one(addedPart.content);
  return { added, addedPart, addedTokens };
}

/** What is known of the topics and people of the message, and notes on it, as far as no turn before told it. */
async function addedTexts(
  { knowledge, budget, ...job }: StableJob,
  head: readonly Head[],
  front: Front,
  asks: boolean,
): Promise<InsertedText[]> {
  const before = front.inserts.flatMap(({ layers }) => layers);
  const known = new Set(before.flatMap(({ keys }) => keys));
  const added: InsertedText[] = [];
  for (const layer of ['L2_topic', 'L3_entity'] as const) {
    const room = budget.layers[layer].allocated - separatorTokens;
    const pieces = await knowledge.piecesOf(layer, room, known);
    const text = pieces.map(piece => piece.text).join('\n\n');
    if (text !== '') added.push({ layer, text, keys: pieces.map(({ key }) => key) });
  }
  const { allocated } = budget.layers.L5_jit;
  const most = Math.floor(allocated * (asks ? 1 : passingNotes)) - separatorTokens;
  const said = [...head, { text: front.arc }, ...before, ...added].map(({ text }) => text).join('\n');
  const notes = await writeNotes({ ...job, knowledge, budget }, most, said);
  return notes === '' ? added : [...added, { layer: 'L5_jit', text: notes, keys: [] }];
}

/** Messages before the first that is shown, the best that fit, in their order. */
async function chooseRecalled(
  job: StableJob,
  { frozen }: Front,
  room: number,
): Promise<{ recalled: readonly number[]; mode: RetrievalMode; text: string }> {
  const { counter, history } = job;
  const { mode, positions } = await rankEarlier(job, Math.max(0, room));
  const ranked = positions.filter(position => position < frozen.from);
  const textOf = (chosen: readonly number[]): string =>
    [recallHeading, turnsText(chosen.flatMap(position => history.work.messages[position] ?? []))].join('\n');
  // What stands below another of its moment takes less: as many as that leaves room for are added in a few rounds.
  const costs = await counter.all(ranked.map(position => textOf([position])));
  const heading = await counter.one(`${recallHeading}\n`);
  let recalled: readonly number[] = [];
  let text = '';
  let allowed = room - heading;
  for (let round = 0; round < mostRounds; round += 1) {
    const tried = withinTokens(ranked, costs, heading, allowed);
    const written = textOf(tried);
    const over = (await counter.one(written)) - room;
    if (over <= 0 && tried.length > recalled.length) [recalled, text] = [tried, written];
    if (over === 0 || tried.length === ranked.length) break;
    allowed -= over;
  }
  return { recalled, mode, text };
}

/** In how many rounds room that was saved is given away. */
const mostRounds = 4;

/** The best that fit, in the order they were said; each cost with a heading. */
function withinTokens(
  ranked: readonly number[],
  costs: readonly number[],
  heading: number,
  most: number,
): number[] {
  let left = most;
  const chosen = ranked.filter((_, at) => {
    const cost = (costs[at] ?? 0) - heading + 1;
    if (cost > left) return false;
    left -= cost;
    return true;
  });
  return chosen.toSorted((one, other) => one - other);
}
