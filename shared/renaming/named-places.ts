import type { Renamed } from './renaming.ts';

/** What others name by its id; a rule as `<engine>/<rule>`. */
export type Named =
  | 'rule'
  | 'engine'
  | 'memory'
  | 'sample'
  | 'contract'
  | 'collection'
  | 'namespace'
  | 'view';
export type NamingKind = 'engines' | 'memories' | 'samples' | 'tests' | 'contracts' | 'layouts';

const rule = { tests: ['expect.[].rule'], contracts: ['state.rule'] } as const;

/**
 * Where ids stand in the documents of a project, by what they name: the one table that deleting and renaming read.
 * `[]` is each of a list, `{}` each value of a record, `<>` the same list with each id once, `**` anywhere below.
 */
const namedPlaces: Readonly<Record<Named, { readonly [Kind in NamingKind]?: readonly string[] }>> = {
  rule,
  engine: {
    samples: ['request.rule_engine_ids.<>'],
    tests: ['request.rule_engine_ids.<>', ...rule.tests],
    contracts: ['state.engines.[]', ...rule.contracts],
  },
  memory: {
    engines: ['rules.[].then.add_memories.<>'],
    layouts: ['begun.{}.rule.then.add_memories.<>'],
    samples: ['request.explicit_memory.<>'],
    tests: ['request.explicit_memory.<>', 'expect.[].memory', 'expect.[].memories.[]', 'expect.[].of.memory'],
    contracts: ['state.memory', 'state.other', 'state.of.memory'],
  },
  sample: { tests: ['sample'] },
  contract: { tests: ['expect.[].contract'] },
  collection: { memories: ['**.collection'] },
  namespace: { memories: ['**.namespace'] },
  view: { memories: ['**.viewId'] },
};

/** What a name becomes; the same name where it is not meant. */
type Rename = (name: string) => string;

/** Whether a document names what is meant. */
export function isNamed(
  named: Named,
  kind: NamingKind,
  document: object,
  isMeant: (name: string) => boolean,
): boolean {
  const found = renameNamed(named, kind, [document], name => (isMeant(name) ? `${name}?` : name));
  return found.length > 0;
}

/** All names of a kind that stand in a document. */
export function namesIn(named: Named, kind: NamingKind, document: object): string[] {
  const found = new Set<string>();
  renameNamed(named, kind, [document], name => {
    found.add(name);
    return name;
  });
  return [...found];
}

/** The documents in which a name changes, and where; the others stay the same objects and are not in the list. */
export function renameNamed<Document extends object>(
  named: Named,
  kind: NamingKind,
  documents: readonly Document[],
  rename: Rename,
): Renamed<Document>[] {
  return documents.flatMap(document => {
    const places: string[] = [];
    const value = (namedPlaces[named][kind] ?? []).reduce<unknown>(
      (now, path) => renameAt(now, { steps: path.split('.'), rename, place: [], places }),
      document,
    );
    // Ids are put where ids were, so that the document is of its kind still.
    return places.length === 0 ? [] : [{ value: value as Document, places: [...new Set(places)] }];
  });
}

interface Walk {
  readonly steps: readonly string[];
  readonly rename: Rename;
  readonly place: readonly string[];
  readonly places: string[];
}

function renameAt(value: unknown, walk: Walk): unknown {
  const [step, ...steps] = walk.steps;
  if (step === undefined) return renamedName(value, walk);
  if (step === '[]' || step === '<>') {
    if (!Array.isArray(value)) return value;
    // Names in a list are told by the list.
    const place = (index: number) => (steps.length === 0 ? walk.place : [...walk.place, String(index)]);
    const list = value.map((one, index) => renameAt(one, { ...walk, steps, place: place(index) }));
    if (list.every((one, index) => one === value[index])) return value;
    return step === '<>' ? [...new Set(list)] : list;
  }
  if (typeof value !== 'object' || value === null) return value;
  const isAny = step === '{}' || step === '**';
  const changed = Object.entries(value).flatMap(([key, part]) => {
    const isHere = key === (step === '**' ? steps[0] : step) || step === '{}';
    if (!isHere && !isAny) return [];
    const next = isHere ? (step === '**' ? steps.slice(1) : steps) : walk.steps;
    const renamed = renameAt(part, { ...walk, steps: next, place: [...walk.place, key] });
    return renamed === part ? [] : [[key, renamed] as const];
  });
  if (changed.length === 0) return value;
  return Array.isArray(value)
    ? value.map((part, index) => changed.find(([key]) => key === String(index))?.[1] ?? part)
    : { ...value, ...Object.fromEntries(changed) };
}

/** One name, or as some steps have it a list of them. */
function renamedName(value: unknown, { rename, place, places }: Walk): unknown {
  if (Array.isArray(value)) {
    const list = value.map(one => renamedName(one, { rename, place, places, steps: [] }));
    return list.every((one, index) => one === value[index]) ? value : list;
  }
  if (typeof value !== 'string') return value;
  const name = rename(value);
  if (name !== value) places.push(place.join('.'));
  return name;
}

/** The name of an engine, alone or before that of its rule. */
export const engineRenamer =
  (id: string, to: string): Rename =>
  name =>
    name === id || name.startsWith(`${id}/`) ? to + name.slice(id.length) : name;
