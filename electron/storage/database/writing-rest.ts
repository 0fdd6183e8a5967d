/** When a process lets go of the right to write: after a while without a write, and not while it has claimed it. */
export class WritingRest {
  readonly #letGo: () => Promise<void>;
  #idleMs: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #claims = 0;

  constructor(letGo: () => Promise<void>) {
    this.#letGo = letGo;
  }

  /** Without it, it never does. */
  after(idleMs: number): void {
    this.#idleMs = idleMs;
  }

  get isClaimed(): boolean {
    return this.#claims > 0;
  }

  begin(): void {
    if (this.#idleMs === undefined) return;
    this.end();
    this.#timer = setTimeout(() => void this.#letGo(), this.#idleMs).unref();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  /** `take` gets the right, and says so while nobody can let go of it; work goes on without it after some failures. */
  async whileClaimed<Result>(
    take: (claim: () => void) => Promise<void>,
    work: () => Promise<Result>,
    goesOnAfter: (error: unknown) => boolean,
  ): Promise<Result> {
    const claim = (): void => {
      this.#claims += 1;
    };
    try {
      await take(claim);
    } catch (error) {
      if (goesOnAfter(error)) return work();
      throw error;
    }
    return work().finally(() => {
      this.#claims -= 1;
      this.begin();
    });
  }
}
