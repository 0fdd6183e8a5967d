import fc from 'fast-check';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Reply } from '../../shared/contract/errors.ts';
import type { ContextRule, ContextRuleEngine } from '../../shared/model/rule.ts';
import { edit, loadDocuments, refreshDocuments, saveDocuments, useDocuments } from './documents.ts';
import { conflictKey, conflictsOf } from './outside-changes.ts';
import { settleOutside } from './settle-outside.ts';

const ruleIds = ['a', 'b', 'c'];
const rule = (id: string): ContextRule => ({ id, name: id, when: [], then: { add_memories: [] } });
const firstEngine = (): ContextRuleEngine => ({
  id: 'e1',
  name: 'E',
  description: '',
  enabled: true,
  rules: ruleIds.map(rule),
});

/** A host that saves and refuses like the real one; the hash of a file is its text. */
function startHost() {
  const files = new Map<string, string>([['e1', JSON.stringify(firstEngine())]]);
  const host = { files, draft: null as unknown };
  const none = { hashes: {}, problems: [] };
  const handlers: Record<string, (input: never) => unknown> = {
    'engines.list': () => ({
      engines: [...files.values()].map(text => JSON.parse(text) as unknown),
      hashes: Object.fromEntries(files),
      problems: [],
    }),
    'memories.list': () => ({ memories: [], ...none }),
    'samples.list': () => ({ samples: [], ...none }),
    'layouts.list': () => ({ layouts: [], ...none }),
    'contracts.list': () => ({ contracts: [], ...none }),
    'tests.list': () => ({ tests: [], ...none }),
    'drafts.get': () => ({ draft: structuredClone(host.draft) }),
    'drafts.save': ({ draft }: { draft: unknown }) => {
      host.draft = structuredClone(draft);
      return { saved: true };
    },
    'engines.save': (input: { engine: ContextRuleEngine; expected_hash: string | null }) => {
      if ((files.get(input.engine.id) ?? null) !== input.expected_hash) return undefined;
      const text = JSON.stringify(input.engine);
      files.set(input.engine.id, text);
      return { engine: input.engine, hash: text };
    },
    'engines.delete': ({ id, expected_hash }: { id: string; expected_hash?: string }) => {
      if (expected_hash !== undefined && files.get(id) !== expected_hash) return undefined;
      files.delete(id);
      return { deleted: id };
    },
  };
  const call = async (name: string, input: unknown): Promise<Reply<unknown>> => {
    const value = handlers[name]?.(input as never); // each handler knows its own input
    return value === undefined
      ? { ok: false, error: { code: 'conflict', message: 'changed meanwhile' } }
      : { ok: true, value };
  };
  vi.stubGlobal('window', { weft: { call, on: () => () => undefined } });
  return host;
}

/** One change of an engine, with a word that is nowhere else. */
interface Change {
  readonly place: 'name' | 'description' | 'rule' | 'newRule' | 'order' | 'removeRule' | 'file';
  readonly index: number;
}

function apply(engine: ContextRuleEngine, { place, index }: Change, word: string): void {
  const target = engine.rules[index % Math.max(engine.rules.length, 1)];
  if (place === 'name') engine.name = word;
  else if (place === 'description') engine.description = word;
  else if (place === 'newRule') engine.rules.splice(index, 0, rule(word));
  else if (place === 'order') engine.rules.reverse();
  else if (place === 'removeRule') engine.rules.splice(index, 1);
  else if (place === 'rule' && target) target.name = word;
}

type Step =
  | { readonly do: 'edit' | 'outside'; readonly change: Change }
  | { readonly do: 'refresh' | 'save' | 'restart' }
  | { readonly do: 'settle'; readonly mask: number };

const changes = fc.record({
  place: fc.constantFrom<Change['place'][]>(
    'name',
    'description',
    'rule',
    'newRule',
    'order',
    'removeRule',
    'file',
  ),
  index: fc.nat({ max: 3 }),
});
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant<'edit'>('edit'), change: changes }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant<'outside'>('outside'), change: changes }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom<('refresh' | 'save' | 'restart')[]>('refresh', 'save', 'restart'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant<'settle'>('settle'), mask: fc.nat({ max: 7 }) }) },
);

