import { GrowingNumbers } from '../../engine/ledger/growing-numbers.ts';

/** Bytes of a SHA-256. */
const keyBytes = 32;

/** What the meaning of each text is stored under, by the text's place: SHA-256 in hex, kept as bytes. */
export class MeaningKeys {
  readonly #bytes = new GrowingNumbers(size => new Uint8Array(size));

  /** How many places there are. */
  get size(): number {
    return this.#bytes.size / keyBytes;
  }

  at(place: number): string {
    return Buffer.from(this.#bytes.view().subarray(place * keyBytes, (place + 1) * keyBytes)).toString('hex');
  }

  set(place: number, key: string): void {
    const bytes = Buffer.from(key, 'hex');
    for (let at = keyBytes - 1; at >= 0; at -= 1) this.#bytes.set(place * keyBytes + at, bytes[at] ?? 0);
  }

  /** Adds keys of the next places as `since` gave them. */
  append(bytes: Uint8Array<ArrayBuffer>): void {
    this.#bytes.append(bytes);
  }

  /** The keys from a place on, one behind the other. */
  since(place: number): Uint8Array<ArrayBuffer> {
    return this.#bytes.view().slice(place * keyBytes);
  }
}
