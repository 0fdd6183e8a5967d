import { beforeEach, expect, inject, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { panelFindings, showPanel } from '../../../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../../test/support/fake-weft.ts';
import { followAnalysis, useAnalysis } from '../../stores/analysis.ts';
import { edit, undoAll, useDocuments } from '../../stores/documents.ts';
import { loadProject } from '../../stores/project.ts';
import { renameDocument } from '../../stores/rename-document.ts';
import { setWorkspace, useWorkspace } from '../../stores/workspace.ts';
import { ContractBanner } from './ContractBanner.tsx';
import { ContractEditor } from './ContractEditor.tsx';
import { ContractInspector } from './ContractInspector.tsx';
import { createContract, removeContract } from './use-contracts.ts';

const id = 'risky-changes-get-security';

beforeEach(async () => {
  fakeWeft(openProjectAnswers(sampleFiles));
  await loadProject();
  setWorkspace({ contractId: id });
  const stop = followAnalysis();
  return () => {
    undoAll();
    stop();
  };
});

/** The edit of a bound that lets risky changes pass without the checklist. */
const raiseBound = () =>
  edit('change value', draft => {
    const rule = draft.engines['review-rules']?.rules.find(one => one.id === 'security-for-risk');
    Object.assign(rule?.when[0] ?? {}, { value: 0.9 });
  });

it.runIf(inject('isLong'))(
  'says that a contract is proved, and with the edit that breaks it which request does',
  async () => {
    const screen = await showPanel(
      <>
        <ContractInspector />
        <ContractBanner />
      </>,
    );
    await expect.element(screen.getByText('proved', { exact: true })).toBeVisible();
    expect(screen.getByText(/This edit breaks the contract/).query()).toBeNull();
    raiseBound();
    await expect.element(screen.getByText('broken', { exact: true })).toBeVisible();
    await expect.element(screen.getByText(/This edit breaks the contract/)).toBeVisible();
    // One line of it is shown first.
    await screen.getByRole('button', { name: 'More' }).click();
    expect(await panelFindings()).toEqual([]);
    await screen.getByRole('button', { name: 'Try the witness' }).click();
    const { sampleId = '' } = useWorkspace.getState();
    expect(useDocuments.getState().working.samples[sampleId]?.request).toMatchObject({
      additional_variables: { risk: expect.any(Number) },
    });
  },
);

it('asks a new contract for what it speaks of, in place: a draft until then, neither broken nor written', async () => {
  const screen = await showPanel(<ContractEditor />);
  await expect.element(screen.getByText('proved', { exact: true }).first()).toBeVisible();
  const problems = useAnalysis.getState().problems.length;
  createContract();
  const memory = screen.getByRole('combobox', { name: 'Memory' });
  await expect.element(memory).toHaveValue('');
  await expect.element(screen.getByText('draft', { exact: true }).first()).toBeVisible();
  // Nothing is said to be wrong, and a condition that is begun asks as well.
  await screen.getByRole('button', { name: 'Add condition' }).click();
  const field = screen.getByRole('combobox', { name: 'Field' });
  await expect.element(field).toHaveValue('');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.querySelector('[role=listbox]')).toBeNull();
  expect(screen.container.querySelectorAll('[data-invalid], [aria-invalid=true]')).toHaveLength(0);
  expect(await panelFindings()).toEqual([]);
  const { working, unsaved } = useDocuments.getState();
  expect([unsaved, working.contracts['new-contract']?.when]).toEqual([[], undefined]);
  expect(useAnalysis.getState().verdicts['new-contract']).toBeUndefined();
  expect(useAnalysis.getState().problems).toHaveLength(problems);
  await memory.fill('security-checklist');
  await userEvent.keyboard('{Enter}');
  await field.fill('addVar.phase');
  await userEvent.keyboard('{Enter}');
  // Another contract looked at meanwhile has none of it, and takes none of it away.
  setWorkspace({ contractId: id });
  await expect.element(field).toHaveValue('addVar.risk');
  setWorkspace({ contractId: 'new-contract' });
  await expect.element(field).toHaveValue('addVar.phase');
  await screen.getByRole('textbox', { name: 'Value of condition 1' }).fill('hotfix');
  await expect.poll(() => useAnalysis.getState().verdicts['new-contract']?.answer).toBe('refuted');
  expect(useDocuments.getState().working.contracts['new-contract']).toMatchObject({
    state: { kind: 'always', memory: 'security-checklist' },
    when: [{ field: 'addVar.phase', operator: 'eq', value: 'hotfix' }],
  });
  expect(useDocuments.getState().unsaved).toEqual([
    { kind: 'contracts', id: 'new-contract', change: 'created' },
  ]);
});

it('keeps a condition that is begun with its contract while that is named, and for no other of the same id', async () => {
  const screen = await showPanel(<ContractEditor />);
  createContract();
  const fields = screen.getByRole('combobox', { name: 'Field' });
  await expect.element(screen.getByText('Without a condition it speaks of every request.')).toBeVisible();
  await screen.getByRole('button', { name: 'Add condition' }).click();
  await fields.fill('addVar.phase');
  await userEvent.keyboard('{Enter}');
  await screen.getByRole('textbox', { name: 'Name' }).fill('Renamed meanwhile');
  await expect.poll(() => useWorkspace.getState().contractId).toBe('renamed-meanwhile');
  await expect.element(fields).toHaveValue('addVar.phase');
  removeContract('renamed-meanwhile');
  setWorkspace({ contractId: id });
  await expect.element(fields).toHaveValue('addVar.risk');
  createContract();
  renameDocument('contracts', 'new-contract', 'rename contract', 'Renamed meanwhile');
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Renamed meanwhile');
  expect(fields.query()).toBeNull();
});

it('edits what a contract says and when, readable by everybody', async () => {
  const screen = await showPanel(<ContractEditor />);
  await expect.element(screen.getByText('always security-checklist when risk is at least 0.8')).toBeVisible();
  expect(await panelFindings()).toEqual([]);
  await screen.getByRole('button', { name: 'Remove condition 1' }).click();
  await screen.getByRole('radio', { name: 'Warning' }).click();
  await expect.element(screen.getByText('Without a condition it speaks of every request.')).toBeVisible();
  const { [id]: saved } = useDocuments.getState().saved.contracts;
  const { [id]: contract } = useDocuments.getState().working.contracts;
  const { when: _, ...rest } = saved ?? {};
  expect(contract).toEqual({ ...rest, severity: 'warning' });
});
