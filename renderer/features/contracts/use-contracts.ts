import { useMemo } from 'react';
import { create } from 'zustand';
import type { ContextContract, ContractVerdict } from '../../../shared/model/context-contract.ts';
import type { DraftCondition } from '../../../shared/model/layout.ts';
import { useAnalysis } from '../../stores/analysis.ts';
import { useBudgetFindings } from '../../stores/budget-findings.ts';
import { copyOf } from '../../stores/copy-document.ts';
import { deleteNamed } from '../../stores/deletion.ts';
import { edit, selectContracts, useDocuments } from '../../stores/documents.ts';
import { offerUndo } from '../../stores/offer-undo.ts';
import { onOtherProject } from '../../stores/other-project.ts';
import { formKeyOf } from '../../stores/renamed.ts';
import { neighbourByName, useByName } from '../../stores/use-by-name.ts';
import { setWorkspace, showContract, useWorkspace, type Workspace } from '../../stores/workspace.ts';
import { t } from '../../texts/texts.ts';
import { addContract } from './contract-edits.ts';

const selectContractId = (state: Workspace) => state.contractId;
const selectVerdicts = (state: { readonly verdicts: Readonly<Record<string, ContractVerdict>> }) =>
  state.verdicts;

/** Every contract of the working copy, in the order of their names. */
export const useAllContracts = (): readonly ContextContract[] => useByName(selectContracts);

/** The contract that was chosen, else the first. */
export function useSelectedContract(): ContextContract | undefined {
  const all = useAllContracts();
  const chosen = useWorkspace(selectContractId);
  return all.find(({ id }) => id === chosen) ?? all[0];
}

/** What contracts come to, by id: those of rules alone from the worker, the others as the host measured them. */
export function useVerdicts(): Readonly<Record<string, ContractVerdict>> {
  const decided = useAnalysis(selectVerdicts);
  const measured = useBudgetFindings(selectVerdicts);
  return useMemo(() => ({ ...measured, ...decided }), [measured, decided]);
}

/** By the form of its contract, the condition that is begun: there again when something else was looked at meanwhile. */
export const useBegun = create<Readonly<Record<string, DraftCondition | undefined>>>()(() => ({}));

onOtherProject(() => useBegun.setState({}, true));

export function noteBegun(contractId: string, begun: DraftCondition | undefined): void {
  useBegun.setState({ [formKeyOf('contracts', contractId)]: begun });
}

/** Makes a contract and shows it. */
export function createContract(): void {
  const made = { id: '' };
  edit(t('new contract'), draft => {
    made.id = addContract(draft, t('New contract'));
  });
  // One that is gone may have had the same id.
  noteBegun(made.id, undefined);
  showContract(made.id);
}

/** Duplicates a contract and shows the copy, to vary it. */
export function copyContract(contractId: string): void {
  const copy = copyOf(useDocuments.getState().working.contracts, contractId);
  if (!copy) return;
  edit(t('duplicate contract'), draft => {
    draft.contracts[copy.id] = copy;
  });
  // One that is gone may have had the same id.
  noteBegun(copy.id, undefined);
  showContract(copy.id);
}

/** Deletes a contract once what names it was said, shows its neighbour, and offers to take that back. */
export function removeContract(contractId: string): void {
  const name = useDocuments.getState().working.contracts[contractId]?.name;
  if (name !== undefined)
    deleteNamed({ kind: 'contract', id: contractId }, `“${name}”`, () => removeNow(contractId, name));
}

function removeNow(contractId: string, name: string): void {
  const { contracts } = useDocuments.getState().working;
  const remove = () =>
    edit(t('delete contract'), draft => {
      delete draft.contracts[contractId];
    });
  offerUndo(t('Deleted "{name}".', { name }), remove, () => setWorkspace({ contractId }));
  setWorkspace({ contractId: neighbourByName(contracts, contractId) });
}
