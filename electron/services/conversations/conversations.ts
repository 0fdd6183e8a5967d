import type { Input, Output } from '../../../shared/contract/contract.ts';
import type { conversationsContract } from '../../../shared/contract/conversations.ts';
import type { Conversation } from '../../../shared/model/conversation.ts';
import type { RedactionMode } from '../../../shared/model/redaction-mode.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import type { Shape } from '../../../shared/shapes/shape.ts';
import { shapeOf } from '../../../shared/shapes/shapes.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { shareLayers } from '../../engine/budget/share-layers.ts';
import { expandPlan, joinExchanges } from '../../engine/conversation/join-exchanges.ts';
import { writePlan } from '../../engine/conversation/plan-conversation.ts';
import { measureMessages } from '../../engine/conversation/plan-work.ts';
import { scoreMessages } from '../../engine/conversation/score-messages.ts';
import { createTextCounter } from '../../engine/conversation/text-counter.ts';
import { fitBody } from '../../engine/fitting/fit-body.ts';
import { saidLast } from '../../engine/fitting/said-last.ts';
import { shapeOfRequest } from '../../engine/fitting/shape-of-request.ts';
import { readCompactions } from '../../storage/conversations/compaction-table.ts';
import { deleteConversationJob } from '../../storage/conversations/conversation-jobs.ts';
import { findConversation, listConversations } from '../../storage/conversations/conversation-table.ts';
import type { ReadableDatabase } from '../../storage/database/sqlite.ts';
import { createPause } from '../../storage/pause.ts';
import { noSuch } from '../../storage/unknown-id.ts';
import type { Handlers, Needs } from '../project/call.ts';
import { configOf, redactionModeOf } from '../project/config.ts';
import { assembleConversation } from './assemble-conversation.ts';
import { chooseSummarizer, summarizerIds } from './choose-summarizer.ts';
import { deriveNow, derivingProgress } from './derive-conversations.ts';
import { exportConversation } from './export-conversation.ts';
import { importConversations } from './import-conversations.ts';
import { keepSummaries } from './kept-summarizer.ts';
import { cleanMessages } from './load-conversation.ts';
import { bundleId } from './project-bundles.ts';
import { readConversation } from './read-conversation.ts';
import { searchConversations } from './search-conversations.ts';

