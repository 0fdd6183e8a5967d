import { useEffect } from 'react';
import type { StoreApi } from 'zustand';
import type { WeftEvent } from '../../shared/contract/events.ts';
import { subscribe } from '../api/events.ts';
import { coalesce } from './coalesce.ts';
import { shareUnchanged } from './share-unchanged.ts';

export type ProjectPart = Extract<WeftEvent, { event: 'project:changed' }>['what'];

export interface LiveReading {
  /** Keeps what was read up to date as long as the component is there. */
  readonly useLive: () => void;
  /** Reads again soon. */
  readonly again: () => void;
}

/** Between two readings, so that an agent that tells ten things a second keeps nobody busy. */
const gapMs = 150;

/**
 * Something that is read when somebody begins to look and again whenever one of `parts` changed, by whatever door, once
 * for all who look. `read` puts it where they find it and tells failures there too.
 */
export function liveReading(read: () => Promise<void>, parts: readonly ProjectPart[]): LiveReading {
  const again = coalesce(read, gapMs);
  const watched: ReadonlySet<ProjectPart> = new Set<ProjectPart>([...parts, 'opened', 'trust']);
  const followers: { count: number; stop?: (() => void) | undefined } = { count: 0 };
  const follow = () => {
    followers.count += 1;
    if (followers.count === 1) {
      again();
      followers.stop = subscribe(event => {
        if (event.event === 'project:changed' && watched.has(event.what)) again();
      });
    }
    return () => {
      followers.count -= 1;
      if (followers.count === 0) followers.stop?.();
    };
  };
  return { useLive: () => useEffect(follow, []), again };
}

/** Puts what was read into its store. What is as it was is not drawn again: most readings find nothing new. */
export function keepRead<State extends object>(
  store: Pick<StoreApi<State>, 'setState'>,
  read: NoInfer<Partial<State>>,
): void {
  store.setState(before => shareUnchanged(before, { ...before, ...read }));
}
