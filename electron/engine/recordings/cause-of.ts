import type { AssembledContext } from '../../../shared/model/assembled-context.ts';
import { compareCodeUnits } from '../../../shared/model/compare-code-units.ts';
import type { RecordedCause } from '../../../shared/model/recording.ts';

/** Why a context is as it is, and what each memory brought to it, in tokens. */
interface ServedCause {
  readonly cause: RecordedCause;
  readonly tokens: ReadonlyMap<string, number>;
}

export function causeOf({ context, trace }: AssembledContext): ServedCause {
  const tokens = new Map<string, number>();
  for (const items of Object.values(context))
    for (const item of items) tokens.set(item.memory_id, (tokens.get(item.memory_id) ?? 0) + item.tokens);
  const cut = trace.dropped.filter(({ reason }) => reason === 'budget').map(item => item.memory_id);
  return {
    tokens,
    cause: {
      rules: inOrder(trace.rules_applied.map(rule => `${rule.engine_id}/${rule.rule_id}`)),
      memories: inOrder([...tokens.keys()]),
      cut: inOrder(cut),
      missing: inOrder(trace.missing_variables.map(({ name }) => name)),
    },
  };
}

const inOrder = (names: readonly string[]): string[] =>
  names.length < 2 ? [...names] : [...new Set(names)].sort(compareCodeUnits);

/** So many of a cause are kept whole; of the next as many every second, then every fourth, and so on. */
const keptWhole = 50;

/** Whether the nth request of a cause, from 1, is kept whole: what is rare always is, what is common less and less. */
export function isKeptWhole(nth: number): boolean {
  if (nth <= keptWhole) return true;
  return nth % 2 ** Math.ceil(Math.log2(nth / keptWhole)) === 0;
}

/** A recording as far as its room is concerned. */
export interface SizedRecording {
  readonly cause_id: string;
  readonly position: number;
  readonly bytes: number;
}

/**
 * Which recordings give way so that the others fit: of the causes with most of them the oldest, so that causes with few
 * keep theirs. `newestFirst` within each cause.
 */
export function givingWay(
  newestFirst: readonly SizedRecording[],
  bounds: { readonly recordings: number; readonly bytes: number },
): SizedRecording[] {
  const ranked = newestFirst.map(ranker());
  const most = ranked.reduce((highest, { rank }) => Math.max(highest, rank + 1), 0);
  let [fits, tooMany] = [0, most + 1];
  while (tooMany - fits > 1) {
    const level = Math.floor((fits + tooMany) / 2);
    if (isWithin(ranked, level, bounds)) fits = level;
    else tooMany = level;
  }
  return ranked.filter(({ rank }) => rank >= fits).map(({ recording }) => recording);
}

interface Ranked {
  readonly recording: SizedRecording;
  /** Among those of its cause, from 0. */
  readonly rank: number;
}

function ranker(): (recording: SizedRecording) => Ranked {
  const counts = new Map<string, number>();
  return recording => {
    const rank = counts.get(recording.cause_id) ?? 0;
    counts.set(recording.cause_id, rank + 1);
    return { recording, rank };
  };
}

function isWithin(
  ranked: readonly Ranked[],
  level: number,
  bounds: { readonly recordings: number; readonly bytes: number },
): boolean {
  const kept = ranked.filter(({ rank }) => rank < level);
  const bytes = kept.reduce((sum, { recording }) => sum + recording.bytes, 0);
  return kept.length <= bounds.recordings && bytes <= bounds.bytes;
}
