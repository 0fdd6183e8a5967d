// Alone: what other tests left to be kept would be kept beside it.
import { beforeEach, expect, it, vi } from 'vitest';
import type { ErrorCode, Reply } from '../../shared/contract/errors.ts';
import type { ContextRuleEngine } from '../../shared/model/rule.ts';
import { bringInLeft, edit, loadDocuments, undo, undoAll, useDocuments } from './documents.ts';
import { flushDraft, forgetLeft, keepDraft, keepInBrowserNow, useKeeping } from './drafts.ts';

const project = '/projects/a';

/** A browser's storage, of so many characters. */
function fakeStorage(room: number): Storage {
  const entries = new Map<string, string>();
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem(key: string, value: string) {
      const taken = [...entries].reduce((sum, [name, text]) => sum + name.length + text.length, 0);
      if (taken + key.length + value.length > room) throw new DOMException('full', 'QuotaExceededError');
      entries.set(key, value);
      Object.defineProperty(storage, key, { value, enumerable: true, configurable: true });
    },
    removeItem(key: string) {
      entries.delete(key);
      Reflect.deleteProperty(storage, key);
    },
  };
  for (const name of Object.keys(storage)) Object.defineProperty(storage, name, { enumerable: false });
  return storage as unknown as Storage; // what drafts use of it
}

/** A server that keeps a draft as the real one does, or refuses it. */
function fakeServer() {
  const server = {
    saves: 0,
    draft: null as { window?: string } | null,
    refuses: undefined as ErrorCode | undefined,
  };
  const engine: ContextRuleEngine = { id: 'e', name: 'Saved', description: '', enabled: true, rules: [] };
  const lists: Record<string, unknown> = {
    'engines.list': { engines: [engine], hashes: { e: 'x' }, problems: [] },
  };
  for (const kind of ['memories', 'samples', 'layouts', 'contracts', 'tests'])
    lists[`${kind}.list`] = { [kind]: [], hashes: {}, problems: [] };
  const call = async (name: string, input: unknown): Promise<Reply<unknown>> => {
    if (name === 'drafts.get') return { ok: true, value: { draft: structuredClone(server.draft) } };
    if (name !== 'drafts.save') return { ok: true, value: lists[name] };
    server.saves += 1;
    if (server.refuses !== undefined)
      return { ok: false, error: { code: server.refuses, message: 'not now' } };
    server.draft = structuredClone((input as { draft: typeof server.draft }).draft); // as the studio sends it
    return { ok: true, value: { saved: true } };
  };
  vi.stubGlobal('window', { weft: { call, on: () => () => undefined } });
  return server;
}

const rename = (name: string) =>
  edit('rename engine', draft => {
    const target = draft.engines.e;
    if (target) target.name = name;
  });
const nameNow = () => useDocuments.getState().working.engines.e?.name;
const keys = () => Object.keys(localStorage);

let server = fakeServer();
beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', fakeStorage(100_000));
  server = fakeServer();
  await loadDocuments(project);
  return () => vi.useRealTimers();
});

it('keeps in the browser what the server does not take, until it does', async () => {
  server.refuses = 'storage_failed';
  rename('Typed');
  await flushDraft();
  expect([useKeeping.getState().place, keys().length, server.draft]).toEqual(['browser', 1, null]);
  await loadDocuments(project);
  expect(nameNow()).toBe('Typed');
  server.refuses = undefined;
  await vi.advanceTimersByTimeAsync(6000);
  expect([useKeeping.getState().place, keys()]).toEqual(['server', []]);
  expect(server.draft).toMatchObject({ documents: [{ id: 'e', value: { name: 'Typed' } }] });
});

it('says once that nothing is to be kept, and again once there was something', async () => {
  keepDraft(() => null);
  await flushDraft();
  expect(server.saves).toBe(0);
  rename('Typed');
  await flushDraft();
  undoAll();
  for (const _ of [1, 2]) {
    keepDraft(() => null);
    await flushDraft();
  }
  expect([server.saves, server.draft]).toEqual([2, null]);
  server.refuses = 'storage_failed';
  rename('Typed');
  await flushDraft();
  server.refuses = undefined;
  keepDraft(() => null);
  await flushDraft();
  expect([useKeeping.getState().place, keys()]).toEqual(['server', []]);
});

it('has what a page had typed that ended before anything was sent', async () => {
  rename('Typed');
  keepInBrowserNow();
  await loadDocuments(project);
  expect(nameNow()).toBe('Typed');
});

it('says where there is no room anywhere, and leaves the history out before that', async () => {
  server.refuses = 'internal';
  vi.stubGlobal('localStorage', fakeStorage(2000));
  for (let index = 0; index < 40; index += 1) rename(`Name ${index}`);
  await flushDraft();
  expect([useKeeping.getState().place, keys().length]).toEqual(['browser', 1]);
  vi.stubGlobal('localStorage', fakeStorage(100));
  rename('Last');
  await flushDraft();
  expect(useKeeping.getState().place).toBe('nowhere');
});

const left = (window: string, name: string, at: number) => ({
  version: 1,
  window,
  at,
  documents: [
    {
      kind: 'engines',
      id: 'e',
      base: 'x',
      saved: { id: 'e', name: 'Saved', rules: [] },
      value: { id: 'e', name, rules: [] },
    },
  ],
  past: [],
  future: [],
});

it('takes over the newest of what closed windows left, and offers the others', async () => {
  server.draft = left('one', 'Of one', 10);
  localStorage.setItem(`weft-draft two ${project}`, JSON.stringify(left('two', 'Of two', Date.now())));
  localStorage.setItem(
    'weft-draft two /projects/b',
    JSON.stringify(left('two', 'Elsewhere', Date.now() + 1)),
  );
  await loadDocuments(project);
  expect(nameNow()).toBe('Of two');
  const [other] = useKeeping.getState().left;
  if (other === undefined) throw new Error('nothing is offered');
  await bringInLeft(other, act => act());
  expect([nameNow(), useKeeping.getState().left]).toEqual(['Of one', []]);
  undo();
  expect(nameNow()).toBe('Of two');
});

it('forgets what a closed window left when it is not wanted', async () => {
  localStorage.setItem(`weft-draft two ${project}`, JSON.stringify(left('two', 'Of two', Date.now())));
  server.draft = left('one', 'Of one', 10);
  await loadDocuments(project);
  for (const draft of useKeeping.getState().left) await forgetLeft(draft);
  expect(server.draft).toBeNull();
});
