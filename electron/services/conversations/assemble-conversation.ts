import type { Input, Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Config } from '../../../shared/model/config.ts';
import type { RetrievalMode } from '../../../shared/model/conversation.ts';
import type { BudgetResult } from '../../../shared/model/layer-budget.ts';
import type { LayerName } from '../../../shared/model/layer-names.ts';
import { shareLayers } from '../../engine/budget/share-layers.ts';
import { type ConversationPlan, planConversation } from '../../engine/conversation/plan-conversation.ts';
import type { PlanWork } from '../../engine/conversation/plan-work.ts';
import type { RecalledMessage } from '../../engine/conversation/recall-history.ts';
import { createTextCounter, type TextCounter } from '../../engine/conversation/text-counter.ts';
import { listConversations } from '../../storage/conversations/conversation-table.ts';
import { conversationCollection } from '../../storage/conversations/message-table.ts';
import type { Needs } from '../project/call.ts';
import { configOf } from '../project/config.ts';
import type { OpenProject } from '../project/project.ts';
import { refuseUntrusted } from '../project/project-trust.ts';
import type { EmbedderPort } from '../project/world.ts';
import { type BundleShelf, openShelf } from './bundle-shelf.ts';
import { type ChatMessage, toChatMessages } from './chat-messages.ts';
import { type ComposedRequest, composeRequest } from './compose-request.ts';
import { arcRecipe, arcShape, historyRoom, separatorTokens } from './conversation-arc.ts';
import { type ConversationHistory, loadHistory } from './conversation-history.ts';
import { describePlan, layerTokens, overspent } from './describe-assembly.ts';
import { type Knowledge, prepareKnowledge } from './knowledge.ts';
import { recallMessages } from './recall-messages.ts';
import { retrieveNotes } from './retrieve-notes.ts';
import { turnText } from './store-conversation.ts';

type Assembled = Output<'conversations.assemble'>;
type AssembleInput = Input<'conversations.assemble'>;
/** What a call asks for, and the configuration where it says nothing. */
interface Settled extends AssembleInput {
  readonly total_budget: number;
  readonly knowledge_depth: NonNullable<AssembleInput['knowledge_depth']>;
  readonly prioritize_history: boolean;
  readonly include_entities: boolean;
}

/** Between the layers of the system prompt. */
const sectionSeparator = '\n\n---\n\n';
/** No message costs less, so that no more of them than this allows would fit. */
const leastMessage = 8;
const mostRecalled = 1000;
/** What stands around a message when it is sent. */
const aroundTokens = 4;
const mostAttempts = 6;

/** Everything for the next turn: its total, counted on the final texts, is within the budget. */
export async function assembleConversation(
  project: OpenProject,
  needs: Needs<'cancel' | 'world' | 'logger' | 'compiled' | 'redact' | 'ports'>,
  given: AssembleInput,
): Promise<Assembled> {
  refuseUntrusted(project);
  const config = await configOf(project);
  const input = settle(given, config);
  const { clock, tokens } = needs.world;
  const startedMs = clock.monotonicMs();
  const counter = createTextCounter(tokens, input.estimator);
  const total = input.total_budget;
  const messageTokens =
    (await counter.one(input.user_message)) + (input.shape === undefined ? 0 : aroundTokens);
  refuseTooLong(messageTokens, total);
  const history = await historyFor(project, needs, counter, config, input);
  const shelf = await openShelf(project, needs, input.conversation_id);
  const knowledge = await prepareKnowledge(project, needs, counter, input, shelf, history?.loaded);
  const budget = budgetFor(input, messageTokens, history?.work, knowledge);
  const written = await writeLayers({
    project,
    embedder: needs.world.embedder,
    counter,
    config,
    input,
    budget,
    history,
    knowledge,
    shelf,
    total,
    messageTokens,
  });
  await history?.kept.store();
  return {
    ...written,
    budget,
    metadata: {
      ...written.metadata,
      cache: await shelf.close(),
      duration_ms: clock.monotonicMs() - startedMs,
    },
  };
}

async function historyFor(
  project: OpenProject,
  needs: Needs<'cancel' | 'world' | 'logger'>,
  counter: TextCounter,
  config: Config,
  { conversation_id: id, summarizer, shape, total_budget: most }: Settled,
): Promise<ConversationHistory | undefined> {
  if (id === undefined) return undefined;
  return loadHistory(project, needs, counter, config, { id, summarizer, isSent: shape !== undefined, most });
}

const budgetFor = (
  input: Settled,
  messageTokens: number,
  work: PlanWork | undefined,
  { topics, entities, sizes }: Knowledge,
): BudgetResult =>
  shareLayers(
    {
      totalBudget: input.total_budget,
      conversationMessageCount: work?.messages.length ?? 0,
      conversationTotalTokens: work?.sizes.reduce((sum, size) => sum + size, 0) ?? 0,
      userMessageTokens: messageTokens,
      detectedTopicCount: topics.length,
      detectedEntityCount: entities.length,
      availableBundles: sizes,
      knowledgeDepth: input.knowledge_depth,
      prioritizeHistory: input.prioritize_history,
    },
    input.policy,
  );

