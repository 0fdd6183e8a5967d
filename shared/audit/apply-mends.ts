import { AppError } from '../contract/errors.ts';
import { areSame } from '../lists.ts';
import type { ContextContract } from '../model/context-contract.ts';
import type { ContextTest, Expectation } from '../model/context-test.ts';
import { keysOf } from '../model/entries.ts';
import { isJsonEqual, isJsonObject } from '../model/json.ts';
import type { PersistentMemory } from '../model/memory.ts';
import type { MemoryFinding, MemoryMend } from '../model/memory-audit.ts';
import type { ContextRuleEngine } from '../model/rule.ts';
import { type Named, type NamingKind, namesIn, renameNamed } from '../renaming/named-places.ts';
import { renameMemoryPins } from '../renaming/rename-pins.ts';
import { isAlways } from './kinds/superseded.ts';
import type { Mended, MendGround } from './mend-ground.ts';
import { mendedText } from './mended-text.ts';
import { passagesOf } from './passages.ts';
import { textMark, twinMark } from './text-mark.ts';

/**
 * What mends change together, in whichever order they are given: each is resolved against the definitions as they are.
 * What is about a memory or a text that is not there any more changes nothing. `conflict` where something would name
 * what is gone.
 */
export function applyMends(findings: readonly MemoryFinding[], ground: MendGround): Mended {
  const known = new Map(ground.memories.map(memory => [memory.id, memory]));
  const meant = findings.filter(finding => isThere(finding, known));
  const mends = Map.groupBy(meant, ({ memory_id }) => memory_id);
  const memories = ground.memories.flatMap(memory => {
    const own = mends.get(memory.id)?.map(({ mend }) => mend) ?? [];
    const mended = own.some(isOfWhole) ? undefined : mendedMemory(memory, own);
    return mended === memory ? [] : [[memory.id, mended] as const];
  });
  return { memories: Object.fromEntries(memories), ...mendedNames(fatesOf(meant), ground) };
}

function isThere({ memory_id, mend }: MemoryFinding, known: ReadonlyMap<string, PersistentMemory>): boolean {
  const memory = known.get(memory_id);
  if (memory === undefined || mend.do !== 'replace') return memory !== undefined;
  const [kept, own] = [known.get(mend.by), [...passagesOf(memory)]];
  const [twin] = own;
  if (kept === undefined || twin === undefined || own.length > 1) return false;
  return [...passagesOf(kept)].some(({ text }) => twinMark(text, twin.text) === mend.of);
}

/** After it the memory is not there any more, so that nothing else is to be mended of it. */
const isOfWhole = ({ do: what }: MemoryMend): boolean => what === 'delete' || what === 'replace';

function fatesOf(findings: readonly MemoryFinding[]): MemoryFates {
  const idsOf = (isMeant: (mend: MemoryMend) => boolean) =>
    new Set(findings.filter(({ mend }) => isMeant(mend)).map(({ memory_id }) => memory_id));
  return {
    gone: idsOf(isOfWhole),
    unpinned: idsOf(mend => mend.do === 'unpin'),
    replaced: new Map(
      findings.flatMap(({ memory_id, mend }) => (mend.do === 'replace' ? [[memory_id, mend.by]] : [])),
    ),
  };
}

type TextMend = Extract<MemoryMend, { readonly place: unknown }>;

/** A memory after all that mends change of itself; the same object where they change nothing. */
function mendedMemory(memory: PersistentMemory, mends: readonly MemoryMend[]): PersistentMemory {
  const texts = mends.filter(mend => 'place' in mend);
  const edits = [...Map.groupBy(texts, ({ place }) => JSON.stringify(place)).values()].map(editOf);
  const { required, ...contribution } = memory.contribution;
  const isUnpinned = required !== undefined && mends.some(mend => mend.do === 'unpin');
  const isLowered = mends.some(mend => mend.do === 'lower');
  const mended = {
    // What is at a place keeps its kind, so what comes back is a memory.
    ...(edited(memory, edits) as PersistentMemory),
    ...(isUnpinned && { contribution }),
    ...(isLowered && { origin: 'import' as const }),
  };
  return isJsonEqual(mended, memory) ? memory : mended;
}

