import type { RuleFlip } from '../../../stores/evaluations.ts';
import { t } from '../../../texts/texts.ts';

/** How many samples an edit touches; those that only get other memories do not flip. */
export function flipsTitle(flips: readonly Pick<RuleFlip, 'from' | 'to'>[]): string {
  const flipped = flips.filter(({ from, to }) => from !== to).length;
  const count = flips.length;
  return flipped === count
    ? t('This edit flips {count} {count|sample|samples}', { count })
    : t('This edit changes {count} {count|sample|samples}', { count });
}

/** "now gets a", "no longer gets b", or only that the rule fires or does not. */
export function flipWords({ to, gains, loses }: Pick<RuleFlip, 'to' | 'gains' | 'loses'>): string {
  const parts = [
    gains.length > 0 ? t('now gets {gains}', { gains: gains.join(', ') }) : '',
    loses.length > 0 ? t('no longer gets {loses}', { loses: loses.join(', ') }) : '',
  ].filter(part => part !== '');
  if (parts.length > 0) return parts.join(t(' and '));
  return to === 'fired' ? t('fires now, and gets nothing new') : t('no longer fires, and loses nothing');
}
