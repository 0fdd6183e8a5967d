import { create } from 'zustand';
import type { Lost } from '../api/connection.ts';
import type { DocumentAddress } from './outside-changes.ts';

/** A save of which something was not written. */
export interface FailedSave {
  /** What was not written, as long as it waits for that. */
  readonly documents: readonly DocumentAddress[];
  /** Why, each reason once. */
  readonly reasons: readonly string[];
}

/** What keeps the studio from going on as usual; said in one banner and in the status bar, until it is over. */
export interface Interruptions {
  /** Nobody answers this page. */
  readonly lost?: Lost | undefined;
  readonly failedSave?: FailedSave | undefined;
  /** Names of what is edited here and in another window as well. */
  readonly editedElsewhere: readonly string[];
}

export const useInterruptions = create<Interruptions>()(() => ({ editedElsewhere: [] }));
