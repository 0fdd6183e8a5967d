/** Tells changes made by others from our own, by comparing what each look at a folder finds (F13). */
export interface ChangeWatch {
  /** Takes note of all files' hashes by id, and reports when others changed any since the last look. */
  look(hashes: ReadonlyMap<string, string>): void;
  /** Takes note of what we wrote ourselves; undefined for a deleted file. */
  wrote(id: string, hash: string | undefined): void;
}

export function createChangeWatch(onOutsideChange: () => void): ChangeWatch {
  let expected: Map<string, string> | undefined;
  return {
    look(hashes) {
      const before = expected;
      expected = new Map(hashes);
      if (before !== undefined && !areEqual(before, hashes)) onOutsideChange();
    },
    wrote(id, hash) {
      if (hash === undefined) expected?.delete(id);
      else expected?.set(id, hash);
    },
  };
}

function areEqual(left: ReadonlyMap<string, string>, right: ReadonlyMap<string, string>): boolean {
  return left.size === right.size && [...left].every(([id, hash]) => right.get(id) === hash);
}
