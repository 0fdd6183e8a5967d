import { MessagesSquare } from 'lucide-react';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { ViewParts } from '../../ui/view-parts.ts';

export const conversationsView = {
  icon: MessagesSquare,
  List: lazyPart(async () => (await import('./list/ConversationsList.tsx')).ConversationsList),
  Editor: lazyPart(async () => (await import('./ConversationsView.tsx')).ConversationsView),
  Inspector: lazyPart(
    async () => (await import('./inspector/ConversationsInspector.tsx')).ConversationsInspector,
  ),
  hasDrawer: false,
} as const satisfies ViewParts;
