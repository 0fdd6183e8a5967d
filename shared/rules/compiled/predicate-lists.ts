import type { PredicateTable } from './predicate-table.ts';

/** Stands behind the last predicate of a rule. */
const end = -1;

/**
 * The predicates that each rule needs, all in one array: objects per rule would be spread over memory and cost
 * cache misses.
 */
export class PredicateLists {
  readonly #predicates: PredicateTable;
  #numbers = new Int32Array(1024);
  #used = 0;
  #starts = new Int32Array(256);

  constructor(predicates: PredicateTable) {
    this.#predicates = predicates;
  }

  /** Sets what the rule in a slot needs. */
  set(slot: number, predicates: readonly number[]): void {
    const list = [...predicates, end];
    this.#numbers = withRoom(this.#numbers, this.#used + list.length);
    this.#starts = withRoom(this.#starts, slot + 1);
    this.#numbers.set(list, this.#used);
    this.#starts[slot] = this.#used;
    this.#used += list.length;
  }

  /** Adds those slots to `fired` whose predicates all match in the running evaluation. */
  collect(slots: readonly number[], fired: number[]): void {
    for (const slot of slots) if (this.#areMatched(slot)) fired.push(slot);
  }

  /** Whether the running evaluation tested all of what the rule in a slot needs. */
  areJudged(slot: number): boolean {
    let at = this.#starts[slot] ?? 0;
    for (;;) {
      const predicate = this.#numbers[at] ?? end;
      if (predicate === end) return true;
      if (!this.#predicates.isJudged(predicate)) return false;
      at += 1;
    }
  }

  #areMatched(slot: number): boolean {
    let at = this.#starts[slot] ?? 0;
    for (;;) {
      const predicate = this.#numbers[at] ?? end;
      if (predicate === end) return true;
      if (!this.#predicates.isMatched(predicate)) return false;
      at += 1;
    }
  }
}

/** The same numbers with room for so many, at least twice as many as before when there was none. */
function withRoom(numbers: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  if (length <= numbers.length) return numbers;
  const larger = new Int32Array(Math.max(length, numbers.length * 2));
  larger.set(numbers);
  return larger;
}
