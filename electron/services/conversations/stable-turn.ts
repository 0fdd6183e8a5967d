import type { RetrievalMode } from '../../../shared/model/conversation.ts';
import { measureSent, recallFor, writeNotes } from './assembly-job.ts';
import { separatorTokens } from './conversation-arc.ts';
import type { InsertedText } from './kept-prefix.ts';
import { type Front, frontParts, type Head, insertPart, type StableJob, toldPart } from './stable-front.ts';
import { turnText } from './store-conversation.ts';
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
  readonly taken: number;
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
  const { counter, total, messageTokens } = job;
  const fixed = frontParts(job, head, front);
  const fixedTokens = (await measureSent(job, fixed)).tokens;
  const added = isBare ? [] : await addedTexts(job, head, front, asks);
  const addedPart = insertPart(job, added, job.history.work.messages.length);
  const addedTokens = addedPart === undefined ? 0 : await counter.one(addedPart.content);
  const left = total - fixedTokens - messageTokens - addedTokens - squeeze;
  const recallRoom = asks ? left : Math.min(left, Math.floor(total * passingShare));
  const { recalled, mode } = isBare
    ? { recalled: [], mode: 'none' as const }
    : await chooseRecalled(job, front, recallRoom);
  const recallText = recalled.flatMap(position => {
    const message = job.history.work.messages[position];
    return message === undefined ? [] : [turnText(message)];
  });
  const recallPart: PromptPart[] =
    recallText.length === 0 ? [] : [toldPart(job, 'recall', [recallHeading, ...recallText].join('\n'))];
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
    taken: (await measureSent(job, parts)).tokens,
    recallRoom: left,
    fixedTokens,
    addedTokens,
  };
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
): Promise<{ recalled: number[]; mode: RetrievalMode }> {
  const heading = (await job.counter.one(recallHeading)) + 1;
  const { mode, ranked } = await recallFor(job, Math.max(0, room));
  const recalled: number[] = [];
  let left = room - heading;
  for (const { position, tokens } of ranked) {
    if (position >= frozen.from || tokens + 1 > left) continue;
    recalled.push(position);
    left -= tokens + 1;
  }
  return { recalled: recalled.toSorted((one, other) => one - other), mode };
}
