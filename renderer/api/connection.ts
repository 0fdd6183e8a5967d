/** Why the shell does not answer this page at all: nobody is there, or whoever is there does not know it. */
export interface Lost {
  readonly kind: 'gone' | 'unknown_page';
  readonly message: string;
}

type LossListener = (lost: Lost | undefined) => void;

const shared: { lost?: Lost | undefined; listener?: LossListener } = {};

/** Told by every answer, and by every one that did not come. */
export function noteLost(lost?: Lost): void {
  if (lost?.message === shared.lost?.message) return;
  shared.lost = lost;
  shared.listener?.(lost);
}

/** As it is now. */
export const lostNow = (): Lost | undefined => shared.lost;

/** Hears how it is, and of each change. */
export function onLost(listener: LossListener): void {
  shared.listener = listener;
  if (shared.lost !== undefined) listener(shared.lost);
}
