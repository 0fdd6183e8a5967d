import { beforeEach, expect, it } from 'vitest';
import { panelFindings, showPanel } from '../../../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../../test/support/fake-weft.ts';
import { followAnalysis } from '../../stores/analysis.ts';
import { edit, undoAll, useDocuments } from '../../stores/documents.ts';
import { loadProject } from '../../stores/project.ts';
import { setWorkspace, useWorkspace } from '../../stores/workspace.ts';
import { ContractBanner } from './ContractBanner.tsx';
import { ContractEditor } from './ContractEditor.tsx';
import { ContractInspector } from './ContractInspector.tsx';

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

it('says that a contract is proved, and with the edit that breaks it which request does', async () => {
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
