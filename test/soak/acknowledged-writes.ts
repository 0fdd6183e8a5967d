import { appendFileSync } from 'node:fs';

/** Where something was written: the kind of store, and under which name the client finds it again. */
export interface Place {
  readonly store: string;
  readonly key: string;
}

/** What is there, in words that can be compared; null where nothing is. */
export type Stored = string | null;

/** What may be found at a place: one value once a write was acknowledged, several while answers are open. */
export interface Expectation extends Place {
  /** Ids that the server gave, by which a report may name it. */
  readonly names: readonly string[];
  readonly allowed: readonly Stored[];
  /** Whether any write to it was ever acknowledged. */
  readonly wasAcknowledged: boolean;
  /** Grows with each change of what is expected. */
  readonly version: number;
}

/** One write on its way. */
export interface Attempt {
  /** It was answered well; from now on only this may be found. `value` when the answer decided it. */
  acknowledge(value?: Stored, name?: string): void;
  /** It was refused: it did not happen. */
  refuse(): void;
}

/** Every write of the clients, and what of it the server has acknowledged. Each place has one writer at a time. */
export class AcknowledgedWrites {
  readonly #places = new Map<string, Expectation>();
  readonly #logFile: string | undefined;
  #acknowledged = 0;
  #unanswered = 0;

  /** With a file each acknowledgement is written to it, one JSON line each. */
  constructor(logFile?: string) {
    this.#logFile = logFile;
  }

  get counts(): { readonly acknowledged: number; readonly unanswered: number; readonly places: number } {
    return { acknowledged: this.#acknowledged, unanswered: this.#unanswered, places: this.#places.size };
  }

  /** Before a write is sent: until it is answered, what was and what is written are both right. */
  begin(place: Place, ...values: readonly Stored[]): Attempt {
    const before = this.#expected(place);
    this.#set({ ...before, allowed: [...new Set([...before.allowed, ...values])] });
    this.#unanswered += 1;
    return {
      acknowledge: (value = values[0] ?? null, name) => {
        this.#unanswered -= 1;
        this.#acknowledged += 1;
        const names = name === undefined ? before.names : [...before.names, name];
        this.#set({ ...before, names, allowed: [value], wasAcknowledged: true });
        this.#note(place, value, name);
      },
      refuse: () => {
        this.#unanswered -= 1;
        this.#set(before);
      },
    };
  }

  /** What is expected of a kind of store, as it is now. */
  expectationsOf(store: string): Expectation[] {
    return [...this.#places.values()].filter(place => place.store === store);
  }

  /** Whether nothing was written there since. */
  isUnchanged({ version, ...place }: Expectation): boolean {
    return this.#expected(place).version === version;
  }

  /** What is gone was told or counted; from now on what is there is right. */
  settle(expectation: Expectation, found: Stored): void {
    this.#set({ ...expectation, allowed: [found] });
  }

  #expected(place: Place): Expectation {
    const { store, key } = place;
    return (
      this.#places.get(`${store} ${key}`) ?? {
        store,
        key,
        names: [],
        allowed: [null],
        wasAcknowledged: false,
        version: 0,
      }
    );
  }

  #set(expectation: Expectation): void {
    const { version } = this.#expected(expectation);
    this.#places.set(`${expectation.store} ${expectation.key}`, { ...expectation, version: version + 1 });
  }

  #note({ store, key }: Place, value: Stored, name: string | undefined): void {
    if (this.#logFile === undefined) return;
    const at = new Date().toISOString();
    appendFileSync(this.#logFile, `${JSON.stringify({ at, store, key, value, name })}\n`);
  }
}
