import { MessagesSquare } from 'lucide-react';
import { t } from '../../texts/texts.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { type ConversationsView, useConversationsView } from './conversations-view.ts';

const selectFailed = (view: ConversationsView) => view.failure !== undefined;

/** Stands where the plan of a conversation will be. The first one of a long conversation embeds and sums it up. */
export function Planning() {
  const failed = useConversationsView(selectFailed);
  return failed ? null : (
    <EmptyState icon={MessagesSquare} title={t('Planning the context')}>
      {t('The first plan of a conversation reads all of it; the ones after it are at once.')}
    </EmptyState>
  );
}
