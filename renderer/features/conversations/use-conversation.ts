import type { Conversation } from '../../../shared/model/conversation.ts';
import { type ReadStatus, statusOf, useAnswer } from '../../stores/use-answer.ts';
import { type ConversationsView, selectReading, useConversationsView } from './conversations-view.ts';

const selectChosen = (view: ConversationsView) => view.conversationId;

/** All conversations, and the one in sight: the chosen one, else the one that changed last. */
export function useConversation(): {
  readonly conversations: readonly Conversation[];
  readonly conversation: Conversation | undefined;
  readonly status: ReadStatus;
  readonly isEmpty: boolean;
  readonly error: string | undefined;
} {
  const reading = useConversationsView(selectReading);
  const chosen = useConversationsView(selectChosen);
  const answer = useAnswer('conversations.list', {}, reading, 0);
  const { output, error } = answer;
  const status = statusOf(answer);
  const conversations = output?.conversations ?? [];
  const conversation = conversations.find(({ id }) => id === chosen) ?? conversations[0];
  return {
    conversations,
    conversation,
    status,
    isEmpty: status === 'ready' && conversations.length === 0,
    error,
  };
}
