import { t } from '../texts/texts.ts';
import { noResults } from './evaluation-results.ts';
import { useEvaluations } from './evaluations.ts';
import { selectIsTrusted, useProject } from './project.ts';

/**
 * What stands where it would be said which rules fire, while none was tried: why, or nothing while the first answer is
 * on its way. Undefined once there is one.
 */
export function useNotEvaluated(): string | undefined {
  const isEvaluated = useEvaluations(state => state !== noResults);
  const isTrusted = useProject(selectIsTrusted);
  if (isEvaluated) return undefined;
  return isTrusted ? '' : t('Not evaluated: this project is not trusted');
}

/** What stands for the outcome of a rule that has none. */
export function useNoOutcome(): string {
  const why = useNotEvaluated();
  return why === undefined ? t('no sample') : why || t('not evaluated');
}
