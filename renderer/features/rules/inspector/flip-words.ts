import type { RuleFlip } from '../../../stores/evaluations.ts';

/** A flip with only those memories that this rule adds now, or added as saved: other edits are not its doing. */
export function ownFlip(flip: RuleFlip, now: readonly string[], before: readonly string[]): RuleFlip {
  return {
    ...flip,
    gains: flip.gains.filter(id => now.includes(id)),
    loses: flip.loses.filter(id => before.includes(id)),
  };
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
