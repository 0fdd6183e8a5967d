import { beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Bundle, Entity, Topic } from '../../../../shared/model/profile.ts';
import { longText, panelFindings, showPanel } from '../../../../test/support/control-states.tsx';
import { type FakeWeft, fakeWeft } from '../../../../test/support/fake-weft.ts';
import { select, setConversationsView, useConversationsView } from '../conversations-view.ts';
import { ConversationsInspector } from './ConversationsInspector.tsx';

const topic: Topic = {
  slug: 'login',
  label: 'Login',
  aliases: ['sign in'],
  domain: 'web',
  facts: [{ text: longText, confidence: 0.8 }],
  importance: 0.6,
  proficiency: 'advanced',
  conversations: [],
  mentions: 4,
};
const entity: Entity = {
  id: 'ada',
  name: 'Ada',
  type: 'person',
  aliases: [],
  facts: [],
  sentiment: 0,
  importance: 0.5,
  mentions: 2,
};
const bundle: Bundle = {
  id: 'topic:login',
  type: 'topic',
  key: 'login',
  text: longText,
  tokens: 120,
  composition: [`fact:${longText}`],
  version: 2,
  dirty: true,
  priority: 1,
  compiled_at: '2026-11-20T10:00:00.000Z',
  expires_at: '2026-11-21T10:00:00.000Z',
  last_used_at: null,
  uses: 3,
  hits: 2,
  misses: 1,
};
const fake: { weft: FakeWeft } = { weft: fakeWeft({}) };

beforeEach(() => {
  fake.weft = fakeWeft({
    'topics.list': { topics: [topic] },
    'entities.list': { entities: [entity] },
    'bundles.list': { bundles: [bundle], hits: 2, misses: 1 },
    'conversations.list': { conversations: [] },
    'topics.save': ({ topic: saved }) => ({ topic: saved }),
    'entities.save': ({ entity: saved }) => ({ entity: saved }),
    'bundles.rebuild': { rebuilt: ['topic:login'] },
  });
  select(undefined);
});

it('shows the budget while nothing is chosen, with what is configured to be tried', async () => {
  setConversationsView({
    configured: { totalBudget: 12_000, depth: 'standard', historyFirst: true, withEntities: true },
  });
  const screen = await showPanel(<ConversationsInspector />);
  await expect.element(screen.getByRole('region', { name: 'Budget' })).toBeVisible();
  await screen.getByText('documented').click();
  expect(useConversationsView.getState().policy).toBe('documented');
  expect(await panelFindings()).toEqual([]);
});

describe.each([
  ['topic', 'login', 'Login', 'Topic'],
  ['entity', 'ada', 'Ada', 'Entity'],
] as const)('a chosen %s', (kind, id, title, region) => {
  it('is edited, saved as a whole, and taken back', async () => {
    select({ kind, id });
    const screen = await showPanel(<ConversationsInspector />);
    await expect.element(screen.getByRole('heading', { name: title })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: /^Save/ })).toBeDisabled();
    expect(await panelFindings()).toEqual([]);
    const name = screen.getByRole('textbox', { name: 'Name' });
    await userEvent.fill(name, '');
    await expect.element(screen.getByRole('button', { name: /^Save/ })).toBeDisabled();
    await screen.getByRole('button', { name: 'Revert' }).click();
    await expect.element(name).toHaveValue(title);
    await userEvent.fill(name, 'Entry');
    await screen.getByRole('button', { name: /^Save/ }).click();
    const changed =
      kind === 'topic' ? { topic: { ...topic, label: 'Entry' } } : { entity: { ...entity, name: 'Entry' } };
    expect(fake.weft.asked).toContainEqual({
      name: kind === 'topic' ? 'topics.save' : 'entities.save',
      input: changed,
    });
  });

  it('that is gone says so, and Escape leads back to the budget', async () => {
    select({ kind, id: 'nobody' });
    const screen = await showPanel(<ConversationsInspector />);
    await expect.element(screen.getByRole('heading', { name: /is gone$/ })).toBeVisible();
    await screen.getByRole('button', { name: 'Back to the budget' }).element().focus();
    await userEvent.keyboard('{Escape}{Escape}');
    await expect.element(screen.getByRole('region', { name: region })).not.toBeInTheDocument();
    await expect.element(screen.getByRole('region', { name: 'Budget' })).toBeVisible();
  });
});

it('the peak hour of a topic is a whole hour, as it is stored', async () => {
  select({ kind: 'topic', id: 'login' });
  const screen = await showPanel(<ConversationsInspector />);
  const hour = screen.getByRole('spinbutton', { name: 'Peak hour' });
  await hour.fill('3.5');
  await expect.element(screen.getByText('Must be a whole number.')).toBeVisible();
  await hour.fill('3');
  await screen.getByRole('button', { name: /^Save/ }).click();
  expect(fake.weft.asked).toContainEqual({
    name: 'topics.save',
    input: { topic: { ...topic, peak_hour: 3 } },
  });
});

it('a bundle shows what it says and is made of, and is made anew', async () => {
  select({ kind: 'bundle', id: 'topic:login' });
  const screen = await showPanel(<ConversationsInspector />);
  await expect.element(screen.getByText(/dirty: a source changed/)).toBeVisible();
  expect(await panelFindings()).toEqual([]);
  await screen.getByRole('button', { name: 'Rebuild' }).click();
  expect(fake.weft.asked).toContainEqual({ name: 'bundles.rebuild', input: { ids: ['topic:login'] } });
});
