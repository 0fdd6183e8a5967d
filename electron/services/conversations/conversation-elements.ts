import type { Element } from '../../../shared/model/element.ts';
import type { RedactionMode } from '../../../shared/model/redaction-mode.ts';
import { extractiveSummarizer } from '../../engine/conversation/extractive-summarizer.ts';
import { writePlan } from '../../engine/conversation/plan-conversation.ts';
import { createTextCounter } from '../../engine/conversation/text-counter.ts';
import type { Cancel, ConversationQuery } from '../../engine/ports.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import { loadConversation } from './load-conversation.ts';

/** The arc's part where both are asked for. */
const arcShare = 0.2;
/** `chars4` needs no tokenizer. */
const counter = createTextCounter({ countTokens: async () => [] }, 'chars4');

/** The arc of a conversation and its messages as elements (`conversation`), by the built-in summarizer. */
export async function readConversationElements(
  content: ContentDatabase,
  { conversationId, part, budgetTokens }: ConversationQuery,
  redaction: RedactionMode,
  cancel: Cancel,
): Promise<Element[]> {
  const { conversation, messages, scores, sizes } = await loadConversation(
    content,
    conversationId,
    redaction,
  );
  const l4Budget = part === 'messages' ? 0 : Math.floor(budgetTokens * (part === 'arc' ? 1 : arcShare));
  // The arc alone is that of a conversation of which little is shown.
  const l6Budget = part === 'arc' ? arcHistory : budgetTokens - l4Budget;
  const work = {
    messages,
    scores,
    sizes,
    counter,
    summarizer: extractiveSummarizer,
    compactions: undefined,
    cancel,
  };
  const plan = await writePlan(work, { l4Budget, l6Budget });
  const texts = [
    ...(part === 'messages' ? [] : [{ name: 'arc', text: plan.arc, tokens: plan.l4TokenCount }]),
    ...(part === 'arc' ? [] : [{ name: 'messages', text: plan.l6Messages, tokens: plan.l6TokenCount }]),
  ];
  const { title, last_at } = conversation;
  const timestamp = last_at ?? conversation.updated_at;
  return texts
    .filter(({ text }) => text !== '')
    .map(({ name, text, tokens }) => ({
      id: `${conversationId}:${name}`,
      title,
      content: text,
      timestamp,
      part: name,
      strategy: plan.strategy,
      counts: { chars4: tokens },
      source: { kind: 'conversation', ref: conversationId, title, timestamp, trust: 'imported' },
    }));
}

const arcHistory = 32;
