import { beforeEach, describe, expect, it } from 'vitest';
import type { StoreApi } from 'zustand';
import type { Output } from '../shared/contract/contract.ts';
import type { Topic } from '../shared/model/profile.ts';
import { showPanel } from '../test/support/control-states.tsx';
import { type FakeWeft, fakeWeft, openProjectAnswers, sampleFiles } from '../test/support/fake-weft.ts';
import { select } from './features/conversations/conversations-view.ts';
import { ConversationsInspector } from './features/conversations/inspector/ConversationsInspector.tsx';
import { LateListeners } from './features/shell/LateListeners.tsx';
import { loadProject, openProject } from './stores/project.ts';
import { showError, showToast, useToasts } from './stores/toasts.ts';

const own = '/projects/agent-team';
const other = '/projects/other';
const opened = (path: string): Output<'project.open'> & { readonly path: string } => ({
  open: true,
  path,
  name: path,
  trusted: true,
  problems: [],
  version: '0.1.0',
  shell: 'window',
  sample_path: own,
});
const fake: { weft?: FakeWeft } = {};

beforeEach(async () => {
  fake.weft = fakeWeft({
    ...openProjectAnswers(sampleFiles),
    'project.open': ({ path }) => opened(path),
  });
  await loadProject();
});

/** By the module and the name of its store: what the user has there of a project. */
const held: Readonly<Record<string, object>> = {
  'contracts/use-contracts.ts useBegun': { 'contracts/a': { operator: 'equals', value: 'b' } },
  'conversations/conversations-view.ts useConversationsView': {
    conversationId: 'a',
    drafts: { a: 'What is the port?' },
    tried: { totalBudget: 100 },
    selection: { kind: 'topic', id: 'a' },
    dialog: { kind: 'delete', id: 'a', title: 'A' },
  },
  'handoff/handoff-store.ts useHandoffChoice': {
    sessionId: 'a',
    groupId: 'b',
    packageId: 1,
    patternKey: 'c',
    asks: 'package',
  },
  'health/health-store.ts useHealthChoice': { sessionId: 'a' },
  'stores/dialogs.ts useDialog': { dialog: { kind: 'newEngine' } },
  'ledger/ledger-view.ts useLedgerView': {
    selectedId: 'a',
    filter: { query: 'b', types: [], statuses: [], agents: ['c'], tags: [], scope: 'd' },
    dialog: { kind: 'override', id: 'a', summary: 'A' },
  },
  'memories/memory-view.ts useMemoryView': {
    document: { collection: 'a', path: 'b' },
    openSteps: { a: 3 },
  },
  'assembly/runs/pinned-run.ts usePinnedRun': { pinned: { sampleName: 'A', limit: 1, result: {} } },
  'recordings/recordings-store.ts useRecordingsChoice': { cause: 'a' },
  'stores/solo.ts useSolo': { at: { engineId: 'a', ruleId: 'b' } },
  'sessions/sessions-store.ts useSessionsChoice': { sessionId: 'a', turn: 3, beside: 2 },
};

/** These hold words that are looked for, what was read, which is read again once another project is open, or what rules are shown by. */
const others: readonly string[] = [
  'stores/dialogs.ts useFinding',
  'handoff/handoff-store.ts useHandoff',
  'health/health-store.ts useHealth',
  'recordings/recordings-store.ts useRecordings',
  'rules/canvas/revealed-groups.ts useRevealed',
  'rules/outline/outline-actions.ts useSeen',
  'sessions/sessions-store.ts useSessions',
  'settings/backups/backups-store.ts useBackups',
  'settings/config-store.ts useConfig',
];

const modules = import.meta.glob<Record<string, unknown>>([
  './features/**/*.ts',
  './stores/dialogs.ts',
  './stores/solo.ts',
  '!./features/**/*.test.ts',
  '!./features/**/view.ts',
]);
const isStore = (value: unknown): value is StoreApi<object> =>
  typeof value === 'function' && 'getInitialState' in value;

async function storesOfFeatures(): Promise<ReadonlyMap<string, StoreApi<object>>> {
  const loaded = await Promise.all(
    Object.entries(modules).map(async ([path, load]) => [path, await load()] as const),
  );
  const stores = loaded.flatMap(([path, module]) =>
    Object.entries(module).flatMap(([name, value]) =>
      isStore(value) ? [[`${path.replace(/^\.\/(?:features\/)?/, '')} ${name}`, value] as const] : [],
    ),
  );
  return new Map(stores);
}

describe('what is chosen, typed or asked of a project', () => {
  it('is named here for every store of a view', async () => {
    const known = [...Object.keys(held), ...others];
    expect([...(await storesOfFeatures()).keys()].toSorted()).toEqual(known.toSorted());
  });

  it.each(Object.entries(held))('is none of the next one: %s', async (name, chosen) => {
    const store = (await storesOfFeatures()).get(name);
    store?.setState(chosen);
    await openProject(own);
    expect(store?.getState(), 'control: it stays in its own project').toMatchObject(chosen);
    await openProject(other);
    expect(store?.getState()).toEqual(store?.getInitialState());
  });
});

it('what a message offers to take back is not done to another project', async () => {
  await showPanel(<LateListeners />);
  const action = { label: 'Undo', run: () => {} };
  showToast({ message: 'Topic "Login" deleted.', action });
  showError(new Error('The disk is full.'));
  await openProject(own);
  expect(useToasts.getState().toasts).toHaveLength(2);
  await openProject(other);
  expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual(['The disk is full.']);
});

it('what was changed of a topic and is not saved is not laid over that of another project, and is there again in its own', async () => {
  const topic: Topic = {
    slug: 'login',
    label: 'Login',
    aliases: [],
    domain: 'web',
    facts: [],
    importance: 0.5,
    proficiency: 'advanced',
    conversations: [],
    mentions: 1,
  };
  fake.weft?.answer({ 'topics.list': { topics: [topic] } });
  const look = async () => {
    select({ kind: 'topic', id: 'login' });
    const screen = await showPanel(<ConversationsInspector />);
    return { screen, name: screen.getByRole('textbox', { name: 'Name' }) };
  };
  const before = await look();
  await before.name.fill('Signing in');
  await before.screen.unmount();
  await openProject(other);
  const there = await look();
  await expect.element(there.name).toHaveValue('Login');
  await there.screen.unmount();
  await openProject(own);
  await expect.element((await look()).name).toHaveValue('Signing in');
});
