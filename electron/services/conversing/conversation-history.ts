import type { Input } from '../../../shared/contract/contract.ts';
import { formatMessage } from '../../../shared/model/message-text.ts';
import { makeArc } from '../../engine/conversation/make-arc.ts';
import { leastHistory, strategyOf } from '../../engine/conversation/plan-conversation.ts';
import type { PlanWork } from '../../engine/conversation/plan-work.ts';
import type { TextCounter } from '../../engine/conversation/text-counter.ts';
import type { Call } from '../call.ts';
import type { OpenProject } from '../open-project.ts';
import { chooseSummarizer } from './choose-summarizer.ts';
import { type KeptSummaries, keptSummaries } from './kept-summaries.ts';
import { type LoadedConversation, loadConversation } from './load-conversation.ts';

/** A stored conversation, ready to be planned. */
export interface ConversationHistory {
  readonly loaded: LoadedConversation;
  readonly work: PlanWork;
  readonly kept: KeptSummaries;
  /** The arc within a number of tokens; empty where the whole history is shown or there is no room (C9). */
  arc(l4Budget: number, l6Budget: number): Promise<string>;
}

/** Loads the conversation that a call names; undefined where it names none. */
export async function loadHistory(
  project: OpenProject,
  call: Call,
  counter: TextCounter,
  { conversation_id, summarizer }: Pick<Input<'conversations.assemble'>, 'conversation_id' | 'summarizer'>,
): Promise<ConversationHistory | undefined> {
  if (conversation_id === undefined) return undefined;
  const loaded = await loadConversation(project.content, conversation_id);
  const kept = keptSummaries(call.app, project.content, loaded);
  const { messages, scores } = loaded;
  const work: PlanWork = {
    messages,
    scores,
    sizes: counter.estimator === 'chars4' ? loaded.sizes : await counter.all(messages.map(formatMessage)),
    counter,
    summarizer: chooseSummarizer(call.app.options.world, summarizer),
    compactions: kept,
    cancel: call.cancel,
  };
  return {
    loaded,
    work,
    kept,
    async arc(l4Budget, l6Budget) {
      if (messages.length === 0 || l6Budget < leastHistory) return '';
      const strategy = await strategyOf(work, { l4Budget: Math.max(0, l4Budget), l6Budget });
      return makeArc(work, strategy, l4Budget);
    },
  };
}
