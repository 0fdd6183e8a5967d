import type { AssembledContext, DropReason } from '../../../../shared/model/assembled-context.ts';
import { type Section, sections } from '../../../../shared/model/section.ts';

/** One item that only one of two runs has in its context. */
export interface RunDifference {
  readonly id: string;
  readonly memoryId: string;
  readonly section: Section;
  readonly tokens: number;
  readonly text: string;
  /** Why the other run does not have it: what dropped it, or that its memory was not asked for or gave nothing. */
  readonly why: DropReason | 'not_asked' | 'not_returned';
}

/** An item that both have, elsewhere in its section: its place among all that stayed there, from 1. */
export interface MovedItem {
  readonly id: string;
  readonly section: Section;
  readonly before: number;
  readonly after: number;
}

export interface FiredRule {
  readonly key: string;
  readonly name: string;
  readonly memories: readonly string[];
}

export interface RunComparison {
  readonly entered: readonly RunDifference[];
  readonly left: readonly RunDifference[];
  readonly stayed: number;
  /** Of those that stayed in a section, the fewest whose move makes its new order of the old one. */
  readonly moved: readonly MovedItem[];
  /** Rules that fired in one of the two only. */
  readonly rules: { readonly entered: readonly FiredRule[]; readonly left: readonly FiredRule[] };
  readonly tokens: { readonly before: number; readonly after: number };
  readonly sectionTokens: readonly { section: Section; before: number; after: number }[];
}

/** What changed in the context from one run to another. Content counts, not the position in a pipeline's result. */
export function compareRuns(before: AssembledContext, after: AssembledContext): RunComparison {
  const [earlier, later] = [itemsByContent(before), itemsByContent(after)];
  return {
    entered: differences(later, earlier, before),
    left: differences(earlier, later, after),
    stayed: [...later.keys()].filter(key => earlier.has(key)).length,
    moved: sections.flatMap(section => movedIn(section, earlier, later)),
    rules: { entered: onlyFiredIn(after, before), left: onlyFiredIn(before, after) },
    tokens: { before: before.meta.token_estimate, after: after.meta.token_estimate },
    sectionTokens: sections.flatMap(section => sectionChange(section, before, after)),
  };
}

type ItemsByContent = ReadonlyMap<string, Omit<RunDifference, 'why'>>;

function itemsByContent(run: AssembledContext): ItemsByContent {
  const items = sections.flatMap(section =>
    (run.context[section] ?? []).map(item => {
      const { id, memory_id: memoryId, tokens, content: text } = item;
      return [JSON.stringify([memoryId, text]), { id, memoryId, section, tokens, text }] as const;
    }),
  );
  return new Map(items);
}

function differences(
  items: ItemsByContent,
  others: ItemsByContent,
  otherRun: AssembledContext,
): RunDifference[] {
  return [...items]
    .filter(([key]) => !others.has(key))
    .map(([, item]) => ({ ...item, why: absence(item, otherRun) }));
}

/** `preview` is the start of a dropped item's content, so that another item of the same number is not blamed. */
function absence(item: Omit<RunDifference, 'why'>, run: AssembledContext): RunDifference['why'] {
  const alike = run.trace.dropped.filter(
    candidate =>
      candidate.memory_id === item.memoryId &&
      (candidate.preview === undefined
        ? candidate.item_id === item.id
        : startsWithPreview(item.text, candidate.preview)),
  );
  const drop = alike.find(candidate => candidate.item_id === item.id) ?? alike[0];
  if (drop) return drop.reason;
  const isAsked = run.trace.memory_calls.some(call => call.memory_id === item.memoryId);
  return isAsked ? 'not_returned' : 'not_asked';
}

function onlyFiredIn(run: AssembledContext, other: AssembledContext): FiredRule[] {
  const keyOf = (rule: AssembledContext['trace']['rules_applied'][number]) =>
    `${rule.engine_id}/${rule.rule_id}`;
  const known = new Set(other.trace.rules_applied.map(keyOf));
  return run.trace.rules_applied
    .filter(rule => !known.has(keyOf(rule)))
    .map(rule => ({ key: keyOf(rule), name: rule.rule_name || rule.rule_id, memories: rule.memories }));
}

function movedIn(section: Section, earlier: ItemsByContent, later: ItemsByContent): MovedItem[] {
  const keysOf = (items: ItemsByContent, others: ItemsByContent) =>
    [...items].flatMap(([key, item]) =>
      item.section === section && others.get(key)?.section === section ? key : [],
    );
  const before = new Map(keysOf(earlier, later).map((key, place) => [key, place]));
  const now = keysOf(later, earlier);
  const steady = new Set(longestRise(now.map(key => before.get(key) ?? 0)));
  return now.flatMap((key, place) => {
    const was = before.get(key) ?? 0;
    if (steady.has(was)) return [];
    return { id: later.get(key)?.id ?? '', section, before: was + 1, after: place + 1 };
  });
}

/** The longest row of values that rise, in their order: what need not move for the others to be in theirs. */
function longestRise(values: readonly number[]): number[] {
  const ends: { readonly value: number; readonly row: readonly number[] }[] = [];
  for (const value of values) {
    const at = ends.findIndex(end => end.value > value);
    const row = [...((at < 0 ? ends.at(-1) : ends[at - 1])?.row ?? []), value];
    ends[at < 0 ? ends.length : at] = { value, row };
  }
  return [...(ends.at(-1)?.row ?? [])];
}

function startsWithPreview(text: string, preview: string): boolean {
  return text.startsWith(preview.replace(/…$/, ''));
}

function sectionChange(
  section: Section,
  before: AssembledContext,
  after: AssembledContext,
): { section: Section; before: number; after: number }[] {
  const change = {
    section,
    before: before.meta.section_tokens[section] ?? 0,
    after: after.meta.section_tokens[section] ?? 0,
  };
  return change.before === 0 && change.after === 0 ? [] : [change];
}
