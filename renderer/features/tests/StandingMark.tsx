import { Check, CircleAlert, Hourglass, PencilLine } from 'lucide-react';
import { t } from '../../texts/texts.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import type { TestStanding } from './use-tests.ts';

const looks = {
  passed: { icon: Check, tone: 'fired', word: t('passes') },
  failed: { icon: CircleAlert, tone: 'error', word: t('fails') },
  draft: { icon: PencilLine, tone: 'neutral', word: t('draft') },
  running: { icon: Hourglass, tone: 'neutral', word: t('running') },
} as const satisfies Record<TestStanding['state'], object>;

/** How a test or an expectation stands, as icon, word and colour. */
export function StandingMark({ state }: Pick<TestStanding, 'state'>) {
  const { icon, tone, word } = looks[state];
  return (
    <StateWord icon={icon} tone={tone}>
      {word}
    </StateWord>
  );
}
