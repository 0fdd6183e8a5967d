import { create } from 'zustand';
import type { AssembledContext } from '../../../../shared/model/assembled-context.ts';
import { onOtherProject } from '../../../stores/other-project.ts';

/** A run that is kept to be compared with what comes after it. */
export interface PinnedRun {
  readonly sampleName: string;
  /** In tokens, the one that was in force. */
  readonly limit: number | undefined;
  readonly result: AssembledContext;
}

/** One pinned run for the whole window; it outlives the tab that pinned it, not the window or its project. */
export const usePinnedRun = create<{ readonly pinned: PinnedRun | undefined }>()(() => ({
  pinned: undefined,
}));

onOtherProject(unpinRun);

export function pinRun(pinned: PinnedRun): void {
  usePinnedRun.setState({ pinned });
}

export function unpinRun(): void {
  usePinnedRun.setState({ pinned: undefined });
}