let host = startHost();
beforeEach(() => {
  vi.useFakeTimers();
});

function editWith(change: Change, word: string): void {
  edit('edit', draft => {
    if (change.place === 'file' && draft.engines.e1) delete draft.engines.e1;
    else {
      draft.engines.e1 ??= firstEngine();
      apply(draft.engines.e1, change, word);
    }
  });
}

function changeOutside(change: Change, word: string): void {
  const text = host.files.get('e1');
  if (change.place === 'file' && text !== undefined) host.files.delete('e1');
  else {
    const engine = text === undefined ? firstEngine() : (JSON.parse(text) as ContextRuleEngine);
    apply(engine, change, word);
    host.files.set('e1', JSON.stringify(engine));
  }
}

function settleAll(mask: number): void {
  const state = useDocuments.getState();
  for (const version of state.outside) {
    const keys = conflictsOf(state, version).map(({ path }) => conflictKey(path));
    settleOutside(version, new Set(keys.filter((_, index) => (mask >> index) & 1)));
  }
}

async function take(step: Step, word: string): Promise<void> {
  switch (step.do) {
    case 'edit':
      return editWith(step.change, word);
    case 'outside':
      return changeOutside(step.change, word);
    case 'refresh':
      return refreshDocuments();
    case 'save':
      await saveDocuments();
      return;
    case 'restart':
      await vi.advanceTimersByTimeAsync(1000);
      return loadDocuments();
    case 'settle':
      return settleAll(step.mask);
  }
}

const wordsIn = (value: unknown): Set<string> => new Set(JSON.stringify(value)?.match(/\b[uo]\d+w\b/g));
const without = (words: ReadonlySet<string>, others: ReadonlySet<string>): string[] =>
  [...words].filter(word => !others.has(word));
/** Everything that the user can still get at. */
const inSight = () => {
  const { working, past, future, outside } = useDocuments.getState();
  return wordsIn([working, past, future, outside, [...host.files.values()]]);
};

/** What must not disappear: the user's words that no file has, and others' that the user has not seen. */
function createLedger() {
  const [unsaved, unseen] = [new Set<string>(), new Set<string>()];
  const drop = (from: Set<string>, words: Iterable<string>) => {
    for (const word of words) from.delete(word);
  };
  return {
    /** Notes what a step did, and gives the words that it lost. */
    note(step: Step, before: ReadonlySet<string>, isEdited: boolean): string[] {
      const now = wordsIn([...host.files.values()]);
      const { working, past } = useDocuments.getState();
      if (step.do === 'outside') {
        drop(unseen, without(before, now));
        for (const word of without(now, before)) unseen.add(word);
      }
      // An edit that changes nothing makes nothing of others' the user's own.
      if (step.do === 'edit' && isEdited) for (const word of wordsIn(working)) unsaved.add(word);
      drop(unsaved, now);
      drop(unseen, wordsIn([working, past]));
      return [...without(unsaved, inSight()), ...without(unseen, now)];
    },
  };
}

// No change of either side disappears without having been shown to the user, whatever comes after what.
it('loses nothing in 200 interleavings of edits, outside edits, saves and restarts', async () => {
  const interleaving = fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 24 }), async sequence => {
    host = startHost();
    await loadDocuments();
    const ledger = createLedger();
    for (const [index, step] of sequence.entries()) {
      const before = wordsIn([...host.files.values()]);
      const { working } = useDocuments.getState();
      await take(step, `${step.do === 'outside' ? 'o' : 'u'}${index}w`);
      const isEdited = useDocuments.getState().working !== working;
      expect(ledger.note(step, before, isEdited)).toEqual([]);
    }
    await refreshDocuments();
    settleAll(0);
    expect(await saveDocuments()).toMatchObject({ conflicts: [], failed: [] });
    const { working, unsaved, outside } = useDocuments.getState();
    const onDisk = [...host.files.values()].map(text => JSON.parse(text) as unknown);
    expect([unsaved, outside, Object.values(working.engines)]).toEqual([[], [], onDisk]);
  });
  await fc.assert(interleaving, { numRuns: 200 });
});
