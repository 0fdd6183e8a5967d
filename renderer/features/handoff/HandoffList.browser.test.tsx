import { expect, it } from 'vitest';
import type { Output } from '../../../shared/contract/contract.ts';
import { defaultConfig } from '../../../shared/model/config.ts';
import { showPanel } from '../../../test/support/control-states.tsx';
import { type FakeWeft, fakeWeft, openProjectAnswers, sampleFiles } from '../../../test/support/fake-weft.ts';
import { listedPackage, listedSession } from '../../../test/support/handoff-lists.ts';
import { openProject } from '../../stores/project.ts';
import { HandoffList } from './HandoffList.tsx';
import { type ListedPackage, type ListedSession, useHandoff, useHandoffChoice } from './handoff-store.ts';

const sessionOf = (session_id: string): ListedSession => listedSession(session_id, { groups: ['backend'] });
const packageOf = (session_id: string): ListedPackage =>
  listedPackage(session_id, {
    id: session_id.length,
    group_id: 'backend',
    file_path: `${session_id}.md`,
  });

function fakeSessions(...ids: string[]): FakeWeft {
  return fakeWeft({
    ...openProjectAnswers(sampleFiles),
    'sessions.list': { sessions: ids.map(sessionOf) },
    'packages.list': ({ session_id }) => ({ packages: [packageOf(session_id ?? '')] }),
    'errorPatterns.list': { patterns: [] },
    'config.get': { config: defaultConfig, given: {}, warnings: [], hash: null },
  });
}

const other: Output<'project.open'> = {
  open: true,
  path: '/projects/other',
  name: 'other',
  trusted: true,
  problems: [],
  version: '0.1.0',
  shell: 'window',
  sample_path: '/projects/other',
};

const inSight = () => useHandoff.getState().session?.session_id;

it.each([
  ['group', 'backend', { groupId: 'backend' }],
  ['package', 'old.md', { packageId: 3 }],
])('stays at the session of a %s that was chosen when another session comes up', async (_, name, chosen) => {
  const weft = fakeSessions('old');
  const screen = await showPanel(<HandoffList />);
  await screen.getByText(name, { exact: true }).click();
  weft.answer({ 'sessions.list': { sessions: ['newer', 'old'].map(sessionOf) } });
  weft.tell({ event: 'project:changed', what: 'handoff' });
  await expect.element(screen.getByText('newer')).toBeVisible();
  expect(inSight()).toBe('old');
  expect(useHandoffChoice.getState()).toMatchObject(chosen);
});

it('follows the newest session while nothing of one is chosen, and again in another project', async () => {
  const weft = fakeSessions('old');
  const screen = await showPanel(<HandoffList />);
  await expect.poll(inSight).toBe('old');
  weft.answer({ 'sessions.list': { sessions: ['newer', 'old'].map(sessionOf) } });
  weft.tell({ event: 'project:changed', what: 'handoff' });
  await expect.poll(inSight).toBe('newer');
  await screen.getByText('backend', { exact: true }).click();
  await screen.unmount();
  weft.answer({ 'project.open': other });
  await openProject('/projects/other');
  expect(useHandoffChoice.getState()).toMatchObject({ sessionId: undefined, groupId: undefined });
});