export const conversationHandlers: Handlers<keyof typeof conversationsContract> = {
  'budget.layers': ({ input, policy }) => shareLayers(input, policy),

  'conversations.import': importConversations,

  async 'conversations.derive'(_, call) {
    return deriveNow(await call.project(), call);
  },

  async 'conversations.progress'(_, call) {
    return derivingProgress(await call.project(), call);
  },

  async 'conversations.list'(_, call) {
    const project = await call.project();
    const mode = await redactionModeOf(project);
    const conversations = await project.content.read(listConversations, []);
    return { conversations: conversations.map(one => withoutSecretTexts(one, mode)) };
  },

  async 'conversations.get'({ conversation_id, offset = 0, limit = 100_000 }, call) {
    const project = await call.project();
    const { content } = project;
    const mode = await redactionModeOf(project);
    const found = await readConversation(content, conversation_id, { offset, limit });
    if (found === undefined) throw await noSuch(content, 'conversation', conversation_id);
    const messages = await inStretches(cleanMessages(found.stored, mode), createPause());
    return { conversation: withoutSecretTexts(found.conversation, mode), messages };
  },

  'conversations.export': exportConversation,

  'conversations.search': searchConversations,

  async 'conversations.delete'({ conversation_id }, call) {
    const { content } = await call.project();
    // Kept under the key of the call: when it comes again, there is none any more.
    const find = (database: ReadableDatabase) => findConversation(database, conversation_id);
    const stored =
      call.caller.key === undefined ? await content.read(find, undefined) : await content.write(find);
    if (stored === undefined) throw await noSuch(content, 'conversation', conversation_id);
    await content.writeBulk({
      job: deleteConversationJob,
      head: { id: conversation_id, bundle: bundleId('conversation', conversation_id) },
      parts: [],
      rows: stored.messages,
    });
    call.publish({ event: 'project:changed', what: 'conversations' });
    return { deleted: conversation_id };
  },

  async 'conversations.plan'({ messages, l4_budget, l6_budget, estimator, summarizer }, call) {
    const { world } = call;
    const counter = createTextCounter(world.tokens, estimator);
    const talk = joinExchanges(messages);
    const work = {
      messages: talk.messages,
      ...(await measureMessages(talk.messages, counter)),
      counter,
      summarizer: chooseSummarizer(world, summarizer, await configOf(await call.projectIfOpen())),
      compactions: undefined,
      cancel: call.cancel,
    };
    const plan = await writePlan(work, { l4Budget: l4_budget, l6Budget: l6_budget });
    const { strategy, ratio, l6Messages, l4TokenCount, l6TokenCount } = plan;
    const { states, coverage, summaries } = expandPlan(plan, talk);
    return {
      strategy,
      ratio,
      coverage,
      states,
      summaries,
      warnings: [...work.summarizer.warnings()],
      l4Arc: plan.arc,
      l6Messages,
      l4TokenCount,
      l6TokenCount,
    };
  },

  'conversations.fit': fitRequest,

  'conversations.scoreMessages': ({ messages }) => ({ scores: scoreMessages(messages) }),

  async 'conversations.assemble'(input, call) {
    return assembleConversation(await call.project(), call, input);
  },

  async 'conversations.compactions'({ conversation_id }, call) {
    const project = await call.project();
    const { content } = project;
    const isThere = await content.read(database => findConversation(database, conversation_id), undefined);
    if (isThere === undefined) throw await noSuch(content, 'conversation', conversation_id);
    const stored = await content.read(database => readCompactions(database, conversation_id), []);
    const mode = await redactionModeOf(project);
    const compactions = stored.map(({ compaction }) => {
      const { summarizer } = compaction;
      const clean = redactValue(compaction, mode);
      return { ...clean, conversation_id, summarizer };
    });
    return { compactions };
  },

  'summarizers.list': (_, call) => ({ summarizers: summarizerIds(call.world) }),
};

/** What a conversation is called and when it was is what its file says. It is found by its id. */
function withoutSecretTexts(conversation: Conversation, mode: RedactionMode): Conversation {
  return { ...redactValue(conversation, mode), id: conversation.id };
}

/**
 * Fits a body in its own shape; what a caller gave goes back to it and nowhere else. Of a conversation that is named the
 * summaries are kept in the project, so that the next turn tells the same by the same bytes; else nothing is stored.
 */
async function fitRequest(
  {
    request,
    conversation_id,
    shape,
    text,
    budget,
    prefix,
    breakpoints,
    estimator,
    summarizer: named,
  }: Input<'conversations.fit'>,
  needs: Needs<'world' | 'cancel' | 'logger' | 'project' | 'projectIfOpen'>,
): Promise<Output<'conversations.fit'>> {
  const { world, cancel } = needs;
  const name = shapeOfRequest(request, shape);
  const chosen = chooseSummarizer(world, named, await configOf(await needs.projectIfOpen()));
  const kept =
    conversation_id === undefined
      ? undefined
      : await keepSummaries(await needs.project(), needs, conversation_id, chosen);
  const kind: Shape = shapeOf(name);
  const work = {
    shape: kind,
    body: text === undefined ? request : saidLast(kind, request, text),
    budget,
    counter: createTextCounter(world.tokens, estimator),
    summarizer: kept?.summarizer ?? chosen,
    cancel,
  };
  const { request: fitted, report } = await fitBody(work, prefix);
  await kept?.store();
  const isMarked = breakpoints ?? report.summarised + report.shortened > 0;
  return { shape: name, request: isMarked ? (kind.mark?.(fitted) ?? fitted) : fitted, report };
}
