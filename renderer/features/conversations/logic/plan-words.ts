import type { Strategy } from '../../../../shared/model/conversation.ts';
import { t } from '../../../texts/texts.ts';
import { formatDecimal } from '../../../ui/format-number.ts';

const strategyWords = {
  full: t('full'),
  windowed: t('windowed'),
  compacted: t('compacted'),
  multi_level: t('multi-level'),
} as const satisfies Record<Strategy, string>;

export function strategyName(strategy: Strategy): string {
  return strategyWords[strategy];
}

/** How much there is for each token that has room: `1 : 6.2`; nothing where no token has. */
export function ratioWords(ratio: number | null): string {
  return ratio === null ? '' : `1 : ${formatDecimal(ratio, 1)}`;
}

const levels = [t('Summary'), t('Summary'), t('Summary of summaries'), t('Oldest, in brief')];

/** A summary's name by its level. */
export function summaryName(level: number): string {
  return levels[level] ?? t('Summary');
}
