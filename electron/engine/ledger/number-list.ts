const firstCapacity = 1024;

/**
 * Whole numbers that become more, side by side in memory. A class, so that all lists share their methods: calls of
 * closures made anew for each are not inlined.
 */
export class NumberList {
  #numbers = new Int32Array(firstCapacity);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(number: number): void {
    if (this.#size === this.#numbers.length) {
      const longer = new Int32Array(this.#size * 2);
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    this.#numbers[this.#size] = number;
    this.#size += 1;
  }

  at(place: number): number {
    return this.#numbers[place] ?? 0;
  }

  set(place: number, number: number): void {
    this.#numbers[place] = number;
  }

  /** The numbers, in memory that later ones may change. */
  view(): Int32Array {
    return this.#numbers.subarray(0, this.#size);
  }

  clear(): void {
    this.#size = 0;
  }
}
