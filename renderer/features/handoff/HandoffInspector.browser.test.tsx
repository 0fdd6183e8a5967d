import { beforeEach, expect, it } from 'vitest';
import { defaultConfig } from '../../../shared/model/config.ts';
import { longText, panelFindings, showPanel } from '../../../test/support/control-states.tsx';
import { type FakeWeft, fakeWeft } from '../../../test/support/fake-weft.ts';
import { listedPackage, listedSession } from '../../../test/support/handoff-lists.ts';
import { HandoffInspector } from './HandoffInspector.tsx';
import { choose, type ListedPackage, type ListedPattern } from './handoff-store.ts';
import { patternKey } from './logic/pattern-rows.ts';

const at = '2026-11-20T10:00:00.000Z';
const session = listedSession('release-7', { packages: 2 });
const older = listedPackage('release-7', { superseded: true });
const newer: ListedPackage = {
  ...older,
  id: 2,
  supersedes_id: 1,
  superseded: false,
  file_path: `notes/${longText}.md`,
  summary: longText,
  content: `# Login\n${longText}`,
};
const pattern: ListedPattern = {
  pattern_hash: 'a'.repeat(16),
  project_id: 'web',
  signature: {
    error_type: 'TypeError',
    message_pattern: longText,
    context_hints: ['login.ts'],
    stack_pattern: 'at login',
  },
  solution: longText,
  confidence: 0.7,
  occurrences: 3,
  last_seen: at,
  created_at: at,
  ttl_days: 30,
  expired: false,
  shown: true,
  history: [
    { at, confidence: 0.5, cause: 'recorded' },
    { at, confidence: 0.7, cause: 'helped' },
  ],
};
const fake: { weft?: FakeWeft } = {};

beforeEach(() => {
  fake.weft = fakeWeft({
    'sessions.list': { sessions: [session] },
    'packages.list': { packages: [newer, older] },
    'errorPatterns.list': { patterns: [pattern] },
    'config.get': { config: defaultConfig, given: {}, warnings: [], hash: null },
  });
  choose({ tab: 'packages', packageId: undefined, patternKey: undefined });
});

it.each([
  ['packages', 'No package selected'],
  ['patterns', 'No pattern selected'],
] as const)('among %s says what to pick while nothing is', async (tab, title) => {
  choose({ tab });
  const screen = await showPanel(<HandoffInspector />);
  await expect.element(screen.getByText(title)).toBeVisible();
  expect(await panelFindings()).toEqual([]);
});

it('a package shows what it took the place of, and leads there', async () => {
  choose({ packageId: 2 });
  const screen = await showPanel(<HandoffInspector />);
  await expect.element(screen.getByText('Addressed to nobody, read by nobody.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Copy content' })).toBeVisible();
  expect(await panelFindings()).toEqual([]);
  await screen.getByRole('button', { name: '#1 notes/login.md' }).click();
  await expect.element(screen.getByText('None: agents get the summary and read the file.')).toBeVisible();
  await expect.element(screen.getByText('superseded')).toBeVisible();
});

it('a pattern shows its signature, its solution and how its confidence went', async () => {
  choose({ tab: 'patterns', patternKey: patternKey(pattern) });
  const screen = await showPanel(<HandoffInspector />);
  await expect.element(screen.getByText('TypeError').first()).toBeVisible();
  await expect.element(screen.getByRole('img').first()).toBeInTheDocument();
  expect(await panelFindings()).toEqual([]);
});

it('what another door changed is shown once it is told', async () => {
  choose({ packageId: 1 });
  const screen = await showPanel(<HandoffInspector />);
  await expect.element(screen.getByText('How the login works')).toBeVisible();
  fake.weft?.answer({ 'packages.list': { packages: [{ ...older, summary: 'How the logout works' }] } });
  fake.weft?.tell({ event: 'project:changed', what: 'handoff' });
  await expect.element(screen.getByText('How the logout works')).toBeVisible();
});
