/**
 * What a browser keeps for the studio: how it looks, and drafts that the server did not take. It may be full, or keep
 * nothing because its user forbids it (then already the name throws, or is null): the studio is as at its first time.
 */
const kept = (storage: () => Storage) => ({
  getItem: (key: string): string | null => attempt(() => storage().getItem(key), null),
  /** False where there is no room for it. */
  setItem: (key: string, text: string): boolean => isDone(() => storage().setItem(key, text)),
  removeItem: (key: string): boolean => isDone(() => storage().removeItem(key)),
  keys: (): readonly string[] => attempt(() => Object.keys(storage()), []),
});

const isDone = (act: () => void): boolean =>
  attempt(() => {
    act();
    return true;
  }, false);

function attempt<Result>(take: () => Result, otherwise: Result): Result {
  try {
    return take();
  } catch {
    return otherwise;
  }
}

/** For all windows, as long as the browser likes. */
export const browserStorage = kept(() => localStorage);
/** For this window, as long as it is open. */
export const windowStorage = kept(() => sessionStorage);
