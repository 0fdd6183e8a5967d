import type { CacheBreak, PromptCache } from '../../../shared/model/prompt-cache.ts';

/** A part of a prompt that stays or goes as a whole: a layer, a summary, a message. */
export interface PromptSegment {
  /** The same for the same part of the next prompt: `L0_identity`, `summary 1-40`, `message 41`, `recall`. */
  readonly what: string;
  /** Of its text. */
  readonly hash: string;
  readonly tokens: number;
  /** Place of the message that it stands in. */
  readonly at: number;
  /** What it is made of, where that can be another without anybody saying so. */
  readonly sources?: readonly string[];
}

/** What only the turn before asked for; that it goes is no loss. */
const ofTurn: readonly string[] = ['recall', 'question'];

type Compared = Pick<
  PromptCache,
  | 'previous_tokens'
  | 'kept_tokens'
  | 'kept_messages'
  | 'new_tokens'
  | 'invalidated_tokens'
  | 'invalidated'
  | 'broken'
>;

/** What a prompt keeps of the one before, and by what it is broken. */
export function compareSegments(
  before: readonly PromptSegment[] | undefined,
  now: readonly PromptSegment[],
  hasStepped: boolean,
): Compared {
  const all = sum(now);
  if (before === undefined)
    return {
      previous_tokens: null,
      kept_tokens: 0,
      kept_messages: 0,
      new_tokens: all,
      invalidated_tokens: 0,
      invalidated: [],
      broken: { by: 'first', what: '', why: 'There was no prompt before.' },
    };
  const differs = now.findIndex(({ hash }, at) => before[at]?.hash !== hash);
  const same = differs === -1 ? now.length : differs;
  const kept = sum(now.slice(0, same));
  const lost = before.slice(same);
  return {
    previous_tokens: sum(before),
    kept_tokens: kept,
    kept_messages: now[same]?.at ?? (now.at(-1)?.at ?? -1) + 1,
    new_tokens: all - kept,
    invalidated_tokens: sum(lost),
    invalidated: byName(lost),
    broken: lost.length === 0 ? null : breakOf(lost, now[same], hasStepped),
  };
}

const sum = (segments: readonly PromptSegment[]): number =>
  segments.reduce((total, { tokens }) => total + tokens, 0);

function byName(lost: readonly PromptSegment[]): PromptCache['invalidated'] {
  const tokens = new Map<string, number>();
  for (const { what, tokens: more } of lost) {
    const name = what.startsWith('message ') ? 'messages' : what;
    tokens.set(name, (tokens.get(name) ?? 0) + more);
  }
  return [...tokens]
    .map(([what, count]) => ({ what, tokens: count }))
    .toSorted((one, other) => other.tokens - one.tokens);
}

function breakOf(
  lost: readonly PromptSegment[],
  now: PromptSegment | undefined,
  hasStepped: boolean,
): NonNullable<PromptCache['broken']> {
  const [gone] = lost;
  const what = gone?.what ?? '';
  const told = (by: CacheBreak, why: string) => ({ by, what, why });
  if (ofTurn.includes(what)) return told('turn', 'Only what the last turn asked is no longer there.');
  const isHead = /^L[01]_/.test(what);
  if (hasStepped && !isHead)
    return told('step', `The budget was full: what was sent from ${what} on is told in short.`);
  if (now?.what === what && what.startsWith('message ')) return told('edited', `The ${what} was edited.`);
  if (now?.what === what) return told('changed', `${what} is another${sourcesOf(gone, now)}.`);
  return told('changed', `${what} gave way to ${now?.what ?? 'nothing'}.`);
}

function sourcesOf(before: PromptSegment | undefined, now: PromptSegment): string {
  const known = new Set(before?.sources);
  const other = (now.sources ?? []).filter(source => !known.has(source));
  const gone = (before?.sources ?? []).filter(source => !(now.sources ?? []).includes(source));
  const names = [...new Set([...other, ...gone].map(source => source.replace(/@.*$/, '')))];
  return names.length === 0 ? '' : `, by ${names.join(', ')}`;
}
