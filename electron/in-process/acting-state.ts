import { AppError, messageOf } from '../../shared/contract/errors.ts';
import type { Acting, ActingSource } from './sources/acting-source.ts';
import type { ActingDefinitions } from './weft-types.ts';

/** What acts now, and what becomes of it. */
interface ActingState {
  /** Fails where what acted may act no more. */
  acting(): Acting;
  definitions(): ActingDefinitions;
  onChange(listener: (definitions: ActingDefinitions) => void): () => void;
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Reads a source and follows it. Where a later look fails, what acted goes on acting and the failure is told; only where
 * trust was withdrawn it does not.
 */
export async function createActingState(
  source: ActingSource,
  onProblem: (problem: string) => void,
): Promise<ActingState> {
  const first = await firstLook(source).catch(async (error: unknown) => {
    await source.close();
    throw error;
  });
  const state: State = { ...first, generation: 1, isClosed: false, refused: undefined };
  const listeners = new Set<(definitions: ActingDefinitions) => void>();
  const acting = (): Acting => {
    if (state.refused !== undefined) throw state.refused;
    return state.acting;
  };
  const definitions = (): ActingDefinitions => {
    const { engines, memories, problems } = acting();
    const failed = state.failure === undefined ? [] : [state.failure];
    return { engines, memories, generation: state.generation, problems: [...problems, ...failed] };
  };
  const tellProblems = (problems: readonly string[], known: readonly string[] = []): void => {
    for (const problem of problems) if (!known.includes(problem)) onProblem(problem);
  };
  const take = (now: Acting): void => {
    const before = state.acting;
    const isSame =
      state.refused === undefined && now.engines === before.engines && now.memories === before.memories;
    Object.assign(state, { acting: now, refused: undefined, failure: undefined });
    tellProblems(now.problems, before.problems);
    if (isSame && now.redaction === before.redaction) return;
    state.generation += 1;
    for (const listener of listeners) tellChange(listener, definitions());
  };
  const fail = (error: unknown): void => {
    if (error instanceof AppError && error.code === 'untrusted_project') state.refused = error;
    const words = messageOf(error);
    // A place that is away for an hour is told of once.
    if (words !== state.failure) onProblem(words);
    state.failure = words;
  };
  // One look after the other, so that an older one never takes the place of a newer.
  let last: Promise<unknown> = Promise.resolve();
  const refresh = (): Promise<void> => {
    const look = last.then(async () => {
      if (state.isClosed) return;
      try {
        take(await source.read());
      } catch (error) {
        fail(error);
        throw error;
      }
    });
    last = look.catch(() => undefined);
    return look;
  };
  tellProblems(
    state.failure === undefined ? state.acting.problems : [...state.acting.problems, state.failure],
  );
  // Of many changes during one look, the next one sees all.
  let isAwaited = false;
  await source.follow(() => {
    if (isAwaited) return;
    isAwaited = true;
    void last.then(() => {
      isAwaited = false;
      refresh().catch(() => undefined); // it was told
    });
  }, fail);
  return {
    acting,
    definitions,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    async close() {
      state.isClosed = true;
      listeners.clear();
      await source.close();
      await last;
    },
  };
}

function tellChange(listener: (definitions: ActingDefinitions) => void, now: ActingDefinitions): void {
  try {
    listener(now);
  } catch {
    // Who listens keeps nobody from what acts now, and answers for its own failures.
  }
}

interface State {
  acting: Acting;
  /** What went wrong at the last look. */
  failure: string | undefined;
  generation: number;
  isClosed: boolean;
  /** Why nothing may act any more. */
  refused: AppError | undefined;
}

/** What is there at the beginning, or the last good one with what went wrong. */
async function firstLook(source: ActingSource): Promise<{ acting: Acting; failure: string | undefined }> {
  try {
    return { acting: await source.read(), failure: undefined };
  } catch (error) {
    const good = source.lastGood?.();
    if (good === undefined) throw error;
    return { acting: good, failure: `${messageOf(error)}; the last good one is used` };
  }
}
