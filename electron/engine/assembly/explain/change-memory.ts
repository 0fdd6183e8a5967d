import type { ContextItem } from '../../../../shared/model/assembled-context.ts';
import { dataSection } from '../../../../shared/model/authority.ts';
import {
  changedContribution,
  type ExplanationCause,
  type IncludingChange,
  type MemoryChange,
} from '../../../../shared/model/explanation.ts';
import type { Contribution } from '../../../../shared/model/memory.ts';
import type { ContextRequest } from '../../../../shared/model/request.ts';
import { sections } from '../../../../shared/model/section.ts';
import type { AddingRule } from './adding-rules.ts';
import { type ExplainEnv, type ExplainInput, findMemory, keptItems, tryRequest } from './explain-target.ts';
import { smallestChange } from './smallest-change.ts';

/** What of a memory is tried. */
type Tried = Pick<MemoryChange, 'max_items' | 'section' | 'required'>;

/**
 * The smallest change of the memory that includes the target, where no change of the request alone does: a section that
 * takes what it has, else the least `max_items` that lets it in; and what the request needs besides. What is answered
 * was assembled, and the target was there.
 */
export async function memoryChange(
  cause: ExplanationCause,
  request: ContextRequest,
  adding: readonly AddingRule[],
  input: ExplainInput,
  env: ExplainEnv,
): Promise<MemoryChange | undefined> {
  const tries =
    cause === 'authority' ? otherSections(input) : await higherLimits(request, adding, input, env);
  for (const tried of tries) {
    const change = await smallestChange(request, adding, changed(input, tried), env);
    if (change)
      return {
        memory_id: input.target.memoryId,
        ...tried,
        ...(asksSomething(change) && { request_change: change }),
      };
  }
  return undefined;
}

/** What else keeps a target that the budget cut: that it is required, or stands further in front. */
export async function keepingChanges(
  request: ContextRequest,
  input: ExplainInput,
  env: ExplainEnv,
): Promise<MemoryChange[]> {
  const memory = findMemory(input);
  if (memory === undefined) return [];
  const { section, required } = memory.contribution;
  const before = sections.slice(0, sections.indexOf(section)).toReversed();
  const isKept = async (tried: Tried) => {
    const kept = keptItems(await tryRequest(request, changed(input, tried), env), input.target);
    // What the section in front has no authority for stands elsewhere, and gains nothing by it.
    return kept.some(isOwn);
  };
  const firstKept = async (tries: readonly Tried[]) => {
    for (const tried of tries) if (await isKept(tried)) return [tried];
    return [];
  };
  const found = [
    ...(required === true ? [] : await firstKept([{ required: true }])),
    ...(await firstKept(before.map(to => ({ section: { from: section, to } })))),
  ];
  return found.map(tried => ({ memory_id: input.target.memoryId, ...tried }));
}

/** Any of them may take what this one needs more authority for; the one that is made for it first. */
function otherSections(input: ExplainInput): Tried[] {
  const from = findMemory(input)?.contribution.section;
  if (from === undefined) return [];
  const others = sections.filter(section => section !== from && section !== dataSection);
  return [dataSection, ...others].filter(to => to !== from).map(to => ({ section: { from, to } }));
}

/** The least `max_items` that lets the target in, by its place among what its memory brings: what was lowered comes last. */
async function higherLimits(
  request: ContextRequest,
  adding: readonly AddingRule[],
  input: ExplainInput,
  env: ExplainEnv,
): Promise<Tried[]> {
  const from = findMemory(input)?.contribution.max_items;
  if (from === undefined) return [];
  const unlimited = withoutLimit(input);
  const included = await smallestChange(request, adding, unlimited, env);
  if (included === undefined) return [];
  // The budget is judged after `max_items`.
  const { max_tokens: _, ...constraints } = included.request.constraints ?? {};
  const whole = await tryRequest({ ...included.request, constraints }, unlimited, env);
  const wanted = keptItems(whole, input.target);
  const brought = keptItems(whole, { memoryId: input.target.memoryId });
  const counted = [...brought.filter(isOwn), ...brought.filter(item => !isOwn(item))];
  const to = counted.findIndex(item => wanted.includes(item)) + 1;
  return to <= from ? [] : [{ max_items: { from, to } }];
}

/** It stands where its memory wants it. */
const isOwn = ({ lowered_from: from }: ContextItem): boolean => from === undefined;

const changed = (input: ExplainInput, tried: Tried): ExplainInput =>
  withContribution(input, contribution => changedContribution(contribution, tried));

const withoutLimit = (input: ExplainInput): ExplainInput =>
  withContribution(input, ({ max_items: _, ...contribution }) => contribution);

function withContribution(input: ExplainInput, change: (now: Contribution) => Contribution): ExplainInput {
  const memories = input.memories.map(memory =>
    memory.id === input.target.memoryId ? { ...memory, contribution: change(memory.contribution) } : memory,
  );
  return { ...input, memories };
}

const asksSomething = ({ variables, explicit_memory, max_tokens }: IncludingChange): boolean =>
  variables.length > 0 || explicit_memory !== undefined || max_tokens !== undefined;
