import { entryTypes } from '../../../../shared/model/ledger-words.ts';
import { numberParam, textParam, textsParam } from './read-params.ts';
import { listOf, type StepRunner } from './step-runner.ts';

/** M2 `blackboard`: entries of a scope that are not resolved, newest first. */
export const runBlackboard: StepRunner = async ({ params, ports, cancel }) => {
  const scope = textParam(params, 'scope');
  const asked = textsParam(params, 'entry_types');
  const unknown = asked.find(type => !entryTypes.some(known => known === type));
  // Known only when templates are resolved, so it is judged here and not when the memory is saved.
  if (unknown !== undefined)
    throw new Error(`"${unknown}" is no type of entry; there are: ${entryTypes.join(', ')}`);
  const query = {
    ...(scope !== undefined && { scope }),
    ...(asked.length > 0 && { entryTypes: entryTypes.filter(type => asked.includes(type)) }),
    limit: numberParam(params, 'limit', 100),
  };
  return listOf(await ports.stores.readBlackboard(query, cancel));
};
