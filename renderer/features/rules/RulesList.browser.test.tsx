import { beforeEach, expect, inject, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { assembled } from '../../../test/support/assembled.ts';
import { panelFindings, showPanel, someOf } from '../../../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../../test/support/fake-weft.ts';
import { followAnalysis } from '../../stores/analysis.ts';
import { undoAll } from '../../stores/documents.ts';
import { usePreview } from '../../stores/preview.ts';
import { loadProject } from '../../stores/project.ts';
import { setWorkspace } from '../../stores/workspace.ts';
import { RulesList } from './RulesList.tsx';
import { currentSelection, selectEngine } from './selection.ts';

beforeEach(async () => {
  fakeWeft(openProjectAnswers(sampleFiles));
  await loadProject();
  setWorkspace({ sampleId: sampleFiles.samples[0]?.id });
  selectEngine(sampleFiles.engines[0]?.id ?? '');
  usePreview.setState({ status: 'ready', result: assembled({}) });
  return followAnalysis();
});

it.runIf(inject('isLong')).each(someOf(['Operators', 'Variables', 'Memories']))(
  'the palette of %s gets a height by arrows, which is remembered and given back',
  async label => {
    const show = () => showPanel(<RulesList />);
    const screen = await show();
    const grip = screen.getByRole('separator', { name: `Resize ${label}` });
    await expect.element(grip).toBeVisible();
    const palette = () =>
      screen.getByRole('region', { name: label, exact: true }).element().parentElement ?? document.body;
    const height = () => Math.round(palette().getBoundingClientRect().height);
    // What there is to drag comes from the worker.
    await expect.poll(height).toBeGreaterThan(126);
    const whole = height();
    grip.element().focus();
    await userEvent.keyboard('{Home}');
    expect(height()).toBe(96);
    await userEvent.keyboard('{ArrowDown}');
    const chosen = height();
    expect(chosen).toBe(126);
    await screen.unmount();
    const again = await show();
    const shown = again.getByRole('region', { name: label, exact: true }).element().parentElement;
    expect(Math.round(shown?.getBoundingClientRect().height ?? 0)).toBe(chosen);
    await again.getByRole('separator', { name: `Resize ${label}` }).dblClick();
    expect(Math.round(shown?.getBoundingClientRect().height ?? 0)).toBe(whole);
    expect(await panelFindings()).toEqual([]);
  },
);

it('a palette is dragged to another height, and not below its heading', async () => {
  const screen = await showPanel(<RulesList />);
  const grip = screen.getByRole('separator', { name: 'Resize Operators' });
  await expect.element(grip).toBeVisible();
  const palette = screen.getByRole('region', { name: 'Operators', exact: true });
  const whole = palette.element().parentElement?.clientHeight ?? 0;
  await userEvent.dragAndDrop(grip, palette.getByRole('heading'));
  await expect.poll(() => palette.element().parentElement?.clientHeight).toBe(96);
  await userEvent.dragAndDrop(grip, screen.getByRole('separator', { name: 'Resize Memories' }));
  await expect.poll(() => palette.element().parentElement?.clientHeight).toBe(whole);
});

it('of many memories only those in sight are there, with the palette as high as it is and with a height of its own', async () => {
  const [memory] = sampleFiles.memories;
  if (memory === undefined) throw new Error('the sample project has no memory');
  const memories = Array.from({ length: 500 }, (_, at) => ({ ...memory, id: `memory-${at}` }));
  fakeWeft(openProjectAnswers({ ...sampleFiles, memories }));
  await loadProject();
  const screen = await showPanel(
    <div style={{ height: 600, overflow: 'auto' }}>
      <RulesList />
    </div>,
  );
  const rows = () => document.querySelectorAll('[data-testid^="palette-memory-"]').length;
  const grip = screen.getByRole('separator', { name: 'Resize Memories' });
  await expect.element(grip).toBeInTheDocument();
  await expect.poll(rows).toBeGreaterThan(0);
  expect(rows()).toBeLessThan(40);
  grip.element().focus();
  await userEvent.keyboard('{Home}{ArrowDown}');
  await expect.poll(rows).toBeGreaterThan(0);
  expect(rows()).toBeLessThan(20);
});

it('a memory that is pressed in an engine without rules begins one that adds it', async () => {
  const [engine] = sampleFiles.engines;
  const [memory] = sampleFiles.memories;
  if (engine === undefined || memory === undefined) throw new Error('the sample project has none');
  fakeWeft(openProjectAnswers({ ...sampleFiles, engines: [{ ...engine, rules: [] }], memories: [memory] }));
  await loadProject();
  selectEngine(engine.id);
  const screen = await showPanel(<RulesList />);
  const row = screen.getByTestId(`palette-${memory.id}`);
  // The variables above it come from the worker, and must not move it away while it is pressed.
  await expect.poll(() => screen.getByTestId(/^ask-/).elements().length).toBeGreaterThan(0);
  await row.click();
  await expect.element(row).toHaveAttribute('aria-pressed', 'true');
  expect(currentSelection().rule?.then.add_memories).toEqual([memory.id]);
  await row.click();
  expect(currentSelection().rule?.then.add_memories).toEqual([]);
  undoAll();
});
