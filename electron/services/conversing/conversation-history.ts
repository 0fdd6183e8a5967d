import type { Config } from '../../../shared/model/config.ts';
import { formatMessage } from '../../../shared/model/message-text.ts';
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
}

/** Loads a conversation with what planning it takes; the configured summarizer where none is named. */
export async function loadHistory(
  project: OpenProject,
  call: Call,
  counter: TextCounter,
  config: Config,
  { id, summarizer }: { readonly id: string; readonly summarizer?: string | undefined },
): Promise<ConversationHistory> {
  const loaded = await loadConversation(project.content, id, config.redaction_mode);
  const kept = keptSummaries(call.app, project.content, loaded);
  const { messages, scores } = loaded;
  const work: PlanWork = {
    messages,
    scores,
    sizes: counter.estimator === 'chars4' ? loaded.sizes : await counter.all(messages.map(formatMessage)),
    counter,
    summarizer: chooseSummarizer(call.app.options.world, summarizer, config),
    compactions: kept,
    cancel: call.cancel,
  };
  return { loaded, work, kept };
}
