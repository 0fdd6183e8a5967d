import { beforeEach, describe, expect, it } from 'vitest';
import { assembled, item } from '../../../test/support/assembled.ts';
import { panelFindings, showPanel } from '../../../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../../test/support/fake-weft.ts';
import { edit, undoAll, useDocuments } from '../../stores/documents.ts';
import { followEvaluations } from '../../stores/evaluations.ts';
import { usePreview } from '../../stores/preview.ts';
import { loadProject } from '../../stores/project.ts';
import { setWorkspace, useWorkspace } from '../../stores/workspace.ts';
import { SampleInspector } from './SampleInspector.tsx';

beforeEach(async () => {
  fakeWeft(openProjectAnswers(sampleFiles));
  await loadProject();
  setWorkspace({ sampleId: sampleFiles.samples[0]?.id });
  const stop = followEvaluations();
  return () => {
    undoAll();
    stop();
  };
});

it('says what to pick while there is no sample', async () => {
  fakeWeft(openProjectAnswers({ ...sampleFiles, samples: [] }));
  await loadProject();
  const screen = await showPanel(<SampleInspector />);
  await expect.element(screen.getByText('No sample selected')).toBeVisible();
});

describe('every sample of the sample project', () => {
  it.each(sampleFiles.samples.map(({ id }) => id))('%s is shown, readable by everybody', async sampleId => {
    setWorkspace({ sampleId });
    const screen = await showPanel(<SampleInspector />);
    await expect.element(screen.getByRole('region', { name: 'Sample inspector' })).toBeVisible();
    expect(await panelFindings()).toEqual([]);
  });
});

it('names the rules that fire, as the worker judges them, and leads to them', async () => {
  const screen = await showPanel(<SampleInspector />);
  const fired = screen.getByRole('button', { name: /Planning rules|Review rules/ }).first();
  await fired.click();
  expect(useWorkspace.getState()).toMatchObject({ view: 'rules' });
});

it('draws of many rules that fire those in sight, and more as they are scrolled to', async () => {
  edit('many rules', draft => {
    const [engine] = Object.values(draft.engines);
    if (!engine) throw new Error('the sample project has no engine');
    engine.enabled = true;
    engine.rules = Array.from({ length: 90 }, (_, at) => ({
      id: `many-${at}`,
      name: `Many ${at}`,
      when: [{ field: 'addVar.phase', operator: 'exists' }],
      then: { add_memories: [] },
    }));
  });
  const screen = await showPanel(
    <div style={{ display: 'flex', height: 400 }}>
      <SampleInspector />
    </div>,
  );
  const rows = screen.getByRole('button', { name: /Many \d/ });
  await expect.poll(() => rows.elements().length).toBeGreaterThan(10);
  expect(rows.elements().length).toBeLessThan(60);
  await expect
    .poll(() => {
      rows.elements().at(-1)?.scrollIntoView();
      return rows.elements().length;
    })
    .toBe(90);
});

it('tells every error of a request at once', async () => {
  const sampleId = sampleFiles.samples[0]?.id ?? '';
  edit('break the request', draft => {
    const sample = draft.samples[sampleId];
    if (sample) Object.assign(sample, { request: { additional_variables: 7, input: 9 } });
  });
  const screen = await showPanel(<SampleInspector />);
  await expect.element(screen.getByText(/This request has/)).toBeVisible();
  expect(await panelFindings()).toEqual([]);
});

it('shows nothing that another sample comes to, and pins what this one does without what is tried', async () => {
  const [sample, other] = sampleFiles.samples;
  const weft = fakeWeft({
    ...openProjectAnswers(sampleFiles),
    'assembly.preview': assembled({ context: { knowledge: [item('own#0')] } }),
  });
  usePreview.setState({ status: 'ready', result: assembled({}), sampleId: other?.id, limitOverride: 7 });
  const screen = await showPanel(<SampleInspector />);
  const pin = screen.getByRole('button', { name: 'Pin the outcome as a test' });
  await expect.element(screen.getByRole('region', { name: 'Sample inspector' })).toBeVisible();
  await expect.element(pin).not.toBeInTheDocument();
  usePreview.setState({ sampleId: sample?.id });
  await pin.click();
  await expect.poll(() => weft.asked.map(({ name }) => name)).toContain('assembly.preview');
  expect(JSON.stringify(weft.asked.find(({ name }) => name === 'assembly.preview'))).not.toContain(
    'max_tokens":7',
  );
  await expect
    .poll(() => Object.values(useDocuments.getState().working.tests).at(-1)?.expect)
    .toContainEqual({ kind: 'section', section: 'knowledge', memories: ['own'] });
});
