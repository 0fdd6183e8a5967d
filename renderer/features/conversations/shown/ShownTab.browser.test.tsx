import { expect, it } from 'vitest';
import type { Message } from '../../../../shared/model/message.ts';
import { showPanel } from '../../../../test/support/control-states.tsx';
import { fakeWeft } from '../../../../test/support/fake-weft.ts';
import { type Assembled, setConversationsView } from '../conversations-view.ts';
import { ShownTab } from './ShownTab.tsx';

const messages: Message[] = [{ id: 'm', index: 0, role: 'user', parts: 'What is the port?' }];
// All that the tab reads of a plan.
const plan = {
  metadata: { states: ['whole'], summaries: [], recalled: [], cut: [] },
} as unknown as Assembled;

it('shows no plan of another conversation, also where that has as many messages', async () => {
  fakeWeft({});
  setConversationsView({ assembled: plan, plannedId: 'other' });
  const screen = await showPanel(<ShownTab conversationId="own" messages={messages} />);
  await expect.element(screen.getByText('Planning the context')).toBeVisible();
  setConversationsView({ plannedId: 'own' });
  await expect.element(screen.getByRole('list', { name: 'Messages by what became of them' })).toBeVisible();
  setConversationsView({ assembled: undefined, plannedId: undefined });
});
