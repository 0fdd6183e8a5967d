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

export interface RunComparison {
  readonly entered: readonly RunDifference[];
  readonly left: readonly RunDifference[];
  readonly stayed: number;
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
