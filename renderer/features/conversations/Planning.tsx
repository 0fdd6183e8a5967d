import { MessagesSquare } from 'lucide-react';
import { t } from '../../texts/texts.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { usePlan } from './kept-plan.ts';

/** Stands where the plan of a conversation will be. The first one of a long conversation embeds and sums it up. */
export function Planning({ conversationId }: { readonly conversationId: string }) {
  const { failure } = usePlan(conversationId);
  // Why there is none is told above.
  return failure !== undefined ? null : (
    <EmptyState icon={MessagesSquare} title={t('Planning the context')}>
      {t('The first plan of a conversation reads all of it; the ones after it are at once.')}
    </EmptyState>
  );
}
