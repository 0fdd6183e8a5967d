type Listener = (lost: string | undefined) => void;

const shared: { lost?: string | undefined; listener?: Listener } = {};

/** Told by every answer, and by every one that did not come: why the shell does not answer this page at all. */
export function noteLost(lost?: string): void {
  if (lost === shared.lost) return;
  shared.lost = lost;
  shared.listener?.(lost);
}

/** Hears how it is, and of each change. */
export function onLost(listener: Listener): void {
  shared.listener = listener;
  if (shared.lost !== undefined) listener(shared.lost);
}
