import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../shared/contract/errors.ts';
import { defaultConfig } from '../../shared/model/config.ts';
import type { Topic } from '../../shared/model/profile.ts';
import { showPanel } from '../../test/support/control-states.tsx';
import { type FakeWeft, fakeWeft, openProjectAnswers, sampleFiles } from '../../test/support/fake-weft.ts';
import { freshenStores } from '../../test/support/fresh-stores.ts';
import { select } from '../features/conversations/conversations-view.ts';
import { ConversationsInspector } from '../features/conversations/inspector/ConversationsInspector.tsx';
import { changeConfig, useConfig } from '../features/settings/config-store.ts';
import { followLeaving } from './leave-page.ts';
import { loadProject, openProject } from './project.ts';
import { useToasts } from './toasts.ts';

const fake: { weft?: FakeWeft } = {};
const state = { config: defaultConfig, given: { hook_tokens: 100 }, warnings: [], hash: null };

beforeEach(async () => {
  fake.weft = fakeWeft({
    ...openProjectAnswers(sampleFiles),
    'project.open': ({ path }) => ({
      open: true,
      path,
      name: path,
      trusted: true,
      problems: [],
      version: '0.1.0',
      shell: 'window',
      sample_path: path,
    }),
    'config.set': state,
  });
  await loadProject();
});

/** Whether the user is asked before the page is left. */
function isAsked(): boolean {
  const stop = followLeaving();
  const isLeft = window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  stop();
  return !isLeft;
}

const writes = () =>
  (fake.weft?.asked ?? []).flatMap(({ name, input }) =>
    name === 'config.set' || name === 'project.open' ? [input] : [],
  );

describe('a setting that was changed a moment ago', () => {
  it('is written before another project is opened', async () => {
    changeConfig('hook_tokens', 100);
    await openProject('/projects/other');
    expect(writes()).toEqual([{ changes: { hook_tokens: 100 } }, { path: '/projects/other', create: false }]);
  });

  it('and is refused is told to whoever has opened another project', async () => {
    fake.weft?.answer({ 'config.set': new AppError('invalid_input', 'At least 50.') });
    changeConfig('hook_tokens', 1);
    await openProject('/projects/other');
    expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual(['At least 50.']);
  });

  it('is written when the page is left, which asks until it is', async () => {
    expect(isAsked(), 'control: nothing was changed').toBe(false);
    changeConfig('hook_tokens', 100);
    expect(isAsked()).toBe(true);
    await expect.poll(() => useConfig.getState().pending).toEqual({});
    expect(writes()).toEqual([{ changes: { hook_tokens: 100 } }]);
    expect(isAsked()).toBe(false);
  });
});

describe('a topic that was changed and is not saved', () => {
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
  const look = async () => {
    fake.weft?.answer({ 'topics.list': { topics: [topic] } });
    select({ kind: 'topic', id: 'login' });
    const screen = await showPanel(<ConversationsInspector />);
    return { screen, name: screen.getByRole('textbox', { name: 'Name' }) };
  };

  it('asks before the page is left, until it is as it was', async () => {
    const { screen, name } = await look();
    await expect.element(name).toBeVisible();
    expect(isAsked(), 'control: nothing was changed').toBe(false);
    await name.fill('Signing in');
    expect(isAsked()).toBe(true);
    await screen.getByRole('button', { name: 'Revert' }).click();
    expect(isAsked()).toBe(false);
  });

  it('is there again in a page that is opened later, unless it was taken back', async () => {
    const before = await look();
    await before.name.fill('Signing in');
    await before.screen.unmount();
    freshenStores();
    await loadProject();
    const { screen, name } = await look();
    await expect.element(name).toHaveValue('Signing in');
    await screen.getByRole('button', { name: 'Revert' }).click();
    await screen.unmount();
    freshenStores();
    await loadProject();
    await expect.element((await look()).name).toHaveValue('Login');
  });
});
