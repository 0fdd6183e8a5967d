import type { Input, Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { BudgetResult } from '../../../shared/model/layer-budget.ts';
import type { LayerName } from '../../../shared/model/layer-names.ts';
import { contextTokens, layerNames } from '../../../shared/model/layer-names.ts';
import { shareLayers } from '../../engine/budget/share-layers.ts';
import {
  type ConversationPlan,
  leastHistory,
  planConversation,
} from '../../engine/conversation/plan-conversation.ts';
import type { PlanWork } from '../../engine/conversation/plan-work.ts';
import type { RecalledMessage } from '../../engine/conversation/recall-history.ts';
import { createTextCounter, type TextCounter } from '../../engine/conversation/text-counter.ts';
import type { Call } from '../call.ts';
import type { OpenProject } from '../open-project.ts';
import { refuseUntrusted } from '../project-trust.ts';
import { toChatMessages } from './chat-messages.ts';
import { type ConversationHistory, loadHistory } from './conversation-history.ts';
import { type Knowledge, prepareKnowledge } from './knowledge.ts';
import { type RetrievalMode, recallMessages } from './recall-messages.ts';
import { retrieveNotes } from './retrieve-notes.ts';
import { turnText } from './store-conversation.ts';

type Assembled = Output<'conversations.assemble'>;
type AssembleInput = Input<'conversations.assemble'>;

/** Between the layers of the system prompt. */
const sectionSeparator = '\n\n---\n\n';
/** What it takes at most, in any encoding. */
const separatorTokens = 3;
/** No message costs less, so that no more of them than this allows would fit. */
const leastMessage = 8;
const mostRecalled = 1000;
const mostAttempts = 6;

/** Everything for the next turn (T6): its total, counted on the final texts, is within the budget. */
export async function assembleConversation(
  project: OpenProject,
  call: Call,
  input: AssembleInput,
): Promise<Assembled> {
  refuseUntrusted(project);
  const { clock, tokens } = call.app.options.world;
  const startedMs = clock.monotonicMs();
  const counter = createTextCounter(tokens, input.estimator);
  const total = input.total_budget ?? contextTokens.usual;
  const messageTokens = await counter.one(input.user_message);
  refuseTooLong(messageTokens, total);
  const history = await loadHistory(project, call, counter, input);
  const knowledge = await prepareKnowledge(project, call, counter, input, history?.loaded);
  const budget = shareLayers(
    {
      totalBudget: total,
      conversationMessageCount: history?.work.messages.length ?? 0,
      conversationTotalTokens: history?.work.sizes.reduce((sum, size) => sum + size, 0) ?? 0,
      userMessageTokens: messageTokens,
      detectedTopicCount: knowledge.topics.length,
      detectedEntityCount: knowledge.entities.length,
      availableBundles: knowledge.sizes,
      ...(input.knowledge_depth !== undefined && { knowledgeDepth: input.knowledge_depth }),
      ...(input.prioritize_history !== undefined && { prioritizeHistory: input.prioritize_history }),
    },
    input.policy,
  );
  const written = await writeLayers({
    project,
    call,
    counter,
    input,
    budget,
    history,
    knowledge,
    total,
    messageTokens,
  });
  await history?.kept.store();
  return {
    ...written,
    budget,
    metadata: { ...written.metadata, duration_ms: clock.monotonicMs() - startedMs },
  };
}

function refuseTooLong(messageTokens: number, total: number): void {
  if (messageTokens <= total) return;
  const over = messageTokens - total;
  throw new AppError(
    'message_too_long',
    `the message alone takes ${messageTokens} tokens, ${over} more than the budget of ${total}; shorten it or raise the budget`,
    { message_tokens: messageTokens, total_budget: total, overflow_tokens: over },
  );
}

interface Job {
  readonly project: OpenProject;
  readonly call: Call;
  readonly counter: TextCounter;
  readonly input: AssembleInput;
  readonly budget: BudgetResult;
  readonly history: ConversationHistory | undefined;
  readonly knowledge: Knowledge;
  readonly total: number;
  readonly messageTokens: number;
}

async function writeLayers(job: Job): Promise<Omit<Assembled, 'budget'>> {
  const { history, knowledge, counter, input, total, messageTokens } = job;
  const sections = await writeSections(job);
  const texts = [...sections.values()].filter(text => text !== '');
  const prompt = texts.join(sectionSeparator);
  const promptTokens = await counter.one(prompt);
  const recalled = await recallFor(job, total - messageTokens - promptTokens);
  const { plan, messages } = await writeHistory(
    job,
    sections,
    recalled.ranked,
    total - messageTokens - promptTokens,
  );
  const all = [
    ...(prompt === '' ? [] : [{ role: 'system', content: prompt }]),
    ...messages,
    { role: 'user', content: input.user_message },
  ];
  const counts = await counter.all(all.map(({ content }) => content));
  const historyTokens = counts.slice(prompt === '' ? 0 : 1, -1).reduce((sum, count) => sum + count, 0);
  return {
    system_prompt: prompt,
    messages: all,
    metadata: {
      ...describePlan(plan, history?.work),
      sections: [...sections].flatMap(([layer, text]) => (text === '' ? [] : [{ layer, text }])),
      topics: [...knowledge.topics],
      entities: [...knowledge.entities],
      cache: { hits: [...knowledge.hits], misses: [...knowledge.misses] },
      retrieval: recalled.mode,
      layer_tokens: await layerTokens(counter, sections, {
        L6_message_history: historyTokens,
        L7_user_message: messageTokens,
      }),
      total_tokens: counts.reduce((sum, count) => sum + count, 0),
      duration_ms: 0,
    },
  };
}

/** The layers of the system prompt, each within what it was given and what is left of the whole. */
async function writeSections(job: Job): Promise<Map<LayerName, string>> {
  const { budget, knowledge, history, counter, project, call, input } = job;
  const sections = new Map<LayerName, string>();
  let left = job.total - job.messageTokens;
  const room = (name: LayerName): number => Math.min(budget.layers[name].allocated, left) - separatorTokens;
  const add = async (name: LayerName, text: string): Promise<void> => {
    sections.set(name, text);
    if (text !== '') left -= (await counter.one(text)) + separatorTokens;
  };
  for (const name of ['L0_identity', 'L1_global_prefs', 'L2_topic', 'L3_entity'] as const)
    await add(name, await knowledge.textOf(name, room(name)));
  const { allocated } = budget.layers.L6_message_history;
  const l6Budget = history === undefined ? 0 : historyRoom(allocated, history.work);
  await add('L4_conversation', (await history?.arc(room('L4_conversation'), l6Budget)) ?? '');
  const known = [...sections.values()].join('\n');
  const { embedder } = call.app.options.world;
  await add(
    'L5_jit',
    await retrieveNotes(
      { content: project.content, embedder, counter },
      input.user_message,
      room('L5_jit'),
      known,
    ),
  );
  return sections;
}

async function recallFor(
  { history, input, project, call, counter }: Job,
  left: number,
): Promise<{ mode: RetrievalMode; ranked: readonly RecalledMessage[] }> {
  if (history === undefined || input.user_message.trim() === '') return { mode: 'none', ranked: [] };
  const topK = Math.min(mostRecalled, Math.floor(left / leastMessage));
  const { embedder } = call.app.options.world;
  const { id } = history.loaded.conversation;
  const { mode, ranked } = await recallMessages(project.content, embedder, id, input.user_message, topK);
  const found = ranked.flatMap(position => {
    const message = history.work.messages[position];
    return message === undefined ? [] : [{ position, text: turnText(message) }];
  });
  const counts = await counter.all(found.map(({ text }) => text));
  return { mode, ranked: found.map(({ position }, at) => ({ position, tokens: counts[at] ?? 0 })) };
}

/** History takes its part, and earlier messages that match the question what the others left. */
async function writeHistory(
  { history, budget, counter }: Job,
  sections: ReadonlyMap<LayerName, string>,
  ranked: readonly RecalledMessage[],
  left: number,
): Promise<{ plan: ConversationPlan | undefined; messages: { role: string; content: string }[] }> {
  if (history === undefined) return { plan: undefined, messages: [] };
  const l4Budget = budget.layers.L4_conversation.allocated;
  const arc = sections.get('L4_conversation') ?? '';
  const { allocated } = budget.layers.L6_message_history;
  let room = left;
  for (let attempt = 0; ; attempt += 1) {
    const l6Budget = Math.max(0, Math.min(historyRoom(allocated, history.work), room));
    const recall = { ranked: attempt < mostAttempts ? ranked : [], extraTokens: room - l6Budget };
    const plan = await planConversation(history.work, { l4Budget, l6Budget, arc, recall });
    const messages = toChatMessages(plan.blocks, history.work.messages);
    const counts = await counter.all(messages.map(({ content }) => content));
    const taken = counts.reduce((sum, count) => sum + count, 0);
    if (taken <= left || l6Budget === 0) return { plan, messages };
    room -= taken - left + 1;
  }
}

/**
 * Where L6 has room for all messages, they are shown whole: separators, which a plan counts, are no part of messages
 * that are sent one by one, and a few words need no 32 tokens.
 */
function historyRoom(allocated: number, { sizes }: PlanWork): number {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return allocated >= total ? total + sizes.length + leastHistory : allocated;
}

function describePlan(plan: ConversationPlan | undefined, work: PlanWork | undefined) {
  const shown = (plan?.blocks ?? []).flatMap(block => (block.kind === 'message' ? [block] : []));
  return {
    strategy: plan?.strategy ?? ('full' as const),
    ratio: plan?.ratio ?? null,
    coverage: plan?.coverage ?? {
      totalMessages: 0,
      fullMessages: 0,
      summarizedMessages: 0,
      droppedMessages: 0,
    },
    states: [...(plan?.states ?? [])],
    summaries: (plan?.summaries ?? []).map(({ kind: _, ...summary }) => summary),
    recalled: shown.filter(({ isRecalled }) => isRecalled).map(({ position }) => position),
    cut: shown.filter(({ cut }) => cut !== undefined).map(({ position }) => position),
    warnings: [...(work?.summarizer.warnings() ?? [])],
  };
}

async function layerTokens(
  counter: TextCounter,
  sections: ReadonlyMap<LayerName, string>,
  known: Partial<Record<LayerName, number>>,
): Promise<Record<string, number>> {
  const counts = await counter.all(layerNames.map(name => sections.get(name) ?? ''));
  return Object.fromEntries(layerNames.map((name, at) => [name, known[name] ?? counts[at] ?? 0]));
}
