import type { ConversationPart } from '../../ports.ts';
import { numberParam, textParam, textsParam } from './read-params.ts';
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

/** M2 `conversation_search`: messages of all conversations. Without a `query` it searches for the input text. */
export const runConversationSearch: StepRunner = async ({ params, intent, ports, cancel }) => {
  const texts = (name: string) => {
    const given = textsParam(params, name);
    return given.length === 0 ? undefined : [...given];
  };
  const scope = texts('scope');
  const participants = texts('participants');
  const after = textParam(params, 'after');
  const before = textParam(params, 'before');
  const query = {
    query: textParam(params, 'query') ?? intent.query,
    topK: numberParam(params, 'topK', 5),
    ...(scope !== undefined && { scope }),
    ...(participants !== undefined && { participants }),
    ...(after !== undefined && { after }),
    ...(before !== undefined && { before }),
  };
  return listOf(await ports.stores.searchMessages(query, cancel));
};
