/** Names that were touched, handed on once nothing has happened to them for a while. */
export interface QuietNames {
  touch(name: string): void;
  close(): void;
}

interface QuietRules {
  /** How long nothing must have happened to a name before it is handed on. */
  readonly quietMs: (name: string) => number;
  readonly onQuiet: (names: readonly string[]) => void;
}

/** Each name has its own peace: a file that is written all the time does not keep the others back. */
export function createQuietNames({ quietMs, onQuiet }: QuietRules): QuietNames {
  const touchedAt = new Map<string, number>();
  const state: { timer?: ReturnType<typeof setTimeout> | undefined } = {};

  const schedule = (delayMs: number): void => {
    state.timer = setTimeout(handOn, Math.max(delayMs, 10));
    state.timer.unref();
  };

  function handOn(): void {
    state.timer = undefined;
    const now = performance.now();
    const waits = [...touchedAt].map(([name, at]) => ({ name, leftMs: at + quietMs(name) - now }));
    const quiet = waits.filter(({ leftMs }) => leftMs <= 0).map(({ name }) => name);
    for (const name of quiet) touchedAt.delete(name);
    if (touchedAt.size > 0) schedule(Math.min(...waits.flatMap(({ leftMs }) => (leftMs > 0 ? leftMs : []))));
    if (quiet.length > 0) onQuiet(quiet);
  }

  return {
    touch(name) {
      touchedAt.set(name, performance.now());
      if (state.timer === undefined) schedule(quietMs(name));
    },
    close() {
      clearTimeout(state.timer);
      touchedAt.clear();
    },
  };
}
