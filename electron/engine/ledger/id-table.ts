import { hashOf, type TextHeap } from './text-heap.ts';

const firstSlots = 1024;

/** Finds the place of a record by its id, in a few bytes for each: the ids themselves lie in a heap of texts. */
export class IdTable {
  readonly #ids: TextHeap;
  readonly #startOf: (place: number) => number;
  /** A place and 1; 0 is free. */
  #slots = new Int32Array(firstSlots);
  #size = 0;

  /** `startOf` says where in the heap the id of a place begins. */
  constructor(ids: TextHeap, startOf: (place: number) => number) {
    this.#ids = ids;
    this.#startOf = startOf;
  }

  find(id: string): number | undefined {
    const entry = this.#slots[this.#slotOf(id)] ?? 0;
    return entry === 0 ? undefined : entry - 1;
  }

  /** The place of an id from now on. */
  set(id: string, place: number): void {
    const slot = this.#slotOf(id);
    if (this.#slots[slot] === 0) this.#size += 1;
    this.#slots[slot] = place + 1;
    this.reserve(0);
  }

  /** Adds a place whose id is none of those that are here. */
  addNew(place: number): void {
    this.#put(place + 1);
    this.#size += 1;
    this.reserve(0);
  }

  /** Makes room for so many more. */
  reserve(more: number): void {
    let length = this.#slots.length;
    while ((this.#size + more) * 3 > length * 2) length *= 2;
    if (length === this.#slots.length) return;
    const before = this.#slots;
    this.#slots = new Int32Array(length);
    for (const entry of before) if (entry !== 0) this.#put(entry);
  }

  #put(entry: number): void {
    const mask = this.#slots.length - 1;
    let slot = this.#ids.hashAt(this.#startOf(entry - 1)) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = entry;
  }

  #slotOf(id: string): number {
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(id) & mask; ; slot = (slot + 1) & mask) {
      const entry = this.#slots[slot] ?? 0;
      if (entry === 0 || this.#ids.isAt(this.#startOf(entry - 1), id)) return slot;
    }
  }
}