const settle = (given: AssembleInput, config: Config): Settled => ({
  ...given,
  total_budget: given.total_budget ?? config.maxContextTokens,
  knowledge_depth: given.knowledge_depth ?? config.knowledgeDepth,
  prioritize_history: given.prioritize_history ?? config.prioritizeConversationHistory,
  include_entities: given.include_entities ?? config.includeEntityContext,
});

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
  readonly embedder: EmbedderPort;
  readonly counter: TextCounter;
  readonly config: Config;
  readonly input: Settled;
  readonly budget: BudgetResult;
  readonly history: ConversationHistory | undefined;
  readonly knowledge: Knowledge;
  readonly shelf: BundleShelf;
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
  const around = (messages: readonly ChatMessage[]): ChatMessage[] => [
    ...(prompt === '' ? [] : [{ role: 'system', content: prompt }]),
    ...messages,
    { role: 'user', content: input.user_message },
  ];
  const left = total - messageTokens - promptTokens;
  const taken = async (messages: readonly ChatMessage[]): Promise<number> =>
    (await measureSent(job, around(messages))).tokens - promptTokens - messageTokens;
  const { plan, messages } = await writeHistory(job, sections, recalled.ranked, left, taken);
  const all = around(messages);
  const sent = await measureSent(job, all);
  const historyTokens = sent.tokens - promptTokens - messageTokens;
  const layer_tokens = await layerTokens(counter, sections, {
    L6_message_history: historyTokens,
    L7_user_message: messageTokens,
  });
  const described = describePlan(plan, history);
  return {
    system_prompt: prompt,
    messages: all.map(({ role, content }) => ({ role, content })),
    ...(input.shape !== undefined && { request: sent.request }),
    metadata: {
      ...described,
      warnings: [...described.warnings, ...overspent(job.budget, layer_tokens), ...sent.notes],
      sections: [...sections].flatMap(([layer, text]) => (text === '' ? [] : [{ layer, text }])),
      topics: [...knowledge.topics],
      entities: [...knowledge.entities],
      cache: { hits: [], misses: [] },
      retrieval: recalled.mode,
      layer_tokens,
      total_tokens: sent.tokens,
      duration_ms: 0,
    },
  };
}

/** What is sent: messages as texts, or a request in the shape that is asked for. */
async function measureSent(
  { counter, input }: Job,
  messages: readonly ChatMessage[],
): Promise<ComposedRequest> {
  if (input.shape !== undefined) return composeRequest(input.shape, messages, counter);
  const counts = await counter.all(messages.map(({ content }) => content));
  return { request: undefined, tokens: counts.reduce((sum, count) => sum + count, 0), notes: [] };
}

/** The layers of the system prompt, each within what it was given and what is left of the whole. */
async function writeSections(job: Job): Promise<Map<LayerName, string>> {
  const { budget, knowledge, counter, project, embedder, input, config } = job;
  const sections = new Map<LayerName, string>();
  let left = job.total - job.messageTokens;
  const room = (name: LayerName): number => Math.min(budget.layers[name].allocated, left) - separatorTokens;
  const add = async (name: LayerName, text: string): Promise<void> => {
    sections.set(name, text);
    if (text !== '') left -= (await counter.one(text)) + separatorTokens;
  };
  for (const name of ['L0_identity', 'L1_global_prefs', 'L2_topic', 'L3_entity'] as const)
    await add(name, await knowledge.textOf(name, room(name)));
  await add('L4_conversation', await writeArc(job, room('L4_conversation')));
  const known = [...sections.values()].join('\n');
  await add(
    'L5_jit',
    await retrieveNotes(
      {
        content: project.content,
        embedder,
        counter,
        redaction: config.redaction_mode,
        talks: await otherTalks(project, job.history),
      },
      input.user_message,
      room('L5_jit'),
      known,
    ),
  );
  return sections;
}

/** Indexes of all conversations but the one that goes on, which is recalled as history. */
const otherTalks = (project: OpenProject, history: ConversationHistory | undefined): Promise<string[]> =>
  project.content.read(
    database =>
      listConversations(database)
        .filter(({ id }) => id !== history?.loaded.conversation.id)
        .map(({ id }) => conversationCollection(id)),
    [],
  );

/** The arc as it was compiled before, or now. */
async function writeArc({ history, budget, shelf }: Job, room: number): Promise<string> {
  if (history === undefined) return '';
  const { loaded, work } = history;
  const shape = await arcShape(work, room, historyRoom(budget.layers.L6_message_history.allocated, work));
  return shape === undefined ? '' : (await shelf.fetch(arcRecipe(loaded, work, shape))).text;
}

async function recallFor(
  { history, input, project, embedder, counter }: Job,
  left: number,
): Promise<{ mode: RetrievalMode; ranked: readonly RecalledMessage[] }> {
  if (history === undefined || input.user_message.trim() === '') return { mode: 'none', ranked: [] };
  const topK = Math.min(mostRecalled, Math.floor(left / leastMessage));
  const { id } = history.loaded.conversation;
  const { mode, ranked } = await recallMessages(project.content, embedder, id, input.user_message, topK);
  const found = [...new Set(ranked.map(history.talk.unitOf))].flatMap(position => {
    const message = history.work.messages[position];
    return message === undefined ? [] : [{ position, text: turnText(message) }];
  });
  const counts = await counter.all(found.map(({ text }) => text));
  return { mode, ranked: found.map(({ position }, at) => ({ position, tokens: counts[at] ?? 0 })) };
}

/** History takes its part, and earlier messages that match the question what the others left. */
async function writeHistory(
  { history, budget }: Job,
  sections: ReadonlyMap<LayerName, string>,
  ranked: readonly RecalledMessage[],
  left: number,
  measure: (messages: readonly ChatMessage[]) => Promise<number>,
): Promise<{ plan: ConversationPlan | undefined; messages: readonly ChatMessage[] }> {
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
    const taken = await measure(messages);
    if (taken <= left || l6Budget === 0) return { plan, messages };
    room -= taken - left + 1;
  }
}
