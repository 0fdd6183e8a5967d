import type { AssembledLedger, CandidateType, LedgerFactors } from '../../../../shared/model/ledger.ts';
import { t } from '../../../texts/texts.ts';
import { formatCounted } from '../../../ui/format-number.ts';

/** What a score is made of, in the order it is shown. */
export const factorNames = [
  'relevance',
  'recency',
  'confidence',
  'warning_boost',
] as const satisfies readonly (keyof LedgerFactors)[];
export type FactorName = (typeof factorNames)[number];

/** A factor's part in a score. */
export interface ScorePart {
  readonly name: FactorName;
  /** 0..1 */
  readonly factor: number;
  readonly weight: number;
  /** `factor * weight`; all four together are the score. */
  readonly part: number;
}

/** A candidate as the list shows it. */
export interface ScoredRow {
  readonly id: string;
  readonly type: CandidateType;
  readonly summary: string;
  readonly score: number;
  readonly tokens: number;
  readonly parts: readonly ScorePart[];
  readonly foundBy: 'scope' | 'search';
  /** Absent for what was taken. */
  readonly leftOut?: string;
}

export interface ScoredList {
  /** Both best first. */
  readonly taken: readonly ScoredRow[];
  readonly leftOut: readonly ScoredRow[];
  /** Of those left out, how many are not listed. */
  readonly more: number;
  /** Sum of what the rows cost; related entities come on top. */
  readonly tokens: number;
}

type Explained = Pick<ScoredRow, 'id' | 'summary' | 'score'> & {
  readonly tokens?: number | undefined;
  readonly factors?: LedgerFactors | undefined;
  readonly found_by?: 'scope' | 'search' | undefined;
};

/** Candidates of an assembly that was asked to explain itself, those taken and those left out. */
export function scoredList(assembled: AssembledLedger): ScoredList {
  const weights = assembled.explanation?.weights;
  const row = (type: CandidateType) => (item: Explained) => scoredRow(type, item, weights);
  const taken = [
    ...assembled.active_decisions.map(row('decision')),
    ...assembled.active_warnings.map(row('warning')),
    ...assembled.open_needs.map(row('need')),
    ...assembled.recent_questions.map(row('question')),
    ...assembled.recent_findings.map(row('finding')),
  ].sort((left, right) => right.score - left.score);
  const tokens = taken.reduce((sum, one) => sum + one.tokens, 0);
  const left = Math.max(0, (assembled.explanation?.max_tokens ?? 0) - tokens);
  const omitted = assembled.explanation?.omitted ?? [];
  const leftOut = omitted.map(item => ({
    ...scoredRow(item.type, item, weights),
    leftOut: t('takes {tokens}, of which {left} {left|is|are} left', {
      tokens: item.tokens ?? 0,
      left,
    }),
  }));
  return { taken, leftOut, more: assembled.omitted.count - leftOut.length, tokens };
}

function scoredRow(type: CandidateType, item: Explained, weights: LedgerFactors | undefined): ScoredRow {
  const { id, summary, score, tokens = 0, factors, found_by: foundBy = 'scope' } = item;
  const parts = factorNames.map(name => {
    const factor = factors?.[name] ?? 0;
    const weight = weights?.[name] ?? 0;
    return { name, factor, weight, part: factor * weight };
  });
  return { id, type, summary, score, tokens, parts, foundBy };
}

/** How many of each kind did not fit: `30 findings, 8 decisions`; most first. */
export function omittedWords(byType: Readonly<Record<string, number>>): string {
  return Object.entries(byType)
    .sort(([, left], [, right]) => right - left)
    .map(([type, count]) => countedOf[type]?.(count) ?? `${count} ${type}`)
    .join(', ');
}

const counted = {
  decision: count => formatCounted(count, 'decision'),
  need: count => formatCounted(count, 'need'),
  finding: count => formatCounted(count, 'finding'),
  warning: count => formatCounted(count, 'warning'),
  question: count => formatCounted(count, 'question'),
} as const satisfies Record<CandidateType, (count: number) => string>;
const countedOf: Readonly<Record<string, (count: number) => string>> = counted;
