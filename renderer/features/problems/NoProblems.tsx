import { CircleCheck } from 'lucide-react';
import { t } from '../../texts/texts.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** Stands in a list's place when there is nothing to mend. */
export function NoProblems() {
  return (
    <EmptyState icon={CircleCheck} title={t('No problems')}>
      {t('Every file was read, and every rule, memory and reference holds.')}
    </EmptyState>
  );
}
