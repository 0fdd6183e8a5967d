import { MessagesSquare } from 'lucide-react';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** Centre of the conversations view. */
export function ConversationsView() {
  return (
    <EmptyState icon={MessagesSquare} title="No conversations shown here yet">
      Conversations are imported with <code>weft call conversations.import</code>, and planned over REST.
    </EmptyState>
  );
}
