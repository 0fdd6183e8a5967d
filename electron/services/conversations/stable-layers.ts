import { type LayerName, layerNames } from '../../../shared/model/layer-names.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import { asksAboutPast } from '../../engine/conversation/asks-about-past.ts';
import { expandPlan } from '../../engine/conversation/join-exchanges.ts';
import { describeFrozen } from '../../engine/conversation/stable-history.ts';
import { sectionSeparator, type WrittenLayers } from './assembly-job.ts';
import { layerTokens, overspent } from './describe-assembly.ts';
import { type InsertedText, saidHash } from './kept-prefix.ts';
import {
  type Front,
  type Head,
  isOverfull,
  keptFront,
  nothingShown,
  ratioOf,
  type StableJob,
  stepped,
  strategyOf,
  sum,
  writeHead,
} from './stable-front.ts';
import { addToTurn, type LaidTurn, layTurn } from './stable-turn.ts';
import { type PromptPart, tracePrompt } from './trace-prompt.ts';

/** What a question about the past wants at least for earlier messages, and what any other message gets at most. */
const askedShare = 0.6;

/** Above this a step wins room for what is asked. */
const steppedShare = 0.46;

const mostAttempts = 6;

/**
 * The layers by how often they change: who the user is, what older messages are told as, messages as they were said
 * with what earlier turns added between them, then what this turn adds and what is asked. What was sent stays as it
 * was until the budget is full; then one step leaves about a third of it.
 */
export async function writeStable(job: StableJob): Promise<WrittenLayers> {
  const head = await writeHead(job);
  const asks = asksAboutPast(job.input.user_message);
  let front = await keptFront(job);
  let squeeze = 0;
  let attempt = 0;
  if (await isOverfull(job, front)) {
    front = await stepped(job, head, front, await addToTurn(job, head, front, asks), squeeze, false);
    attempt = 1;
  }
  for (; ; attempt += 1) {
    const isLast = attempt >= mostAttempts;
    const laid = await layTurn(job, head, front, { asks, squeeze, isBare: isLast });
    const over = laid.sent.tokens - job.total;
    if (over <= 0 && !(asks && wantsRoom(job, front, laid))) return conclude(job, head, front, laid);
    if (isLast) return conclude(job, head, front, await layNothing(job, head, front));
    // Tokens of parts need not add up to those of the whole; what is over is taken off.
    if (front.hasStepped) squeeze += over + 8;
    front = await stepped(job, head, front, laid, squeeze, isLast);
  }
}

/** A question about the past for which there is too little room, and from which a step would win some. */
const wantsRoom = ({ total }: StableJob, front: Front, laid: LaidTurn): boolean =>
  !front.hasStepped &&
  front.frozen.from > 0 &&
  laid.recallRoom < total * askedShare &&
  laid.fixedTokens > total * steppedShare;

/** What is asked alone, where nothing else has room. */
const layNothing = async (job: StableJob, head: readonly Head[], front: Front): Promise<LaidTurn> =>
  layTurn(
    job,
    head,
    { ...front, ...nothingShown(job.history.work) },
    { asks: false, squeeze: 0, isBare: true },
  );

async function conclude(
  job: StableJob,
  head: readonly Head[],
  front: Front,
  { parts, sent, added, recalled, mode }: LaidTurn,
): Promise<WrittenLayers> {
  const { history, knowledge, counter, budget, messageTokens } = job;
  const { messages } = history.work;
  const { frozen, arc } = front;
  const isEmpty = frozen.from === messages.length;
  const traced = await tracePrompt(job, parts, {
    hasStepped: front.hasStepped,
    stable: breakpointsOf(parts, recalled.length),
  });
  const said = saidHash(redactValue(job.input.user_message, job.config.redaction_mode));
  const inserts =
    added.length === 0 ? front.inserts : [...front.inserts, { before: messages.length, said, layers: added }];
  await traced.keep(isEmpty ? {} : { frozen, arc, inserts });
  const sections = sectionsOf(head, arc, [...front.inserts.flatMap(({ layers }) => layers), ...added]);
  const layers = await layerTokens(counter, sections, { L7_user_message: messageTokens });
  const historyTokens = sent.tokens - sum(Object.values(layers));
  const layer_tokens = { ...layers, L6_message_history: Math.max(0, historyTokens) };
  const described = expandPlan(describeFrozen(frozen, messages.length, recalled), history.talk);
  const shown = [...sections].filter(([, text]) => text !== '');
  return {
    system_prompt: shown.map(([, text]) => text).join(sectionSeparator),
    messages: traced.messages,
    ...(job.input.shape !== undefined && { request: sent.request }),
    metadata: {
      strategy: frozen.from === 0 ? 'full' : strategyOf(job),
      ratio: ratioOf(job),
      ...described,
      warnings: [...history.work.summarizer.warnings(), ...overspent(budget, layer_tokens), ...sent.notes],
      sections: shown.map(([layer, text]) => ({ layer, text })),
      topics: [...knowledge.topics],
      entities: [...knowledge.entities],
      cache: { hits: [], misses: [] },
      prompt_cache: traced.cache,
      retrieval: mode,
      layer_tokens,
      total_tokens: sent.tokens,
      duration_ms: 0,
    },
  };
}

/** Where the head ends, what is frozen behind it, and what stays there from this turn on. */
function breakpointsOf(parts: readonly PromptPart[], recalled: number): number[] {
  const endOf = (name: RegExp): number => parts.findIndex(part => name.test(part.parts[0]?.what ?? ''));
  const last = parts.length - 2 - (recalled > 0 ? 1 : 0);
  return [endOf(/^L[01]_/), endOf(/^(?:L4_|summary |gap )/), last].filter(at => at >= 0);
}

/** The texts of each layer, wherever they stand. */
function sectionsOf(
  head: readonly Head[],
  arc: string,
  added: readonly InsertedText[],
): Map<LayerName, string> {
  const all = [...head, { layer: 'L4_conversation', text: arc } as const, ...added];
  return new Map(
    layerNames.map(name => [
      name,
      all.flatMap(({ layer, text }) => (layer === name && text !== '' ? [text] : [])).join('\n\n'),
    ]),
  );
}
