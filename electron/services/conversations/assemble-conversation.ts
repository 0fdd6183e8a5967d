import { AppError } from '../../../shared/contract/errors.ts';
import type { Config } from '../../../shared/model/config.ts';
import type { BudgetResult } from '../../../shared/model/layer-budget.ts';
import { shareLayers } from '../../engine/budget/share-layers.ts';
import type { PlanWork } from '../../engine/conversation/plan-work.ts';
import { createTextCounter, type TextCounter } from '../../engine/conversation/text-counter.ts';
import type { Needs } from '../project/call.ts';
import { configOf } from '../project/config.ts';
import type { OpenProject } from '../project/project.ts';
import { refuseUntrusted } from '../project/project-trust.ts';
import type { Assembled, AssembleInput, Settled } from './assembly-job.ts';
import { openShelf } from './bundle-shelf.ts';
import { type ConversationHistory, loadHistory } from './conversation-history.ts';
import { type Knowledge, prepareKnowledge } from './knowledge.ts';
import { writeMoving } from './moving-layers.ts';
import { writeStable } from './stable-layers.ts';

/** What stands around a message when it is sent. */
const aroundTokens = 4;

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
  const job = {
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
  };
  const written =
    history === undefined || input.prefix === 'moving'
      ? await writeMoving(job)
      : await writeStable({ ...job, history });
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
  input: Settled,
): Promise<ConversationHistory | undefined> {
  const { conversation_id: id, summarizer, shape, total_budget: most } = input;
  if (id === undefined) return undefined;
  const settings = settingsOf(input);
  return loadHistory(project, needs, counter, config, {
    id,
    summarizer,
    isSent: shape !== undefined,
    most,
    settings,
  });
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

/** What the beginning of a prompt depends on, besides the conversation and who summarises it. */
const settingsOf = (input: Settled): unknown[] => [
  input.prefix ?? 'stable',
  input.total_budget,
  input.policy ?? 'fitted',
  input.estimator ?? 'chars4',
  input.shape ?? '',
  input.knowledge_depth,
  input.prioritize_history,
  input.include_entities,
];

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
