import type { BehaviourChange, BehaviourDifference } from '../../model/behaviour-difference.ts';

/** So many names are told of one list, so that a line stays one. */
const mostNames = 8;

/** What a request gets otherwise, in parts: `gains a`, `loses b and c`, `gets them in another order`. `show` makes a name fit to be shown. */
export function changeParts(
  { gained, lost, reordered, now_fires = [], no_longer_fires = [] }: BehaviourChange,
  show: (name: string) => string = name => name,
): string[] {
  const listed = (names: readonly string[]) => listedNames(names, show);
  return [
    ...(gained.length > 0 ? [`gains ${listed(gained)}`] : []),
    ...(lost.length > 0 ? [`loses ${listed(lost)}`] : []),
    ...(reordered ? ['gets its memories in another order'] : []),
    ...(now_fires.length > 0 ? [`${listed(now_fires)} now fires`] : []),
    ...(no_longer_fires.length > 0 ? [`${listed(no_longer_fires)} no longer fires`] : []),
  ];
}

export function listedNames(names: readonly string[], show: (name: string) => string): string {
  const shown = names.slice(0, mostNames).map(show);
  return names.length > mostNames
    ? `${shown.join(', ')} and ${names.length - mostNames} more`
    : joined(shown);
}

const joined = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** The answer in one sentence. */
export function answerSentence({
  answer,
  reason,
  samples,
  flipped,
}: Pick<BehaviourDifference, 'answer' | 'reason' | 'samples' | 'flipped'>): string {
  if (answer === 'equivalent') return `Proved equivalent: ${reason}`;
  if (answer === 'open') return `Neither a difference nor that there is none could be shown: ${reason}`;
  if (flipped > 0) return `${flipped} of ${samples} ${samples === 1 ? 'sample changes' : 'samples change'}`;
  return samples === 0
    ? 'A request gets another answer'
    : `None of ${samples} samples changes, but this request does`;
}
