import { expect, it } from 'vitest';
import type { Message } from '../../../../shared/model/message.ts';
import { assembledConversation } from '../../../../test/support/assembled-conversation.ts';
import { showPanel } from '../../../../test/support/control-states.tsx';
import { fakeWeft } from '../../../../test/support/fake-weft.ts';
import { keepPlan } from '../kept-plan.ts';
import { ShownTab } from './ShownTab.tsx';

const messages: Message[] = [{ id: 'm', index: 0, role: 'user', parts: 'What is the port?' }];
const plan = { assembled: assembledConversation('The port is asked for', ['full']) };

it('shows no plan of another conversation, also where that has as many messages', async () => {
  fakeWeft({});
  keepPlan('other', plan);
  const screen = await showPanel(<ShownTab conversationId="own" messages={messages} />);
  await expect.element(screen.getByText('Planning the context')).toBeVisible();
  keepPlan('own', plan);
  await expect.element(screen.getByRole('list', { name: 'Messages by what became of them' })).toBeVisible();
});
