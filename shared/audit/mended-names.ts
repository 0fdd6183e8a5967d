import { AppError } from '../contract/errors.ts';
import type { ContextContract } from '../model/context-contract.ts';
import type { ContextTest, Expectation } from '../model/context-test.ts';
import { keysOf } from '../model/entries.ts';
import type { ContextRuleEngine } from '../model/rule.ts';
import { type Named, type NamingKind, namesIn, renameNamed } from '../renaming/named-places.ts';
import { renameMemoryPins } from '../renaming/rename-pins.ts';
import { isAlways } from './kinds/superseded.ts';
import type { Mended, MendGround } from './mend-ground.ts';

/** What becomes of memories: they go, others take their place, rules that always fire add them no longer. */
export interface MemoryFates {
  readonly gone: ReadonlySet<string>;
  readonly replaced: ReadonlyMap<string, string>;
  readonly unpinned: ReadonlySet<string>;
}

/** Everything that names memories, with the names that it has from now on. */
export function mendedNames(fates: MemoryFates, ground: MendGround): Omit<Mended, 'memories'> {
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
    if (add_memories.length === before.length && add_memories.every((id, at) => id === before[at]))
      return [rule];
    return add_memories.length === 0 ? [] : [{ ...rule, then: { ...rule.then, add_memories } }];
  });
  const isSame = rules.length === engine.rules.length && rules.every((rule, at) => rule === engine.rules[at]);
  return isSame ? engine : { ...engine, rules };
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