/** What becomes of the text, or of the item with that content, to which the keys lead. */
interface Edit {
  readonly place: TextMend['place'];
  readonly change: (text: string) => readonly string[];
}

function editOf(mends: readonly TextMend[]): Edit {
  const change = (text: string) => {
    // Somebody may have written on since it was looked at.
    const own = mends.filter(({ of }) => of === textMark(text));
    return mendedText(text, {
      cuts: own.filter(mend => mend.do === 'cut'),
      isRedacted: own.some(mend => mend.do === 'redact'),
      isSplit: own.some(mend => mend.do === 'split'),
    });
  };
  return { place: mends[0]?.place ?? [], change };
}

/** All edits in one walk: an item that goes, or becomes several, moves none that another edit is about. */
function edited(value: unknown, edits: readonly Edit[]): unknown {
  if (edits.length === 0) return value;
  const byKey = Map.groupBy(edits, ({ place: [key] }) => key);
  const below = (key: string | number): Edit[] =>
    (byKey.get(key) ?? []).map(({ place: [, ...place], change }) => ({ place, change }));
  if (Array.isArray(value))
    return value.flatMap((inner, at) => (byKey.has(at) ? editedItem(inner, below(at)) : [inner]));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, byKey.has(key) ? edited(inner, below(key)) : inner]),
  );
}

/** A text in a list, or an item that has one, is what becomes several or none. */
function editedItem(item: unknown, edits: readonly Edit[]): readonly unknown[] {
  const [{ place, change } = { place: [], change: (text: string) => [text] }] = edits;
  if (place.length === 0) return typeof item === 'string' ? change(item) : [item];
  const content = place.length === 1 && isJsonObject(item) ? item.content : undefined;
  if (!isJsonObject(item) || typeof content !== 'string') return [edited(item, edits)];
  return change(content).map(one => ({ ...item, content: one }));
}

/** What becomes of memories: they go, others take their place, rules that always fire add them no longer. */
interface MemoryFates {
  readonly gone: ReadonlySet<string>;
  readonly replaced: ReadonlyMap<string, string>;
  readonly unpinned: ReadonlySet<string>;
}

/** Everything that names memories, with the names that it has from now on. */
function mendedNames(fates: MemoryFates, ground: MendGround): Omit<Mended, 'memories'> {
  const rename = (name: string) => lastOf(name, fates.replaced);
  const engines = ground.engines.map(engine => mendedEngine(engine, fates, rename));
  const renamed = <Document extends { readonly id: string }>(
    kind: NamingKind,
    documents: readonly Document[],
  ): Document[] => replacedIn(documents, byId(renameNamed('memory', kind, documents, rename)));
  const tests = renamed('tests', ground.tests).map(namedOnce);
  const contracts = renamed('contracts', ground.contracts);
  for (const contract of contracts) refuseOneTwice(contract, ground.contracts);
  const samples = renamed('samples', ground.samples);
  const beside = { samples, tests, contracts };
  refuseNamed('memory', [...fates.gone], { engines, ...beside });
  refuseNamed('rule', goneRules(ground.engines, engines), beside);
  return {
    engines: changedOf(ground.engines, engines),
    samples: changedOf(ground.samples, samples),
    tests: changedOf(ground.tests, tests),
    contracts: changedOf(ground.contracts, contracts),
    layouts: changedOf(ground.layouts, renamed('layouts', pinnedAnew(ground.layouts, fates))),
  };
}

/** What took a memory's place may be replaced itself. */
function lastOf(name: string, replaced: MemoryFates['replaced']): string {
  let last = name;
  for (let steps = 0; steps < replaced.size; steps += 1) last = replaced.get(last) ?? last;
  return last;
}

