import { unreachable } from '../../contract/errors.ts';
import {
  type AuthorityPolicy,
  dataSection,
  isBelow,
  memoryOrigin,
  trustOfOrigin,
} from '../../model/authority.ts';
import type { ContractState, ContractVerdict } from '../../model/context-contract.ts';
import type { PersistentMemory } from '../../model/memory.ts';
import { type Estimator, estimators } from '../../model/request.ts';
import { priorityWeights, sections } from '../../model/section.ts';
import type { ContractGround } from './find-request.ts';

/** What is known of texts before anything is assembled. */
export interface FinalGround extends ContractGround {
  /** All texts that are written in a memory, however many it may bring; undefined where they hang on the request or on what is stored. */
  readonly textsOf: (memoryId: string) => readonly string[] | undefined;
  /**
   * As many tokens as those texts that a memory may bring come to at most, whichever these are: by an estimator, or by any
   * in the rendered text, with all that stands around them there. Known wherever the texts are.
   */
  readonly mostTokensOf: (memoryId: string, count: Estimator | 'rendered') => number | undefined;
  readonly authority: AuthorityPolicy | undefined;
}

/**
 * Why a statement is true of every final context, from bounds that hold whatever is stored; undefined where none shows
 * it. `byRules` is what it comes to for what rules add. Faults and limits of time are left aside.
 */
export function proofOf(
  state: ContractState,
  byRules: ContractVerdict,
  ground: FinalGround,
): string | undefined {
  if (state.kind === 'limit' && isShutOut(state, ground))
    return 'what comes from there has less authority than the section needs';
  if (state.kind === 'order') return proofOfOrder(state, byRules, ground);
  if (byRules.answer !== 'proved') return undefined;
  switch (state.kind) {
    case 'never':
      return `${byRules.reason}, and a budget only takes away`;
    case 'limit':
      return countedStay(state, ground) ? `${byRules.reason}, and a budget only takes away` : undefined;
    case 'always':
      return pinnedProof(byRules, [state.memory], ground);
    case 'implies':
      return pinnedProof(byRules, [state.other], ground);
    case 'together':
      return pinnedProof(byRules, [state.memory, state.other], ground);
    case 'equivalent':
      return haveOwnPlaces(state.engines, ground)
        ? `${byRules.reason}, and each has a place of its own, so that a budget cuts the same`
        : undefined;
    case 'reachable':
      return undefined;
    default:
      return unreachable(state);
  }
}

/** Nothing of this origin can stand in this section: the section needs more authority. */
function isShutOut({ of }: Extract<ContractState, { kind: 'limit' }>, { authority }: FinalGround): boolean {
  if (!('origin' in of) || of.section === undefined) return false;
  return isBelow(trustOfOrigin[of.origin], authority?.needs[of.section]);
}

/**
 * Texts that are lowered bear a mark, which has tokens, and stand in another section. Of a memory that may not bring all
 * of its texts others are there where another memory brought the first ones.
 */
function countedStay({ of }: Extract<ContractState, { kind: 'limit' }>, ground: FinalGround): boolean {
  const isOneSection = 'section' in of && of.section !== undefined && of.section !== dataSection;
  return addedMemories(ground)
    .filter(({ id, contribution }) =>
      'memory' in of ? id === of.memory : !isOneSection || contribution.section === of.section,
    )
    .every(memory => staysPut(memory, ground) && bringsAll(memory, ground));
}

const bringsAll = ({ id, contribution: { max_items: most } }: PersistentMemory, { textsOf }: FinalGround) =>
  most === undefined || most >= (textsOf(id)?.length ?? 0);

function pinnedProof(
  byRules: ContractVerdict,
  memories: readonly string[],
  ground: FinalGround,
): string | undefined {
  const limits = pinnedLimits(ground);
  if (limits === undefined || !memories.every(id => isPinned(id, ground))) return undefined;
  const names = memories.map(id => `"${id}"`).join(' and ');
  return `${byRules.reason}, and ${names} ${memories.length === 1 ? 'is' : 'are'} pinned: no limit of at least ${limits.items} tokens cuts that, and of rendered text none of at least ${limits.rendered}`;
}

