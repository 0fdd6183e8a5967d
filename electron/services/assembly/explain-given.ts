import type { Input, Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { ExplainTarget } from '../../engine/assembly/explain/explain-target.ts';
import { explainItem } from '../../engine/assembly/explain-item.ts';
import type { Needs } from '../project/call.ts';
import { giverOf } from '../project/caller-request.ts';
import { itemPolicyOf } from '../project/config.ts';
import { valuesOf } from '../project/definition-list.ts';
import { knownDefinitions, noDefinitions } from '../project/known-definitions.ts';
import { layOver, projectUnder } from '../project/overlay.ts';

/** Why a memory or an item is there or not, with unsaved definitions laid over the project's. */
export async function explainGiven(
  { request, memory_id, item_id, overlay = {} }: Input<'assembly.explain'>,
  needs: Needs<'caller' | 'cancel' | 'regexes' | 'ports' | 'projectIfOpen'>,
): Promise<Output<'assembly.explain'>> {
  const project = projectUnder(overlay, await needs.projectIfOpen());
  const known = await layOver(
    project === undefined ? noDefinitions : await knownDefinitions(project),
    overlay,
    needs.caller,
  );
  const samples = (await valuesOf(project?.samples)) ?? [];
  return explainItem(
    {
      ...known,
      samples,
      request,
      giver: giverOf(needs.caller),
      ...(await itemPolicyOf(project)),
      target: targetOf(memory_id, item_id),
    },
    { ports: needs.ports(project), cancel: needs.cancel, regexes: needs.regexes },
  );
}

function targetOf(memoryId: string | undefined, itemId: string | undefined): ExplainTarget {
  if (memoryId !== undefined && itemId === undefined) return { memoryId };
  if (memoryId === undefined && itemId !== undefined)
    return { memoryId: itemId.slice(0, itemId.lastIndexOf('#')), itemId };
  throw new AppError('invalid_input', 'give either memory_id or item_id');
}
