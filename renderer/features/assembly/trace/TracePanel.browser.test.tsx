import { expect, it } from 'vitest';
import { assembled, call } from '../../../../test/support/assembled.ts';
import { showPanel } from '../../../../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../../../test/support/fake-weft.ts';
import { usePreview } from '../../../stores/preview.ts';
import { loadProject } from '../../../stores/project.ts';
import { setWorkspace } from '../../../stores/workspace.ts';
import { usePinnedRun } from '../runs/pinned-run.ts';
import { TracePanel } from './TracePanel.tsx';

it('pins a run under the sample that it is of, also while another one is chosen', async () => {
  fakeWeft(openProjectAnswers(sampleFiles));
  await loadProject();
  const [before, chosen] = sampleFiles.samples;
  const result = assembled({});
  usePreview.setState({ status: 'running', result, sampleId: before?.id });
  setWorkspace({ sampleId: chosen?.id });
  const screen = await showPanel(<TracePanel result={result} />);
  const pin = screen.getByRole('button', { name: 'Pin this run to compare' });
  await pin.click();
  await expect.poll(() => usePinnedRun.getState().pinned).toMatchObject({ sampleName: before?.name, result });
  expect(before?.name).not.toBe(chosen?.name);
});

it('leads to three of the rules that asked for a memory, and names the others', async () => {
  fakeWeft(openProjectAnswers(sampleFiles));
  await loadProject();
  const requested_by = ['First', 'Second', 'Third', 'Fourth', 'Fifth'].map(rule_id => ({
    kind: 'rule' as const,
    engine_id: 'e',
    rule_id,
  }));
  const result = assembled({ trace: { memory_calls: [call('m', { requested_by })] } });
  const screen = await showPanel(<TracePanel result={result} />);
  const row = screen.getByRole('row', { name: /^m,/ });
  await expect.element(row.getByRole('button', { name: 'Third' })).toBeVisible();
  await expect.element(row.getByText('and 2 more')).toHaveAttribute('title', 'Fourth, Fifth');
  expect(row.getByRole('button', { name: 'Fourth' }).elements()).toEqual([]);
});
