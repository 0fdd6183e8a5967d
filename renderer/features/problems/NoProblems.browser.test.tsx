import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { panelFindings, showPanel, someOf } from '../../../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers } from '../../../test/support/fake-weft.ts';
import { followAnalysis, useAnalysis } from '../../stores/analysis.ts';
import { followMemoryAudit } from '../../stores/follow-memory-audit.ts';
import { loadProject, useProject } from '../../stores/project.ts';
import { ProblemsTab } from './ProblemsTab.tsx';
import { ProblemsView } from './ProblemsView.tsx';

const nothingFound: Output<'audit.memories'> = { findings: [], memories: 1, notes: [] };
const places = { 'the view': ProblemsView, 'the drawer': ProblemsTab };

const following: { stop?: () => void } = {};

async function openWith(audit: NonNullable<Parameters<typeof fakeWeft>[0]['audit.memories']>): Promise<void> {
  following.stop?.();
  fakeWeft({
    ...openProjectAnswers({ engines: [], memories: [], samples: [], contracts: [], tests: [] }),
    'audit.memories': audit,
  });
  await loadProject();
  following.stop = followMemoryAudit();
}

beforeEach(() => openWith(nothingFound));
afterEach(() => following.stop?.());

it.each(someOf(Object.entries(places), 2))(
  'says that all holds of a trusted project alone: of one that is only looked at nothing was judged: %s',
  async (_, View) => {
    const stop = followAnalysis();
    const screen = await showPanel(<View />);
    await expect.element(screen.getByText('No problems')).toBeVisible();
    stop();
    useProject.setState(({ info }) => (info === undefined ? {} : { info: { ...info, trusted: false } }));
    await expect.element(screen.getByText('Nothing is judged yet')).toBeVisible();
    await expect.element(screen.getByText(/holds/)).not.toBeInTheDocument();
    expect(await panelFindings()).toEqual([]);
  },
);

it.each(Object.entries(places))(
  'says that all holds once rules and memories were judged, and not before: %s',
  async (_, View) => {
    const held = Promise.withResolvers<Output<'audit.memories'>>();
    await openWith(() => held.promise);
    const screen = await showPanel(<View />);
    await expect.element(screen.getByText('Looking for problems…')).toBeVisible();
    const stop = followAnalysis();
    await expect.poll(() => useAnalysis.getState().isJudged).toBe(true);
    await expect.element(screen.getByText('Looking for problems…')).toBeVisible();
    held.resolve(nothingFound);
    await expect.element(screen.getByText('No problems')).toBeVisible();
    stop();
    await expect.element(screen.getByText('Looking for problems…')).toBeVisible();
  },
);

it.each(someOf(Object.entries(places), 2))(
  'says of no memory that it holds where memories could not be judged: %s',
  async (_, View) => {
    await openWith(new AppError('internal', 'the disk is full'));
    const stop = followAnalysis();
    const screen = await showPanel(<View />);
    await expect.element(screen.getByText('Nothing else was found')).toBeVisible();
    await expect.element(screen.getByText(/could not be judged: the disk is full/)).toBeVisible();
    await expect.element(screen.getByText(/memory .*holds/)).not.toBeInTheDocument();
    expect(await panelFindings()).toEqual([]);
    stop();
  },
);
