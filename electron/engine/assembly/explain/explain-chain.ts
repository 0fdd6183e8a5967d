import { unreachable } from '../../../../shared/contract/errors.ts';
import type {
  AssembledContext,
  DroppedItem,
  MemoryCall,
} from '../../../../shared/model/assembled-context.ts';
import { originWords } from '../../../../shared/model/authority.ts';
import type { ExplanationCause, ExplanationStep } from '../../../../shared/model/explanation.ts';
import { withNearest } from '../../../../shared/model/near-names.ts';
import type { ContextRequest } from '../../../../shared/model/request.ts';
import { sectionTitles } from '../../../../shared/model/section.ts';
import { variableTypeOf } from '../../../../shared/model/variable-type.ts';
import { idOfFile, noUnreadable, unknownWords } from '../../../../shared/rules/evaluation/unknown-words.ts';
import type { AddingRule } from './adding-rules.ts';
import { type ExplainInput, findMemory, keptItems } from './explain-target.ts';

/** A link of the chain, and the cause when the way ends with it. */
export interface Link extends Omit<ExplanationStep, 'passed'> {
  readonly cause?: ExplanationCause;
}

/** The way of a memory, or of one item, up to where it ends. The budget is judged last and by the caller. */
export function explainChain(
  request: ContextRequest,
  adding: readonly AddingRule[],
  assembled: AssembledContext,
  input: ExplainInput,
): Link[] {
  const links = [
    ...requestLinks(request, adding, input),
    ...memoryLinks(assembled, input),
    ...itemLinks(assembled, input),
  ];
  const end = links.findIndex(link => link.cause !== undefined);
  return end < 0 ? links : links.slice(0, end + 1);
}

/** Who asks for the memory: the request by name, or the rule that is nearest to it. */
function requestLinks(
  request: ContextRequest,
  [nearest]: readonly AddingRule[],
  input: ExplainInput,
): Link[] {
  const { memoryId } = input.target;
  if (request.explicit_memory?.includes(memoryId) === true)
    return [{ at: 'request', message: `the request names "${memoryId}"` }];
  if (nearest !== undefined) return ruleLinks(nearest);
  const isKnown = findMemory(input) !== undefined;
  return [
    isKnown
      ? {
          at: 'request',
          message: `no rule adds "${memoryId}", and the request does not name it`,
          cause: 'not_requested',
        }
      : {
          at: 'memory',
          message: unknownHere(input, ', and no rule adds it'),
          cause: 'unknown_memory',
        },
  ];
}

function unknownHere({ target, memories, unreadable = noUnreadable }: ExplainInput, more = ''): string {
  const { memoryId: id } = target;
  const words = `${unknownWords('memory', id, unreadable.memories)}${more}`;
  const isThere = unreadable.memories.some(file => idOfFile(file) === id);
  return isThere
    ? words
    : withNearest(
        words,
        id,
        memories.map(memory => memory.id),
      );
}

function ruleLinks({ engine, rule, outcome, explained }: AddingRule): Link[] {
  const engineRef = { at: 'engine' as const, engine_id: engine.id };
  if (outcome === 'engine_disabled')
    return [{ ...engineRef, message: `engine "${engine.name}" is disabled`, cause: 'engine_disabled' }];
  if (outcome === 'engine_not_selected') {
    const message = `engine "${engine.name}" is not among the rule_engine_ids of the request`;
    return [{ ...engineRef, message, cause: 'engine_not_selected' }];
  }
  const refs = { engine_id: engine.id, rule_id: rule.id };
  const evaluated: Link = { ...engineRef, message: `engine "${engine.name}" is evaluated` };
  if (outcome === 'muted')
    return [evaluated, { at: 'rule', ...refs, message: `rule "${rule.name}" is muted`, cause: 'rule_muted' }];
  const active: Link = { at: 'rule', ...refs, message: `rule "${rule.name}" adds it` };
  const index = explained.decided_by;
  const condition = index === undefined ? undefined : explained.conditions[index];
  if (index === undefined || condition === undefined) {
    const count = explained.conditions.length;
    const message =
      count === 0 ? 'the rule has no conditions and fires always' : `its conditions hold, all ${count}`;
    return [evaluated, active, { at: 'condition', ...refs, message }];
  }
  const types = {
    actual_type: variableTypeOf(condition.actual),
    expected_type: variableTypeOf(condition.value),
  };
  const message = `condition ${index + 1} does not hold: ${condition.reason ?? condition.outcome}`;
  return [
    evaluated,
    active,
    { at: 'condition', ...refs, message, condition: { ...condition, index, ...types }, cause: 'condition' },
  ];
}

