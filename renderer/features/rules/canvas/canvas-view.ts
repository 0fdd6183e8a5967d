import { createContext, use, useEffect, useState } from 'react';

/** How much a node can show at the current zoom: everything, its conditions as chips, or its name alone. */
export type ZoomLevel = 'near' | 'middle' | 'far';

export function zoomLevel(zoom: number): ZoomLevel {
  if (zoom >= 0.64) return 'near';
  return zoom >= 0.44 ? 'middle' : 'far';
}

/** No farther than the names of rules can be read: the map shows what is beyond. */
export const farthest = 0.2;

/** So many nodes change within one frame what they show: all at once would be a frame that one sees, in the middle of a zoom. */
const perFrame = 10;

type Follower = (level: ZoomLevel) => void;

/** The level of all nodes of one canvas, which come to a new one by turns, some in each frame. */
export class ZoomLevels {
  level: ZoomLevel = 'near';
  readonly #followers = new Map<Follower, ZoomLevel>();
  #frame: number | undefined;

  set(level: ZoomLevel): void {
    this.level = level;
    this.#frame ??= requestAnimationFrame(this.#turn);
  }

  follow(follower: Follower): () => void {
    this.#followers.set(follower, this.level);
    follower(this.level);
    return () => this.#followers.delete(follower);
  }

  readonly #turn = (): void => {
    const late = [...this.#followers].filter(([, level]) => level !== this.level);
    for (const [follower] of late.slice(0, perFrame)) {
      this.#followers.set(follower, this.level);
      follower(this.level);
    }
    this.#frame = late.length > perFrame ? requestAnimationFrame(this.#turn) : undefined;
  };
}

interface View {
  readonly levels: ZoomLevels;
  /** Type of the node that a connection is being drawn from. */
  readonly connectingFrom: string | undefined;
}

export const CanvasViewContext = createContext<View>({ levels: new ZoomLevels(), connectingFrom: undefined });

export function useZoomLevel(): ZoomLevel {
  const { levels } = use(CanvasViewContext);
  const [level, setLevel] = useState(levels.level);
  useEffect(() => levels.follow(setLevel), [levels]);
  return level;
}

export const useConnectingFrom = (): string | undefined => use(CanvasViewContext).connectingFrom;

/** From so many nodes on there is a map. */
export const mapFrom = 50;
