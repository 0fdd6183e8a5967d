import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Reply } from '../../shared/contract/errors.ts';
import type { Layout } from '../../shared/model/layout.ts';
import type { FileProblem } from '../../shared/model/problem.ts';
import type { ContextRuleEngine } from '../../shared/model/rule.ts';
import {
  edit,
  loadDocuments,
  redo,
  refreshDocuments,
  saveDocuments,
  undo,
  undoAll,
  useDocuments,
} from './documents.ts';
import { flushDraft } from './drafts.ts';
import { conflictKey } from './outside-changes.ts';
import { settleOutside } from './settle-outside.ts';
import { useToasts } from './toasts.ts';

const engine = (name: string): ContextRuleEngine => ({
  id: 'e1',
  name,
  description: '',
  enabled: true,
  rules: [],
});

/** A host with one engine file, whose hash is the engine's name; keeps drafts as the real one does. */
function fakeHost() {
  const files = new Map([['e1', engine('A')]]);
  const layouts = new Map<string, Layout>();
  const host = {
    files,
    layouts,
    layoutProblems: [] as FileProblem[],
    draft: null as unknown,
    calls: [] as string[],
  };
  const hashOf = (id: string) => {
    const file = files.get(id);
    return file && JSON.stringify(file);
  };
  const handlers: Record<string, (input: never) => unknown> = {
    'engines.list': () => ({
      engines: [...files.values()],
      hashes: Object.fromEntries([...files.keys()].map(id => [id, hashOf(id)])),
      problems: [],
    }),
    'memories.list': () => ({ memories: [], hashes: {}, problems: [] }),
    'samples.list': () => ({ samples: [], hashes: {}, problems: [] }),
    'contracts.list': () => ({ contracts: [], hashes: {}, problems: [] }),
    'tests.list': () => ({ tests: [], hashes: {}, problems: [] }),
    'layouts.list': () => ({
      layouts: [...layouts.values()],
      hashes: Object.fromEntries([...layouts].map(([id, layout]) => [id, JSON.stringify(layout)])),
      problems: host.layoutProblems,
    }),
    'layouts.save': ({ layout }: { layout: Layout }) => {
      layouts.set(layout.id, layout);
      return { layout, hash: JSON.stringify(layout) };
    },
    'layouts.delete': ({ id }: { id: string }) => {
      layouts.delete(id);
      return { deleted: id };
    },
    'drafts.get': () => ({ draft: host.draft }),
    'drafts.save': ({ draft }: { draft: unknown }) => {
      host.draft = structuredClone(draft);
      return { saved: true };
    },
    'engines.save': (input: { engine: ContextRuleEngine; expected_hash: string | null }) => {
      if ((hashOf(input.engine.id) ?? null) !== input.expected_hash) return undefined;
      files.set(input.engine.id, input.engine);
      return { engine: input.engine, hash: hashOf(input.engine.id) };
    },
    'engines.delete': ({ id }: { id: string }) => {
      files.delete(id);
      return { deleted: id };
    },
  };
  const call = async (name: string, input: unknown): Promise<Reply<unknown>> => {
    host.calls.push(name);
    const value = handlers[name]?.(input as never); // each handler knows its own input
    return value === undefined
      ? { ok: false, error: { code: 'conflict', message: 'changed meanwhile' } }
      : { ok: true, value };
  };
  vi.stubGlobal('window', { weft: { call, on: () => () => undefined } });
  return host;
}

const rename = (name: string) =>
  edit('rename engine', draft => {
    const target = draft.engines.e1;
    if (target) target.name = name;
  });
const names = () => Object.values(useDocuments.getState().working.engines).map(({ name }) => name);

