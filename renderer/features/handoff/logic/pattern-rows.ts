import type { ConfidencePoint } from '../../../../shared/model/handoff.ts';
import { formatSpan } from '../../../ui/format-time.ts';
import type { ListedPattern } from '../handoff-store.ts';

const dayMs = 86_400_000;

/** Above it, agents are shown a pattern (H6). */
export const shownAbove = 0.7;

/** Where a pattern stands: shown to agents, still to prove itself, or not seen for too long. */
export type PatternStanding = 'shown' | 'learning' | 'expired';

export function patternStanding({
  expired,
  shown,
}: Pick<ListedPattern, 'expired' | 'shown'>): PatternStanding {
  if (expired) return 'expired';
  return shown ? 'shown' : 'learning';
}

/** `expires in 12 days`, `expired 3 days ago` (H9): counted from when it was last seen. */
export function expiryWords({ last_seen, ttl_days }: ListedPattern, nowMs: number): string {
  const left = Date.parse(last_seen) + ttl_days * dayMs - nowMs;
  return left > 0 ? `expires in ${formatSpan(left)}` : `expired ${formatSpan(-left)} ago`;
}

/** Patterns with every word in their texts; all for an empty text. */
export function filterPatterns(patterns: readonly ListedPattern[], text: string): ListedPattern[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return patterns.filter(({ signature, solution, lang = '' }) => {
    const { error_type, message_pattern, context_hints } = signature;
    const searched = [error_type, message_pattern, solution, lang, ...context_hints].join('\n').toLowerCase();
    return words.every(word => searched.includes(word));
  });
}

export interface Box {
  readonly width: number;
  readonly height: number;
}

/** The height of a confidence, 0..1, in a box whose top is 0. */
export const confidenceY = (confidence: number, height: number): number =>
  Number(((1 - confidence) * height).toFixed(2));

/** Steps of equal width, one a change: what a path element draws. The last runs to the right edge. */
export function confidencePath(history: readonly ConfidencePoint[], { width, height }: Box): string {
  const step = width / Math.max(1, history.length);
  return history
    .map(({ confidence }, index) => {
      const y = confidenceY(confidence, height);
      const [from, to] = [index * step, (index + 1) * step].map(x => Number(x.toFixed(2)));
      return `${index === 0 ? 'M' : 'L'}${from} ${y}H${to}`;
    })
    .join('');
}

const causeWords = {
  recorded: 'recorded',
  seen: 'seen again',
  helped: 'helped',
  misled: 'misled',
} as const satisfies Record<ConfidencePoint['cause'], string>;

export const causeWord = ({ cause }: ConfidencePoint): string => causeWords[cause];

/** The whole line in words, for whoever cannot see it. */
export function confidenceWords(history: readonly ConfidencePoint[]): string {
  const parts = history.map(point => `${point.confidence.toFixed(2)} ${causeWord(point)}`);
  return `Confidence over time: ${parts.join(', ')}`;
}
