import { expect, it } from 'vitest';
import type { Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { defaultConfig } from '../../../shared/model/config.ts';
import type { Conversation } from '../../../shared/model/conversation.ts';
import { assembledConversation } from '../../../test/support/assembled-conversation.ts';
import { panelFindings, showPanel } from '../../../test/support/control-states.tsx';
import { type FakeWeft, fakeWeft, openProjectAnswers, sampleFiles } from '../../../test/support/fake-weft.ts';
import { openProject } from '../../stores/project.ts';
import { ArcTab } from './arc/ArcTab.tsx';
import { ConversationsView } from './ConversationsView.tsx';
import { setConversationsView } from './conversations-view.ts';
import { BudgetPanel } from './inspector/BudgetPanel.tsx';
import { keepPlan } from './kept-plan.ts';
import { PromptTab } from './prompt/PromptTab.tsx';

const conversationOf = (id: string): Conversation => ({
  id,
  title: `About ${id}`,
  format: 'messages',
  messages: 1,
  tokens: 4,
  first_at: null,
  last_at: null,
  updated_at: '2026-11-20T10:00:00.000Z',
  embedder: null,
});
const other: Output<'project.open'> & { readonly path: string } = {
  open: true,
  path: '/projects/other',
  name: 'other',
  trusted: false,
  problems: [],
  version: '0.1.0',
  shell: 'window',
  sample_path: '/projects/other',
};
const planOf = (id: string) => assembledConversation(`The arc of ${id}`, ['full']);

function fakeConversations(...ids: string[]): FakeWeft {
  return fakeWeft({
    'config.get': { config: defaultConfig, given: {}, warnings: [], hash: null },
    'conversations.list': { conversations: ids.map(conversationOf) },
    'conversations.get': ({ conversation_id }) => ({
      conversation: conversationOf(conversation_id),
      messages: [{ id: 'm', index: 0, role: 'user', parts: 'What is the port?' }],
    }),
    'conversations.compactions': { compactions: [] },
    'conversations.assemble': ({ conversation_id = '' }) => planOf(conversation_id),
  });
}

it.each([
  ['prompt', <PromptTab conversationId="own" key="prompt" />],
  ['arc', <ArcTab conversationId="own" key="arc" />],
])('the %s shows no plan of another conversation', async (_, tab) => {
  fakeConversations('own', 'other');
  keepPlan('other', { assembled: planOf('other') });
  const screen = await showPanel(tab);
  await expect.element(screen.getByText('Planning the context')).toBeVisible();
  await expect.element(screen.getByText('The arc of other')).not.toBeInTheDocument();
  keepPlan('own', { assembled: planOf('own') });
  await expect.element(screen.getByText('The arc of own').first()).toBeVisible();
  expect(await panelFindings()).toEqual([]);
});

it('the budget shows no plan of another conversation', async () => {
  const weft = fakeConversations('own', 'other');
  keepPlan('other', { assembled: planOf('other') });
  const screen = await showPanel(<BudgetPanel />);
  await expect.poll(() => weft.asked.map(({ name }) => name)).toContain('conversations.list');
  const layers = screen.getByRole('list', { name: 'Layers' });
  await expect.element(layers).not.toBeInTheDocument();
  keepPlan('own', { assembled: planOf('own') });
  await expect.element(layers).toBeVisible();
  setConversationsView({ conversationId: 'other' });
  await expect.element(layers).not.toBeInTheDocument();
});

it.each(['shown', 'prompt', 'arc'] as const)('why there is no plan is told above %s', async tab => {
  fakeConversations('own').answer({
    'conversations.assemble': new AppError('untrusted_project', 'the project is not trusted'),
  });
  setConversationsView({ tab });
  const screen = await showPanel(<ConversationsView />);
  await expect.element(screen.getByRole('alert').getByText('the project is not trusted')).toBeVisible();
  await expect.element(screen.getByText('Planning the context')).not.toBeInTheDocument();
  expect(await panelFindings()).toEqual([]);
});

it('keeps the plan before one that failed, and none of a conversation that is in sight no more', async () => {
  const weft = fakeConversations('own', 'other');
  setConversationsView({ tab: 'arc' });
  const screen = await showPanel(<ConversationsView />);
  await expect.element(screen.getByText('The arc of own')).toBeVisible();
  weft.answer({ 'conversations.assemble': new AppError('deadline', 'it took too long') });
  weft.tell({ event: 'project:changed', what: 'conversations' });
  await expect.element(screen.getByRole('alert').getByText('it took too long')).toBeVisible();
  await expect.element(screen.getByText('The arc of own')).toBeVisible();
  setConversationsView({ conversationId: 'other' });
  await expect.element(screen.getByText('The arc of own')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('alert').getByText('it took too long')).toBeVisible();
});

it('shows no plan of another project, also where that has a conversation of the same id', async () => {
  const weft = fakeConversations('own');
  setConversationsView({ tab: 'arc' });
  const screen = await showPanel(<ConversationsView />);
  await expect.element(screen.getByText('The arc of own')).toBeVisible();
  weft.answer({
    'conversations.assemble': new AppError('untrusted_project', 'the project is not trusted'),
    'project.open': other,
    ...openProjectAnswers(sampleFiles),
  });
  await openProject(other.path);
  await expect.element(screen.getByText('the project is not trusted')).toBeVisible();
  await expect.element(screen.getByText('The arc of own')).not.toBeInTheDocument();
});

it('begins anew where it was left for another view, since another project may be open by then', async () => {
  const weft = fakeConversations('own');
  setConversationsView({ tab: 'arc' });
  const before = await showPanel(<ConversationsView />);
  await expect.element(before.getByText('The arc of own')).toBeVisible();
  await before.unmount();
  const held = Promise.withResolvers<void>();
  weft.answer({
    'conversations.assemble': async () => {
      await held.promise;
      return planOf('another project');
    },
  });
  const after = await showPanel(<ConversationsView />);
  await expect.element(after.getByText('Planning the context')).toBeVisible();
  await expect.element(after.getByText('The arc of own')).not.toBeInTheDocument();
  held.resolve();
  await expect.element(after.getByText('The arc of another project')).toBeVisible();
});
