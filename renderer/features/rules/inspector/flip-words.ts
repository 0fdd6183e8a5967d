import type { RuleFlip } from '../../../stores/evaluations.ts';

/** How many samples an edit touches; those that only get other memories do not flip. */
export function flipsTitle(flips: readonly Pick<RuleFlip, 'from' | 'to'>[]): string {
  const flipped = flips.filter(({ from, to }) => from !== to).length;
  const word = flipped === flips.length ? 'flips' : 'changes';
  return `This edit ${word} ${flips.length} ${flips.length === 1 ? 'sample' : 'samples'}`;
}

/** "now gets a", "no longer gets b", or only that the rule fires or does not. */
export function flipWords({ to, gains, loses }: Pick<RuleFlip, 'to' | 'gains' | 'loses'>): string {
  const parts = [
    gains.length > 0 ? `now gets ${gains.join(', ')}` : '',
    loses.length > 0 ? `no longer gets ${loses.join(', ')}` : '',
  ].filter(part => part !== '');
  if (parts.length > 0) return parts.join(' and ');
  return to === 'fired' ? 'fires now, and gets nothing new' : 'no longer fires, and loses nothing';
}
