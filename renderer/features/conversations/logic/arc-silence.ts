import type { Strategy } from '../../../../shared/model/conversation.ts';
import { t } from '../../../texts/texts.ts';

/** Below this an arc is not written. */
const leastArc = 100;

/** Why there is no arc, and what would bring one. */
export function arcSilence(strategy: Strategy, given: number): string {
  if (strategy === 'full')
    return t('The whole conversation is shown, so nothing needs to be told. A smaller budget brings one.');
  if (given < leastArc)
    return t(
      'Its layer got {given} tokens, and under {leastArc} an arc says too little. A larger budget brings one.',
      { given, leastArc },
    );
  return t('Nothing of the conversation is shown in this turn. A larger budget brings one.');
}