/**
 * Tokens of all that is pinned: where the limit is not lower, nothing pinned is cut. Requests may ask for any estimator, and
 * for a limit of the rendered text. Undefined where they are not known.
 */
function pinnedLimits(
  ground: FinalGround,
): { readonly items: number; readonly rendered: number } | undefined {
  const pinned = addedMemories(ground).filter(({ contribution }) => contribution.required === true);
  const sum = (count: Estimator | 'rendered') =>
    pinned.reduce((total, { id }) => total + (ground.mostTokensOf(id, count) ?? Number.NaN), 0);
  const limits = { items: Math.max(...estimators.map(sum)), rendered: sum('rendered') };
  return Number.isNaN(limits.items + limits.rendered) ? undefined : limits;
}

/** Whether every context of a request whose rules add it has its text, where the limit has room for what is pinned. */
function isPinned(id: string, ground: FinalGround): boolean {
  const added = addedMemories(ground);
  const memory = added.find(one => one.id === id);
  const texts = ground.textsOf(id)?.slice(0, memory?.contribution.max_items);
  if (memory?.contribution.required !== true || memory.contribution.max_items === 0) return false;
  if (texts === undefined || texts.length === 0 || !staysPut(memory, ground)) return false;
  // The same text that is brought before it takes its place, and may be cut there.
  return added
    .filter(one => one !== memory && one.contribution.required !== true && placeOrder(one, memory) <= 0)
    .filter(one => one.contribution.max_items !== 0)
    .every(one => ground.textsOf(one.id)?.every(text => !texts.includes(text)) === true);
}

/** Whether its items stand in its own section whatever they are made of. */
function staysPut(memory: PersistentMemory, { authority, textsOf }: FinalGround): boolean {
  const needed = authority?.needs[memory.contribution.section];
  if (needed === undefined) return true;
  return textsOf(memory.id) !== undefined && !isBelow(trustOfOrigin[memoryOrigin(memory)], needed);
}

/** Below 0 where the first stands before the second, 0 where rules decide it. */
const placeOrder = (
  { contribution: one }: PersistentMemory,
  { contribution: other }: PersistentMemory,
): number =>
  sections.indexOf(one.section) - sections.indexOf(other.section) ||
  priorityWeights[other.priority] - priorityWeights[one.priority];

function proofOfOrder(
  { memory, other }: Extract<ContractState, { kind: 'order' }>,
  byRules: ContractVerdict,
  ground: FinalGround,
): string | undefined {
  const [early, late] = [memory, other].map(id => ground.memories?.find(one => one.id === id));
  if (!early || !late || !staysPut(early, ground) || !staysPut(late, ground)) return undefined;
  const order = placeOrder(early, late);
  if (order < 0) return `the section and the priority of "${memory}" place it first`;
  return order === 0 && byRules.answer === 'proved' ? `${byRules.reason}, in one place` : undefined;
}

/** Whether no two memories that the engines add are placed by the order of rules. */
function haveOwnPlaces(engines: readonly string[], { memories, ...ground }: FinalGround): boolean {
  const rules = ground.engines.filter(({ id }) => engines.includes(id)).flatMap(one => one.rules);
  const ids = new Set(rules.flatMap(rule => rule.then.add_memories));
  const added = memories?.filter(({ id }) => ids.has(id)) ?? [];
  const places = added.map(({ contribution: { section, priority } }) => `${section} ${priority}`);
  return new Set(places).size === added.length && added.every(one => staysPut(one, { memories, ...ground }));
}

/** Memories that some rule adds. */
export function addedMemories({ rules, memories }: ContractGround): PersistentMemory[] {
  const added = new Set(rules.flatMap(rule => rule.then.add_memories));
  return memories?.filter(({ id }) => added.has(id)) ?? [];
}
