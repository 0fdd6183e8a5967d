import { CircleCheck, Search, ShieldQuestion } from 'lucide-react';
import { useAnalysis } from '../../stores/analysis.ts';
import { openDialog } from '../../stores/dialogs.ts';
import { selectIsTrusted, useProject } from '../../stores/project.ts';
import { type Answer, statusOf } from '../../stores/use-answer.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** Stands in a list's place when there is nothing to mend, as far as anything was judged. */
export function NoProblems({ audit }: { readonly audit: Answer<'audit.memories'> }) {
  const isJudged = useAnalysis(state => state.isJudged);
  const isTrusted = useProject(selectIsTrusted);
  if (!isTrusted)
    return (
      <EmptyState
        actions={<Button onPress={() => openDialog({ kind: 'trust' })}>{t('See what would run…')}</Button>}
        icon={ShieldQuestion}
        title={t('Nothing is judged yet')}
      >
        {t('Every file was read. Rules, memories and references are judged once this project is trusted.')}
      </EmptyState>
    );
  const judged = statusOf(audit);
  if (!isJudged || judged === 'loading')
    return <EmptyState icon={Search} title={t('Looking for problems…')} />;
  if (judged === 'failed')
    return (
      <EmptyState icon={CircleCheck} title={t('Nothing else was found')}>
        {t('Every file was read, and every rule and reference holds.')}
      </EmptyState>
    );
  return (
    <EmptyState icon={CircleCheck} title={t('No problems')}>
      {t('Every file was read, and every rule, memory and reference holds.')}
    </EmptyState>
  );
}
