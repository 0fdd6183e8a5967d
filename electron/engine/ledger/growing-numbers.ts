type Numbers = Uint8Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/**
 * Numbers of one kind, side by side in memory, that become more. Loops over many read `view()`: methods that several
 * kinds share are slower than the array itself.
 */
export class GrowingNumbers<Kind extends Numbers> {
  readonly #make: (size: number) => Kind;
  #numbers: Kind;
  #size = 0;

  constructor(make: (size: number) => Kind) {
    this.#make = make;
    this.#numbers = make(firstCapacity);
  }

  get size(): number {
    return this.#size;
  }

  at(place: number): number {
    return this.#numbers[place] ?? 0;
  }

  /** Sets the number of a place; what lies before it and was never set is 0. */
  set(place: number, number: number): void {
    if (place >= this.#size) this.#grow(place + 1);
    this.#numbers[place] = number;
  }

  /** Puts some behind all others. */
  append(more: Kind): void {
    const before = this.#size;
    this.#grow(before + more.length);
    this.#numbers.set(more, before);
  }

  /** The numbers, in memory that later ones may change or leave. */
  view(): Kind {
    return this.#numbers.subarray(0, this.#size) as Kind; // of the same kind as what it is cut from
  }

  #grow(size: number): void {
    this.#size = size;
    if (size <= this.#numbers.length) return;
    // By half, not to twice as many: of a large ledger's columns half would lie idle.
    const longer = this.#make(Math.max(size, Math.ceil(this.#numbers.length * 1.5)));
    longer.set(this.#numbers);
    this.#numbers = longer;
  }
}

const firstCapacity = 256;
