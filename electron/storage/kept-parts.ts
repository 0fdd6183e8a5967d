/** Something that is kept with what is open: made when it is first asked for, let go of with it. */
export interface PartKind<Value> {
  readonly make: () => Value;
  /** Ends what it does; not needed where letting go is enough. */
  readonly close?: (value: Value) => Promise<void> | void;
}

/** What is kept with one open project, or with one state of its content. Whoever holds it knows none of its kinds. */
export class KeptParts {
  readonly #values = new Map<object, unknown>();
  readonly #closing: (() => Promise<void> | void)[] = [];

  of<Value>(kind: PartKind<Value>): Value {
    // Only the lines below write here, each under its own kind.
    if (this.#values.has(kind)) return this.#values.get(kind) as Value;
    const value = kind.make();
    this.#values.set(kind, value);
    this.#closing.push(() => kind.close?.(value));
    return value;
  }

  async close(): Promise<void> {
    this.#values.clear();
    for (const close of this.#closing.splice(0)) await close();
  }
}
