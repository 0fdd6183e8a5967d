import { tryParseJson } from '../../shared/model/json.ts';
import { browserStorage, windowStorage } from '../browser-storage.ts';

/** What a draft is told apart by. */
export interface DraftMark {
  /** Which window of the studio it is of; absent in drafts of earlier versions. */
  readonly window?: string;
  /** When its last edit was made, milliseconds since the epoch. */
  readonly at?: number;
}

/**
 * Drafts that the server did not take yet: it was gone, its disk was full, or another window's draft is there. They
 * leave the browser as soon as the server has them.
 */
const prefix = 'weft-draft ';
const idKey = 'weft-window';
const lockPrefix = 'weft-window ';
/** A browser keeps about five million characters in all. */
const mostCharacters = 2_000_000;
const mostAgeMs = 60 * 24 * 60 * 60 * 1000;

const keyOf = (project: string, window: string): string => `${prefix}${window} ${project}`;

/** False where there is no room for it. */
export function putInBrowser(project: string, window: string, draft: DraftMark): boolean {
  const text = JSON.stringify(draft);
  if (text.length > mostCharacters) return false;
  forgetOld();
  return browserStorage.setItem(keyOf(project, window), text);
}

export function forgetInBrowser(project: string, window: string): void {
  browserStorage.removeItem(keyOf(project, window));
}

/** All that is kept of a project, of whichever window; unchecked. */
export function draftsInBrowser(project: string): unknown[] {
  return draftKeys()
    .filter(key => key.endsWith(` ${project}`))
    .flatMap(key => readDraft(key) ?? []);
}

const draftKeys = (): string[] => browserStorage.keys().filter(key => key.startsWith(prefix));

/** Undefined what is somebody else's, or cut off. */
const readDraft = (key: string): unknown => tryParseJson(browserStorage.getItem(key) ?? '') ?? undefined;

function forgetOld(): void {
  for (const key of draftKeys()) {
    const { at = 0 } = (readDraft(key) ?? {}) as DraftMark; // read by us; without a time it is old
    if (Date.now() - at > mostAgeMs) browserStorage.removeItem(key);
  }
}

const own: { id?: Promise<string> } = {};

/** The name of this window: the same after a reload, and no other's as long as it lives. */
export function ownWindow(): Promise<string> {
  own.id ??= claim();
  return own.id;
}

/** Names of the windows of this browser that are open now, this one included. */
export async function openWindows(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await locks()?.query()) ?? {};
  const names = held.flatMap(({ name = '' }) => (name.startsWith(lockPrefix) ? name : []));
  return new Set(names.map(name => name.slice(lockPrefix.length)));
}

const locks = (): LockManager | undefined => globalThis.navigator?.locks;

async function claim(): Promise<string> {
  const before = windowStorage.getItem(idKey);
  if (before !== null && (await hold(before, mostWaitMs))) return before;
  const id = crypto.randomUUID();
  // Nobody else has it. Without it the others would take this window for one that is gone, and its draft for theirs.
  await hold(id);
  // Where it is not kept, it is another window after a reload, and takes over what this one kept.
  windowStorage.setItem(idKey, id);
  return id;
}

/** The page before a reload may still be on its way out; the tab that this one was copied from stays. */
const mostWaitMs = 300;

/** False where another window has this name for longer than is waited. */
async function hold(id: string, waitMs?: number): Promise<boolean> {
  const manager = locks();
  if (manager === undefined) return true;
  const held = Promise.withResolvers<boolean>();
  const calledOff = new AbortController();
  const timer = waitMs === undefined ? undefined : setTimeout(() => calledOff.abort(), waitMs);
  manager
    .request(`${lockPrefix}${id}`, { signal: calledOff.signal }, () => {
      clearTimeout(timer);
      held.resolve(true);
      return new Promise<never>(() => undefined); // until the page is gone
    })
    .catch(() => held.resolve(false));
  return held.promise;
}