/** A rule that would add nothing any more goes. */
function mendedEngine(
  engine: ContextRuleEngine,
  { unpinned }: MemoryFates,
  rename: (name: string) => string,
): ContextRuleEngine {
  const rules = engine.rules.flatMap(rule => {
    const before = rule.then.add_memories;
    const isPinned = isAlways(rule);
    const kept = before.filter(id => !(isPinned && unpinned.has(id)));
    const add_memories = kept.some(id => rename(id) !== id) ? [...new Set(kept.map(rename))] : kept;
    if (areSame(add_memories, before)) return [rule];
    return add_memories.length === 0 ? [] : [{ ...rule, then: { ...rule.then, add_memories } }];
  });
  return areSame(rules, engine.rules) ? engine : { ...engine, rules };
}

const goneRules = (before: readonly ContextRuleEngine[], after: readonly ContextRuleEngine[]): string[] => {
  const namesOf = (engines: readonly ContextRuleEngine[]) =>
    engines.flatMap(({ id, rules }) => rules.map(rule => `${id}/${rule.id}`));
  const left = new Set(namesOf(after));
  return namesOf(before).filter(name => !left.has(name));
};

/** Two memories that became one stand once where a section is listed; one cannot stand before itself. */
function namedOnce(test: ContextTest): ContextTest {
  const expect = test.expect.map((one): Expectation => {
    if (!('memories' in one)) return one;
    const memories = [...new Set(one.memories)];
    if (memories.length === one.memories.length) return one;
    if (one.kind === 'order') throw isOneTwice(`test ${test.id}`);
    return { ...one, memories };
  });
  return expect.every((one, at) => one === test.expect[at]) ? test : { ...test, expect };
}

/** What is said of two memories says nothing of one. */
function refuseOneTwice(contract: ContextContract, before: readonly ContextContract[]): void {
  const isTwice = ({ state }: ContextContract) =>
    'memory' in state && 'other' in state && state.memory === state.other;
  if (isTwice(contract) && !before.some(one => one.id === contract.id && isTwice(one)))
    throw isOneTwice(`contract ${contract.id}`);
}

const isOneTwice = (who: string): AppError =>
  new AppError('conflict', `${who} speaks of two memories that would become one; change that first`);

/** Nothing goes that something still names. */
function refuseNamed(
  named: Extract<Named, 'memory' | 'rule'>,
  gone: readonly string[],
  documents: { readonly [Kind in NamingKind]?: readonly { readonly id: string }[] },
): void {
  if (gone.length === 0) return;
  const isGone = new Set(gone);
  const naming = keysOf(nouns).flatMap(kind =>
    (documents[kind] ?? []).flatMap(document => {
      const [name] = namesIn(named, kind, document).filter(one => isGone.has(one));
      return name === undefined ? [] : [{ name, by: `${nouns[kind]} ${document.id}` }];
    }),
  );
  const [first] = naming;
  if (first === undefined) return;
  const by = naming.map(one => one.by);
  throw new AppError(
    'conflict',
    `${named} ${first.name} would go and is named by ${by.join(', ')}; change that first`,
    { named: by },
  );
}

const nouns = { engines: 'engine', samples: 'sample', tests: 'test', contracts: 'contract' } as const;

const pinnedAnew = (layouts: MendGround['layouts'], { replaced }: MemoryFates): MendGround['layouts'] =>
  [...replaced].reduce<MendGround['layouts']>(
    (now, [id]) => replacedIn(now, byId(renameMemoryPins(id, lastOf(id, replaced), now))),
    layouts,
  );

const byId = <Value extends { readonly id: string }>(
  renamed: readonly { readonly value: Value }[],
): ReadonlyMap<string, Value> => new Map(renamed.map(({ value }) => [value.id, value]));

const replacedIn = <Value extends { readonly id: string }>(
  all: readonly Value[],
  changed: ReadonlyMap<string, Value>,
): Value[] => all.map(one => changed.get(one.id) ?? one);

const changedOf = <Value extends { readonly id: string }>(
  before: readonly Value[],
  after: readonly Value[],
): Record<string, Value> =>
  Object.fromEntries(after.flatMap((one, at) => (one === before[at] ? [] : [[one.id, one]])));
