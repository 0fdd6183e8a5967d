import { Check, CircleAlert, CircleQuestionMark, ClipboardCheck, Hourglass } from 'lucide-react';
import type { ContractVerdict } from '../../../shared/model/context-contract.ts';
import { t } from '../../texts/texts.ts';
import { StateWord } from '../../ui/StateWord.tsx';

const looks = {
  proved: { word: t('proved'), icon: Check, tone: 'fired' },
  refuted: { word: t('broken'), icon: CircleAlert, tone: 'error' },
  checked: { word: t('checked'), icon: ClipboardCheck, tone: 'accent' },
  open: { word: t('open'), icon: CircleQuestionMark, tone: 'missing' },
} as const satisfies Record<ContractVerdict['answer'], object>;

/** What a contract comes to as icon, word and colour; undefined while that is being found out. */
export function AnswerMark({ verdict }: { readonly verdict: ContractVerdict | undefined }) {
  const { word, icon, tone } =
    verdict === undefined
      ? ({ word: t('not checked yet'), icon: Hourglass, tone: 'neutral' } as const)
      : looks[verdict.answer];
  return (
    <StateWord icon={icon} tone={tone}>
      {word}
    </StateWord>
  );
}
