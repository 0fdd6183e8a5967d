import type { ConversationPart } from '../../ports.ts';
import { numberParam, textParam } from './read-params.ts';
import { listOf, type StepRunner } from './step-runner.ts';

const parts: readonly ConversationPart[] = ['arc', 'messages', 'both'];
const usualBudget = 2000;

/** M2 `conversation`: one element for the arc of a stored conversation, one for its messages. */
export const runConversation: StepRunner = async ({ params, ports, cancel }) => {
  const query = {
    conversationId: textParam(params, 'conversation_id') ?? '',
    part: parts.find(known => known === textParam(params, 'part')) ?? 'both',
    budgetTokens: numberParam(params, 'budget', usualBudget),
  };
  return listOf(await ports.stores.readConversation(query, cancel));
};
