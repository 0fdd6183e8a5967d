/** What somebody else did to a definition's file. */
export interface OutsideChange {
  readonly id: string;
  readonly change: 'created' | 'updated' | 'deleted';
}

/** What a look found of a file: its hash, or what is wrong with it; undefined when it is not there. */
export type Found = string | undefined;

/** Tells changes made by others from our own, by comparing what each look at a folder finds. */
export interface ChangeWatch {
  /** Counts our own writes: a look that began before one must say nothing about it. */
  ownWrites(): number;
  /** The ids of files that are not as everybody was told, where these are all that were found. */
  untold(found: ReadonlyMap<string, string>): string[];
  /** While followed, only `settle` reports; before and after, every `look` does. */
  follow(isFollowed: boolean): void;
  /** Compares a look at the whole folder, begun when `ownWrites` was that. */
  look(found: ReadonlyMap<string, string>, ownWritesBefore: number): void;
  /** Compares files that have come to rest. */
  settle(found: ReadonlyMap<string, Found>): void;
  /** Takes note of what we wrote ourselves; undefined for a deleted file. */
  wrote(id: string, hash: Found): void;
}

export function createChangeWatch(onOutsideChange: (changes: readonly OutsideChange[]) => void): ChangeWatch {
  const state: { expected?: Map<string, string>; ownWrites: number; isFollowed: boolean } = {
    ownWrites: 0,
    isFollowed: false,
  };

  const take = (found: ReadonlyMap<string, Found>): void => {
    state.expected ??= new Map(withoutAbsent(found));
    const { expected } = state;
    const changes = [...found].flatMap(([id, now]) => changeOf(id, expected.get(id), now));
    for (const [id, now] of found) {
      if (now === undefined) expected.delete(id);
      else expected.set(id, now);
    }
    if (changes.length > 0) onOutsideChange(changes);
  };

  return {
    ownWrites: () => state.ownWrites,
    untold(found) {
      const expected = state.expected ?? new Map();
      return [...withMissing(found, expected)].flatMap(([id, now]) => (expected.get(id) === now ? [] : id));
    },
    follow(isFollowed) {
      state.isFollowed = isFollowed;
    },
    look(found, ownWritesBefore) {
      if (state.ownWrites !== ownWritesBefore) return;
      if (state.expected === undefined) state.expected = new Map(found);
      else if (!state.isFollowed) take(withMissing(found, state.expected));
    },
    settle: take,
    wrote(id, hash) {
      state.ownWrites += 1;
      if (hash === undefined) state.expected?.delete(id);
      else state.expected?.set(id, hash);
    },
  };
}

function changeOf(id: string, before: Found, now: Found): OutsideChange[] {
  if (before === now) return [];
  if (now === undefined) return [{ id, change: 'deleted' }];
  return [{ id, change: before === undefined ? 'created' : 'updated' }];
}

const withoutAbsent = (found: ReadonlyMap<string, Found>): [string, string][] =>
  [...found].flatMap(([id, now]) => (now === undefined ? [] : [[id, now]]));

function withMissing(found: ReadonlyMap<string, string>, expected: ReadonlyMap<string, string>) {
  const missing = [...expected.keys()].filter(id => !found.has(id));
  return new Map<string, Found>([...found, ...missing.map(id => [id, undefined] as const)]);
}