function memoryLinks(assembled: AssembledContext, input: ExplainInput): Link[] {
  const { memoryId } = input.target;
  if (findMemory(input) === undefined)
    return [{ at: 'memory', message: unknownHere(input), cause: 'unknown_memory' }];
  const known: Link = { at: 'memory', message: `memory "${memoryId}" is defined` };
  const call = assembled.trace.memory_calls.find(({ memory_id }) => memory_id === memoryId);
  return call === undefined
    ? [known, { at: 'pipeline', message: 'its pipeline was not run', cause: 'failed' }]
    : [known, pipelineLink(call, assembled)];
}

function pipelineLink(call: MemoryCall, { trace }: AssembledContext): Link {
  const why = call.error?.message ?? 'for no known reason';
  if (call.status === 'skipped') {
    const missing = trace.missing_variables
      .filter(({ needed_by }) => needed_by.includes(call.memory_id))
      .map(({ name }) => name);
    return { at: 'pipeline', message: `its pipeline was skipped: ${why}`, missing, cause: 'skipped' };
  }
  if (call.status === 'failed')
    return { at: 'pipeline', message: `its pipeline failed: ${why}`, cause: 'failed' };
  if (call.items === 0) return { at: 'pipeline', message: 'its pipeline found nothing', cause: 'no_items' };
  return {
    at: 'pipeline',
    message: `its pipeline returned ${call.items} ${call.items === 1 ? 'item' : 'items'}`,
  };
}

/** The item that came furthest stands for a memory of which nothing was kept. */
const furthest: readonly DroppedItem['reason'][] = [
  'budget',
  'max_items',
  'duplicate',
  'authority',
  'redaction_failed',
];

function itemLinks(assembled: AssembledContext, input: ExplainInput): Link[] {
  const { memoryId, itemId } = input.target;
  const [kept] = keptItems(assembled, input.target);
  if (kept !== undefined)
    return [
      ...authorityLinks(kept.id, assembled),
      ...passedItem(kept.id),
      { at: 'budget', message: `${kept.id} is in the context`, cause: 'included' },
    ];
  const [dropped] = assembled.trace.dropped
    .filter(item => (itemId === undefined ? item.memory_id === memoryId : item.item_id === itemId))
    .toSorted((left, right) => furthest.indexOf(left.reason) - furthest.indexOf(right.reason));
  if (dropped === undefined) {
    const message =
      itemId === undefined ? 'its items were lost with a stage that failed' : `it returned no item ${itemId}`;
    return [{ at: 'item', message, cause: itemId === undefined ? 'failed' : 'unknown_item' }];
  }
  return [...authorityLinks(dropped.item_id, assembled), ...droppedLinks(dropped, input)];
}

/** What has less authority than its section needs says where it went instead. */
function authorityLinks(id: string, { trace }: AssembledContext): Link[] {
  const low = trace.lowered?.find(({ item_id }) => item_id === id);
  if (low === undefined) return [];
  const { section, needs, authority, origin, placed } = low;
  const why = `${id} comes from ${originWords[origin]}; ${sectionTitles[section]} needs the authority "${needs}", it has "${authority}"`;
  return placed === undefined
    ? [{ at: 'authority', message: `${why}, and stays out`, cause: 'authority' }]
    : [{ at: 'authority', message: `${why}, and stands in ${sectionTitles[placed]} as data` }];
}

function passedItem(id: string): Link[] {
  return [
    { at: 'item', message: `${id} says what no item before it says` },
    { at: 'max_items', message: `${id} is within the number of items that its memory may bring` },
  ];
}

function droppedLinks(dropped: DroppedItem, input: ExplainInput): Link[] {
  const { item_id: id, reason, survivor, tokens } = dropped;
  const most = findMemory(input)?.contribution.max_items;
  switch (reason) {
    case 'redaction_failed':
      return [{ at: 'item', message: `${id} could not be redacted and was left out`, cause: reason }];
    case 'authority':
      // `authorityLinks` has said it.
      return [];
    case 'duplicate': {
      const message = `${id} says the same as ${survivor}, which is there`;
      return [{ at: 'item', message, ...(survivor !== undefined && { survivor }), cause: reason }];
    }
    case 'max_items':
      return [
        ...passedItem(id).slice(0, 1),
        { at: 'max_items', message: `${id} is beyond max_items, which is ${most}`, cause: reason },
      ];
    case 'budget':
      return [
        ...passedItem(id),
        { at: 'budget', message: `the budget cut ${id} (${tokens} tokens)`, cause: reason },
      ];
    default:
      return unreachable(reason);
  }
}
