import { beforeEach, expect, it } from 'vitest';
import type { WeftEvent } from '../../shared/contract/events.ts';
import type { AssembledContext } from '../../shared/model/assembled-context.ts';
import { assembled } from '../../test/support/assembled.ts';
import { type FakeWeft, fakeWeft, openProjectAnswers, sampleFiles } from '../../test/support/fake-weft.ts';
import { edit, undoAll } from './documents.ts';
import type { ProjectPart } from './live-reading.ts';
import { useLiveRun } from './live-run.ts';
import { followPreview, usePreview } from './preview.ts';
import { loadProject } from './project.ts';
import { setWorkspace } from './workspace.ts';

const [first = '', second = ''] = sampleFiles.samples.map(({ id }) => id);
const state: { weft: FakeWeft; held?: Promise<unknown> | undefined } = { weft: fakeWeft({}) };

// As another file of tests may leave it, which has the same page.
usePreview.setState({ status: 'ready' });

beforeEach(async () => {
  state.held = undefined;
  state.weft = fakeWeft({
    ...openProjectAnswers(sampleFiles),
    'assembly.preview': async (): Promise<AssembledContext> => {
      await state.held;
      return assembled({});
    },
  });
  await loadProject();
  setWorkspace({ sampleId: first });
  const stop = followPreview();
  await expect.poll(() => usePreview.getState().status).toBe('ready');
  return () => {
    stop();
    undoAll();
  };
});

const assemblies = () => state.weft.asked.filter(({ name }) => name === 'assembly.preview').length;
const changed = (what: ProjectPart): WeftEvent => ({ event: 'project:changed', what });

it('assembles again when something is stored that assemblies read, once for many posts', async () => {
  for (let post = 0; post < 20; post += 1) state.weft.tell(changed('ledger'));
  await expect.poll(assemblies).toBe(2);
  const read = [
    'events',
    'graph',
    'handoff',
    'health',
    'conversations',
    'topics',
    'documents',
    'kv',
  ] as const;
  for (const [at, what] of read.entries()) {
    // What no assembly reads makes none.
    for (const other of ['layouts', 'flights', 'recordings'] as const) state.weft.tell(changed(other));
    state.weft.tell(changed(what));
    await expect.poll(assemblies).toBe(3 + at);
  }
});

it('says of which sample its result is while another one is chosen', async () => {
  const held = Promise.withResolvers<void>();
  state.held = held.promise;
  setWorkspace({ sampleId: second });
  await expect.poll(assemblies).toBe(2);
  expect(usePreview.getState()).toMatchObject({ status: 'running', sampleId: first });
  held.resolve();
  await expect.poll(() => usePreview.getState()).toMatchObject({ status: 'ready', sampleId: second });
});

it('ends with the sample, also the run that goes on', async () => {
  const held = Promise.withResolvers<void>();
  state.held = held.promise;
  const slow = usePreview.getInitialState();
  usePreview.setState(slow, true);
  // The first run after a beginning tells of itself.
  const stop = followPreview();
  await expect.poll(() => useLiveRun.getState().run).toBeDefined();
  edit('delete the last sample', draft => {
    draft.samples = {};
  });
  await expect.poll(() => usePreview.getState().status).toBe('idle');
  expect(useLiveRun.getState().run).toBeUndefined();
  held.resolve();
  stop();
});

it('stays as it is left once nobody follows it, whatever answers then', async () => {
  const held = Promise.withResolvers<void>();
  state.held = held.promise;
  usePreview.setState(usePreview.getInitialState(), true);
  const stop = followPreview();
  await expect.poll(() => useLiveRun.getState().run).toBeDefined();
  const asked = assemblies();
  stop();
  usePreview.setState(usePreview.getInitialState(), true);
  held.resolve();
  await state.held;
  await new Promise(resolve => setTimeout(resolve, 50));
  expect([assemblies(), usePreview.getState().status]).toEqual([asked, 'idle']);
  expect(useLiveRun.getState().run).toBeUndefined();
});
