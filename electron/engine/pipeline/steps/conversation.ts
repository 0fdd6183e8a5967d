import { conversation as kind } from '../../../../shared/pipeline/steps/conversation.ts';
import { defineStep, listOf } from '../define-step.ts';

/** One element for the arc of a stored conversation, one for its messages. */
export const conversation = defineStep(kind, {
  reads: ['readConversation'],
  run: async ({ params, stores, cancel }) => {
    const { conversation_id: conversationId, part, budget: budgetTokens } = params;
    return listOf(await stores.readConversation({ conversationId, part, budgetTokens }, cancel));
  },
});
