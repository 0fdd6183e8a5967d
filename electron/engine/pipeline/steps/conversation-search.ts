import { instantMs } from '../../../../shared/model/instant.ts';
import { conversationSearch as kind } from '../../../../shared/pipeline/steps/conversation-search.ts';
import { defineStep, listOf } from '../define-step.ts';

/** Messages of all conversations. */
export const conversationSearch = defineStep(kind, {
  reads: ['searchMessages'],
  run: async ({ params, stores, cancel }) => {
    const { query, topK, scope, participants } = params;
    const [after, before] = [timeOf('after', params.after), timeOf('before', params.before)];
    const asked = {
      query,
      topK,
      ...(scope.length > 0 && { scope: [...scope] }),
      ...(participants.length > 0 && { participants: [...participants] }),
      ...(after !== undefined && { after }),
      ...(before !== undefined && { before }),
    };
    return listOf(await stores.searchMessages(asked, cancel));
  },
});

/** What a template became may be anything; of a time that is none nothing would be found, without a word. */
function timeOf(name: string, value: string | undefined): string | undefined {
  if (value === undefined || value === '') return undefined;
  const moment = instantMs(value);
  if (moment === undefined)
    throw new Error(`${name} is "${value}", which is no time such as 2026-01-31T00:00:00Z`);
  return new Date(moment).toISOString();
}
