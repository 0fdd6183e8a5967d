import type { ConfidencePoint } from '../../../../shared/model/handoff.ts';
import { t } from '../../../texts/texts.ts';
import { formatDecimal } from '../../../ui/format-number.ts';
import { formatSpan } from '../../../ui/format-time.ts';
import type { ListedPattern } from '../handoff-store.ts';

const dayMs = 86_400_000;

/** Where a pattern stands: shown to agents, held back because it misled, or not seen for too long. */
export type PatternStanding = 'shown' | 'misled' | 'expired';

export function patternStanding({
  expired,
  shown,
}: Pick<ListedPattern, 'expired' | 'shown'>): PatternStanding {
  if (expired) return 'expired';
  return shown ? 'shown' : 'misled';
}

/** `expires in 12 days`, `expired 3 days ago`: counted from when it was last seen. */
export function expiryWords({ last_seen, ttl_days }: ListedPattern, nowMs: number): string {
  const left = Date.parse(last_seen) + ttl_days * dayMs - nowMs;
  return left > 0
    ? t('expires in {left}', { left: formatSpan(left) })
    : t('expired {left} ago', { left: formatSpan(-left) });
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

const causeWords = {
  recorded: t('recorded'),
  seen: t('seen again'),
  helped: t('helped'),
  misled: t('misled'),
} as const satisfies Record<ConfidencePoint['cause'], string>;

export const causeWord = ({ cause }: ConfidencePoint): string => causeWords[cause];

/** The whole line in words, for whoever cannot see it. */
export function confidenceWords(history: readonly ConfidencePoint[]): string {
  const parts = history.map(point => `${formatDecimal(point.confidence, 2)} ${causeWord(point)}`);
  return t('Confidence over time: {parts}', { parts: parts.join(', ') });
}

/** Tells patterns apart: several projects may know the same failure. */
export const patternKey = ({
  project_id,
  pattern_hash,
}: Pick<ListedPattern, 'project_id' | 'pattern_hash'>): string => `${pattern_hash} ${project_id}`;