describe('documents', () => {
  let host = fakeHost();
  beforeEach(async () => {
    // What an earlier test has not waited for would wait for a clock that is gone.
    await flushDraft();
    vi.useFakeTimers();
    host = fakeHost();
    await loadDocuments();
  });

  it('opens without writing anything', async () => {
    await vi.advanceTimersByTimeAsync(5000);
    expect(host.calls.filter(name => name.endsWith('.save'))).toEqual([]);
  });

  it('knows what is unsaved and writes just that', async () => {
    rename('B');
    expect(useDocuments.getState().unsaved).toEqual([{ kind: 'engines', id: 'e1', change: 'changed' }]);
    expect(await saveDocuments()).toEqual({ saved: 1, conflicts: [], failed: [] });
    expect(host.files.get('e1')?.name).toBe('B');
    expect(useDocuments.getState().unsaved).toEqual([]);
  });

  it('has nothing to save once everything is undone', () => {
    rename('B');
    rename('C');
    undoAll();
    expect([names(), useDocuments.getState().unsaved]).toEqual([['A'], []]);
    redo();
    expect(names()).toEqual(['B']);
  });

  it('creates and deletes documents as undoable steps', async () => {
    edit('delete engine', draft => {
      delete draft.engines.e1;
    });
    edit('new engine', draft => {
      draft.engines.e2 = { ...engine('New'), id: 'e2' };
    });
    expect(useDocuments.getState().unsaved.map(({ id, change }) => [id, change])).toEqual([
      ['e2', 'created'],
      ['e1', 'deleted'],
    ]);
    await saveDocuments();
    expect([...host.files.keys()]).toEqual(['e2']);
    undo();
    undo();
    expect(useDocuments.getState().unsaved.map(({ id, change }) => [id, change])).toEqual([
      ['e1', 'created'],
      ['e2', 'deleted'],
    ]);
  });

  it('never overwrites a change made elsewhere until it is settled, and keeps both', async () => {
    rename('Mine');
    host.files.set('e1', engine('Theirs'));
    expect((await saveDocuments()).conflicts).toEqual([{ kind: 'engines', id: 'e1' }]);
    expect([names(), host.files.get('e1')?.name]).toEqual([['Mine'], 'Theirs']);
    settleOutside({ kind: 'engines', id: 'e1' }, new Set());
    expect((await saveDocuments()).saved).toBe(1);
    expect(host.files.get('e1')?.name).toBe('Mine');
    undo();
    expect(names()).toEqual(['Theirs']);
    undo();
    expect(names()).toEqual(['Mine']);
  });

  it("takes the other version when asked, and gives one's own back on undo", async () => {
    rename('Mine');
    host.files.set('e1', engine('Theirs'));
    await refreshDocuments();
    settleOutside({ kind: 'engines', id: 'e1' }, new Set([conflictKey(['name'])]));
    const { unsaved, outside, past } = useDocuments.getState();
    expect([names(), unsaved, outside]).toEqual([['Theirs'], [], []]);
    expect(past.map(({ label }) => label)).toEqual(['rename engine', 'Version on disk']);
    undo();
    expect(names()).toEqual(['Mine']);
  });

  it('merges what others changed elsewhere in the document, as one step', async () => {
    rename('Mine');
    host.files.set('e1', { ...engine('A'), description: 'Theirs' });
    expect(await saveDocuments()).toEqual({ saved: 1, conflicts: [], failed: [] });
    expect(host.files.get('e1')).toEqual({ ...engine('Mine'), description: 'Theirs' });
    expect(useDocuments.getState().past.map(({ label }) => label)).toEqual([
      'rename engine',
      'Merge outside changes',
    ]);
    undoAll();
    expect(useDocuments.getState().working.engines.e1).toEqual(engine('A'));
  });

  it('keeps an edit of a file that was deleted elsewhere until it is settled', async () => {
    rename('Mine');
    host.files.delete('e1');
    expect((await saveDocuments()).conflicts).toEqual([{ kind: 'engines', id: 'e1' }]);
    settleOutside({ kind: 'engines', id: 'e1' }, new Set());
    expect((await saveDocuments()).saved).toBe(1);
    expect(host.files.get('e1')?.name).toBe('Mine');
  });

  it('follows outside changes of untouched documents', async () => {
    host.files.set('e1', engine('Theirs'));
    await refreshDocuments();
    expect([names(), useDocuments.getState().unsaved]).toEqual([['Theirs'], []]);
  });

  it('reads the kinds that somebody told of, and keeps what waits or is broken in the others', async () => {
    rename('Mine');
    host.files.set('e1', engine('Theirs'));
    host.layoutProblems = [{ file: '.codebolt/weft/layout/e1.json', reason: 'broken' }];
    await refreshDocuments();
    host.calls.length = 0;
    await refreshDocuments(['memories', 'samples']);
    const { outside, problems } = useDocuments.getState();
    expect(host.calls).toEqual(['memories.list', 'samples.list']);
    expect([outside.map(({ kind }) => kind), problems]).toEqual([['engines'], host.layoutProblems]);
    host.layoutProblems = [];
    await refreshDocuments(['engines', 'layouts']);
    expect(useDocuments.getState().problems).toEqual([]);
    expect(useDocuments.getState().outside).toHaveLength(1);
  });

  it('survives a restart with unsaved work and its history', async () => {
    rename('B');
    await vi.advanceTimersByTimeAsync(1000);
    await loadDocuments();
    expect([names(), useDocuments.getState().past.map(({ label }) => label)]).toEqual([
      ['B'],
      ['rename engine'],
    ]);
    undo();
    expect([names(), useDocuments.getState().unsaved]).toEqual([['A'], []]);
  });

  it('writes a waiting draft before another project is opened', async () => {
    rename('B');
    await flushDraft();
    expect(host.draft).toMatchObject({ documents: [{ id: 'e1', value: { name: 'B' } }] });
    const saves = host.calls.length;
    await vi.advanceTimersByTimeAsync(1000);
    expect(host.calls).toHaveLength(saves);
  });

  it('keeps restored work as a conflict when the file changed meanwhile', async () => {
    rename('B');
    await vi.advanceTimersByTimeAsync(1000);
    host.files.set('e1', engine('Theirs'));
    await loadDocuments();
    expect([names(), useDocuments.getState().past.length]).toEqual([['B'], 1]);
    expect((await saveDocuments()).conflicts).toEqual([{ kind: 'engines', id: 'e1' }]);
  });

  const pinned: Layout = { id: 'e1', pins: { 'rule:r': { x: 1, y: 2 } } };
  const pin = () =>
    edit('move on canvas', draft => {
      draft.layouts.e1 = pinned;
    });

  it('keeps a layout as a file of its own: saved, restarted, and gone again when all is undone', async () => {
    pin();
    expect(useDocuments.getState().unsaved).toEqual([{ kind: 'layouts', id: 'e1', change: 'created' }]);
    await saveDocuments();
    expect([host.layouts.get('e1'), host.files.get('e1')]).toEqual([pinned, engine('A')]);
    await vi.advanceTimersByTimeAsync(1000);
    await loadDocuments();
    expect(useDocuments.getState().working.layouts).toEqual({ e1: pinned });
    undoAll();
    await saveDocuments();
    expect([...host.layouts]).toEqual([]);
  });

  it('merges an edited engine whatever is wrong with the layout of the same name', async () => {
    rename('Mine');
    host.layoutProblems = [{ file: '.codebolt/weft/layout/e1.json', reason: 'no JSON', line: 1, column: 1 }];
    host.files.set('e1', { ...engine('A'), description: 'Theirs' });
    await refreshDocuments();
    expect(useDocuments.getState().working.engines.e1).toEqual({ ...engine('Mine'), description: 'Theirs' });
  });

  it('keeps of all files what is edited alone, and no history of files that a draft does not hold', async () => {
    rename('B');
    await vi.advanceTimersByTimeAsync(1000);
    const kept = host.draft;
    expect(kept).toMatchObject({
      documents: [{ kind: 'engines', id: 'e1' }],
      past: [{ label: 'rename engine' }],
    });
    expect(kept).not.toHaveProperty('hashes');
    await loadDocuments();
    expect([names(), useDocuments.getState().past.length]).toEqual([['B'], 1]);
    host.draft = { ...(kept as object), documents: [] };
    await loadDocuments();
    expect([names(), useDocuments.getState().past.length]).toEqual([['A'], 0]);
  });

  it('what is undone while others are written is neither written nor deleted, nor is anything of a project that is left', async () => {
    const add = (id: string) =>
      edit(`add ${id}`, draft => {
        draft.engines[id] = { ...engine(id), id };
      });
    const deletions = () => host.calls.filter(name => name.endsWith('.delete'));
    add('e2');
    add('e3');
    const saving = saveDocuments();
    undo();
    expect(await saving).toMatchObject({ failed: [] });
    expect([[...host.files.keys()], deletions()]).toEqual([['e1', 'e2'], []]);
    add('e3');
    add('e4');
    const before = saveDocuments();
    const opened = loadDocuments('another');
    expect(await before).toMatchObject({ saved: 2, failed: [] });
    await opened;
    expect([[...host.files.keys()], deletions()]).toEqual([['e1', 'e2', 'e3', 'e4'], []]);
  });

  it('opens the files, and says so, where unsaved work cannot be read', async () => {
    const { weft } = window;
    const failing = async (name: string, input: unknown) =>
      name === 'drafts.get'
        ? { ok: false, error: { code: 'storage_failed', message: 'a page is damaged' } }
        : weft?.call(name as never, input as never); // handed on as it came
    vi.stubGlobal('window', { weft: { call: failing, on: () => () => undefined } });
    await loadDocuments('/p');
    expect([useDocuments.getState().status, names()]).toEqual(['ready', ['A']]);
    expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual(['a page is damaged']);
  });

  it('says when the project cannot be read', async () => {
    vi.stubGlobal('window', {
      weft: {
        call: async () => ({ ok: false, error: { code: 'storage_failed', message: 'disk gone' } }),
        on: () => () => undefined,
      },
    });
    await loadDocuments();
    expect([useDocuments.getState().status, useDocuments.getState().error]).toEqual(['failed', 'disk gone']);
  });
});
