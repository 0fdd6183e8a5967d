import type { AssembledContext } from './assembled-context.ts';
import type { AssemblyDifference, FiredRule, MovedItem, OnlyInOne } from './assembly-difference.ts';
import { type Section, sections } from './section.ts';

/** What is another in the context from one assembly to the next. Content counts, not the position in a pipeline's result. */
export function compareAssemblies(before: AssembledContext, after: AssembledContext): AssemblyDifference {
  const [earlier, later] = [itemsByContent(before), itemsByContent(after)];
  return {
    entered: differences(later, earlier, before),
    left: differences(earlier, later, after),
    stayed: [...later.keys()].filter(key => earlier.has(key)).length,
    moved: sections.flatMap(section => movedIn(section, earlier, later)),
    rules: { entered: onlyFiredIn(after, before), left: onlyFiredIn(before, after) },
    tokens: { before: before.meta.token_estimate, after: after.meta.token_estimate },
    section_tokens: sections.flatMap(section => sectionChange(section, before, after)),
  };
}

type ItemsByContent = ReadonlyMap<string, Omit<OnlyInOne, 'why'>>;

function itemsByContent(run: AssembledContext): ItemsByContent {
  const items = sections.flatMap(section =>
    (run.context[section] ?? []).map(item => {
      const { id, memory_id, tokens, content } = item;
      return [JSON.stringify([memory_id, content]), { id, memory_id, section, tokens, content }] as const;
    }),
  );
  return new Map(items);
}

function differences(items: ItemsByContent, others: ItemsByContent, otherRun: AssembledContext): OnlyInOne[] {
  return [...items]
    .filter(([key]) => !others.has(key))
    .map(([, item]) => ({ ...item, why: absence(item, otherRun) }));
}

/** `preview` is the start of a dropped item's content, so that another item of the same number is not blamed. */
function absence(item: Omit<OnlyInOne, 'why'>, run: AssembledContext): OnlyInOne['why'] {
  const alike = run.trace.dropped.filter(
    candidate =>
      candidate.memory_id === item.memory_id &&
      (candidate.preview === undefined
        ? candidate.item_id === item.id
        : startsWithPreview(item.content, candidate.preview)),
  );
  const drop = alike.find(candidate => candidate.item_id === item.id) ?? alike[0];
  if (drop) return drop.reason;
  const isAsked = run.trace.memory_calls.some(call => call.memory_id === item.memory_id);
  return isAsked ? 'not_returned' : 'not_asked';
}

function onlyFiredIn(run: AssembledContext, other: AssembledContext): FiredRule[] {
  const keyOf = (rule: AssembledContext['trace']['rules_applied'][number]) =>
    `${rule.engine_id}/${rule.rule_id}`;
  const known = new Set(other.trace.rules_applied.map(keyOf));
  return run.trace.rules_applied
    .filter(rule => !known.has(keyOf(rule)))
    .map(({ rule_name, ...rule }) => ({ ...rule, rule_name: rule_name || rule.rule_id }));
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
): AssemblyDifference['section_tokens'] {
  const change = {
    section,
    before: before.meta.section_tokens[section] ?? 0,
    after: after.meta.section_tokens[section] ?? 0,
  };
  return change.before === 0 && change.after === 0 ? [] : [change];
}
