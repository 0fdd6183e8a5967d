import type { contractsContract } from '../../../shared/contract/contracts.ts';
import {
  type ContextContract,
  contextContractSchema,
  contractDraftSchema,
} from '../../../shared/model/context-contract.ts';
import { withoutUndefined } from '../../../shared/model/entries.ts';
import type { SavedDefinition } from '../../storage/files/plan-save.ts';
import type { Handlers, Needs } from '../project/call.ts';
import { toListing } from '../project/definition-list.ts';
import { refuseMisshaped, refuseNewId } from '../project/refuse-problems.ts';
import { mintFrom } from '../rules/complete-engine.ts';
import { checkContracts } from './check-contracts.ts';

export const contractHandlers: Handlers<keyof typeof contractsContract> = {
  async 'contracts.list'(_, call) {
    const { contracts: store } = await call.project();
    const { values: contracts, hashes, problems } = toListing(await store.list());
    return { contracts, hashes, problems };
  },

  async 'contracts.get'({ id }, call) {
    const { contracts: store } = await call.project();
    const { value: contract, hash } = await store.get(id);
    return { contract, hash };
  },

  async 'contracts.create'({ contract: draft }, call) {
    await refuseMisshaped('the contract', contractDraftSchema, draft);
    const { contracts: store } = await call.project();
    const saved = await store.change(async ({ takenIds }) => {
      const id = draft.id ?? mintFrom(draft.name, 'contract', await takenIds());
      return { value: { ...draft, id, severity: draft.severity ?? 'error' }, expected: null };
    });
    return reportSaved(call, saved);
  },

  async 'contracts.update'({ id, changes, expected_hash }, call) {
    await refuseMisshaped('the change', contractDraftSchema.partial(), changes);
    refuseNewId(id, changes.id, 'create it anew and delete the old one');
    const { contracts: store } = await call.project();
    const saved = await store.change(async ({ get }) => {
      const { value, hash } = await get(id);
      return { value: { ...value, ...withoutUndefined(changes) }, expected: expected_hash ?? hash };
    });
    return reportSaved(call, saved);
  },

  async 'contracts.save'({ contract, expected_hash }, call) {
    await refuseMisshaped('the contract', contextContractSchema, contract);
    const { contracts: store } = await call.project();
    return reportSaved(call, await store.save(contract, expected_hash));
  },

  async 'contracts.delete'({ id, expected_hash }, call) {
    const { contracts: store } = await call.project();
    await store.remove(id, expected_hash);
    call.publish({ event: 'project:changed', what: 'contracts' });
    return { deleted: id };
  },

  'contracts.check': checkContracts,
};

/** Tells of a saved contract, unless nothing changed. */
function reportSaved(
  needs: Needs<'publish'>,
  { value: contract, hash, change }: SavedDefinition<ContextContract>,
): { contract: ContextContract; hash: string } {
  if (change !== 'unchanged') needs.publish({ event: 'project:changed', what: 'contracts' });
  return { contract, hash };
}
