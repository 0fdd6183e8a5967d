import { Check, CircleAlert, CircleQuestionMark, ClipboardCheck, Hourglass, PencilLine } from 'lucide-react';
import { isContractBegun } from '../../../shared/model/begun.ts';
import type { ContextContract, ContractVerdict } from '../../../shared/model/context-contract.ts';
import { t } from '../../texts/texts.ts';
import { StateWord } from '../../ui/StateWord.tsx';

const looks = {
  proved: { word: t('proved'), icon: Check, tone: 'fired' },
  refuted: { word: t('broken'), icon: CircleAlert, tone: 'error' },
  checked: { word: t('checked'), icon: ClipboardCheck, tone: 'accent' },
  open: { word: t('open'), icon: CircleQuestionMark, tone: 'missing' },
} as const satisfies Record<ContractVerdict['answer'], object>;

const looksOfDraft = { word: t('draft'), icon: PencilLine, tone: 'neutral' } as const;
const looksOfOthers = { word: t('not checked yet'), icon: Hourglass, tone: 'neutral' } as const;

interface AnswerMarkProps {
  readonly contract: ContextContract;
  /** Undefined while it is being found out. */
  readonly verdict: ContractVerdict | undefined;
}

/** What a contract comes to as icon, word and colour. */
export function AnswerMark({ contract, verdict }: AnswerMarkProps) {
  const looksOfWhole = verdict === undefined ? looksOfOthers : looks[verdict.answer];
  const { word, icon, tone } = isContractBegun(contract) ? looksOfDraft : looksOfWhole;
  return (
    <StateWord icon={icon} tone={tone}>
      {word}
    </StateWord>
  );
}
