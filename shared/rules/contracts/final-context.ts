import { unreachable } from '../../contract/errors.ts';
import type { AssembledContext } from '../../model/assembled-context.ts';
import { originOf } from '../../model/authority.ts';
import type { ContractState } from '../../model/context-contract.ts';
import type { Origin } from '../../model/origin.ts';
import { type Section, sections } from '../../model/section.ts';

/** What of an assembled context contracts ask for; no text, so that many can be kept. */
export interface FinalContext {
  /** In their order. */
  readonly items: readonly FinalItem[];
  /** Why nothing of a memory is there, by id; rules that add nothing are not told. */
  readonly absent: ReadonlyMap<string, string>;
  /** Memories that each rule added, by `<engine>/<rule>`. */
  readonly fired: ReadonlyMap<string, readonly string[]>;
}

interface FinalItem {
  readonly memory: string;
  /** All that brought the same text, the memory itself among them. */
  readonly brought: readonly string[];
  readonly section: Section;
  readonly origin: Origin;
  readonly tokens: number;
}

export function finalContext({ context, trace }: AssembledContext): FinalContext {
  const items = sections.flatMap(section =>
    (context[section] ?? []).map(item => ({
      memory: item.memory_id,
      brought: [item.memory_id, ...(item.also_from ?? []).map(memoryOfItem)],
      section,
      origin: originOf(item.source),
      tokens: item.tokens,
    })),
  );
  const absent = new Map<string, string>();
  for (const { memory_id, reason } of trace.dropped) absent.set(memory_id, dropWords[reason]);
  for (const { memory_id, status, items: count } of trace.memory_calls) {
    if (status === 'failed' || status === 'skipped') absent.set(memory_id, `its pipeline ${status}`);
    else if (count === 0) absent.set(memory_id, 'its pipeline brought nothing');
  }
  const fired = new Map(
    trace.rules_applied.map(({ engine_id, rule_id, memories }) => [`${engine_id}/${rule_id}`, memories]),
  );
  return { items, absent, fired };
}

const memoryOfItem = (itemId: string): string => itemId.slice(0, itemId.lastIndexOf('#'));

const dropWords = {
  duplicate: 'another memory brought the same text',
  max_items: 'it may bring no items',
  budget: 'the budget cut it',
  authority: 'its authority is too low for its section',
  redaction_failed: 'it could not be redacted',
} as const satisfies Record<AssembledContext['trace']['dropped'][number]['reason'], string>;

/** Statements that one context can break. */
export type ContextState = Exclude<ContractState, { kind: 'equivalent' | 'reachable' }>;

/** Why a statement is not true of a context; undefined where it is. */
export function breakOf(state: ContextState, context: FinalContext): string | undefined {
  switch (state.kind) {
    case 'always':
      return has(context, state.memory) ? undefined : lacking(context, state.memory);
    case 'never':
      return breakOfNever(state, context);
    case 'implies':
    case 'together':
      return breakOfPair(state, context);
    case 'order':
      return isOvertaken(state.memory, state.other, context)
        ? `here "${state.other}" stands before "${state.memory}"`
        : undefined;
    case 'limit': {
      const tokens = tokensOf(state.of, context);
      return tokens > state.tokens ? `here it is ${tokens.toLocaleString('en-US')} tokens` : undefined;
    }
    default:
      return unreachable(state);
  }
}

/** Why two engines do not lead to the same, by the context that each makes alone; undefined where they do. */
export function differenceOf(
  engines: readonly [string, string],
  left: FinalContext,
  right: FinalContext,
): string | undefined {
  if (broughtIn(left) === broughtIn(right)) return undefined;
  return `here "${engines.join('" and "')}" lead to different memories`;
}

const broughtIn = ({ items }: FinalContext): string =>
  JSON.stringify([...new Set(items.flatMap(({ brought }) => brought))].sort());

/** Whether a rule fires and something that it adds is in the context. */
export const isReached = (rule: string, context: FinalContext): boolean =>
  context.fired.get(rule)?.some(id => has(context, id)) === true;

/** Whether a memory brought something of the context. */
const has = ({ items }: FinalContext, id: string): boolean =>
  items.some(({ brought }) => brought.includes(id));

const lacking = ({ absent }: FinalContext, id: string): string =>
  `"${id}" is not in this context: ${absent.get(id) ?? 'no rule adds it'}`;

function breakOfNever(
  { memory, other }: Extract<ContractState, { kind: 'never' }>,
  context: FinalContext,
): string | undefined {
  if (!has(context, memory)) return undefined;
  if (other === undefined) return `here "${memory}" is in the context`;
  return has(context, other) ? `here "${memory}" and "${other}" are in the context` : undefined;
}

function breakOfPair(
  { kind, memory, other }: Extract<ContractState, { kind: 'implies' | 'together' }>,
  context: FinalContext,
): string | undefined {
  const [hasMemory, hasOther] = [has(context, memory), has(context, other)];
  if (hasMemory === hasOther || (kind === 'implies' && hasOther)) return undefined;
  return lacking(context, hasMemory ? other : memory);
}

function isOvertaken(early: string, late: string, { items }: FinalContext): boolean {
  const [first, second] = [early, late].map(id => items.findIndex(({ memory }) => memory === id));
  return first !== undefined && second !== undefined && second >= 0 && second < first;
}

function tokensOf(of: Extract<ContractState, { kind: 'limit' }>['of'], { items }: FinalContext): number {
  const counted = items.filter(item =>
    'memory' in of
      ? item.memory === of.memory
      : (of.section === undefined || item.section === of.section) &&
        (!('origin' in of) || item.origin === of.origin),
  );
  return counted.reduce((sum, { tokens }) => sum + tokens, 0);
}
