import { entryTypes } from '../../../../shared/model/ledger-words.ts';
import { blackboard as kind } from '../../../../shared/pipeline/steps/blackboard.ts';
import { defineStep, listOf } from '../define-step.ts';

/** Entries of a scope that are not resolved, newest first. */
export const blackboard = defineStep(kind, {
  reads: ['readBlackboard'],
  run: async ({ params: { scope, entry_types: asked, limit }, stores, cancel }) => {
    const unknown = asked.find(type => !entryTypes.some(known => known === type));
    // Known only when templates are resolved, so it is judged here and not when the memory is saved.
    if (unknown !== undefined)
      throw new Error(`"${unknown}" is no type of entry; there are: ${entryTypes.join(', ')}`);
    const query = {
      ...(scope !== undefined && { scope }),
      ...(asked.length > 0 && { entryTypes: entryTypes.filter(type => asked.includes(type)) }),
      limit,
    };
    return listOf(await stores.readBlackboard(query, cancel));
  },
});
