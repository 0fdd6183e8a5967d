import { createContext, use, useEffect, useState } from 'react';

/** How much a node can show at the current zoom: everything, its conditions as chips, or its name alone. */
export type ZoomLevel = 'near' | 'middle' | 'far';

function zoomLevel(zoom: number): ZoomLevel {
  if (zoom >= 0.64) return 'near';
  return zoom >= 0.44 ? 'middle' : 'far';
}

/** No farther than the names of rules can be read: the map shows what is beyond. */
export const farthest = 0.2;
export const nearest = 1.75;

/** Nodes of so much weight together change within one frame what they show: all at once would be a frame that one sees. */
const perFrame = 16;

/** So long after the last change of zoom it is over. */
const restMs = 150;

/** No gesture comes so many times nearer or farther within one frame: what does is a jump, of which nothing follows. */
const leastJump = 1.5;

type Follower = (level: ZoomLevel) => void;

/**
 * The zoom of one canvas. While one zooms, cards are only made larger or smaller; what they show they change when that
 * rests, by turns, some in each frame. Those that come into sight meanwhile begin with their name: a row of them is the
 * dearest that a frame of a zoom does.
 */
export class CanvasZoom {
  #zoom = 1;
  readonly #followers = new Map<Follower, { readonly level: ZoomLevel; readonly weight: number }>();
  readonly #resting = new Set<Follower>();
  #frame: number | undefined;
  #rest: ReturnType<typeof setTimeout> | undefined;

  get level(): ZoomLevel {
    return zoomLevel(this.#zoom);
  }

  /** What a node begins with. */
  get first(): ZoomLevel {
    return this.isMoving ? 'far' : this.level;
  }

  /** Somebody zooms, or has done so just now. */
  get isMoving(): boolean {
    return this.#rest !== undefined;
  }

  /** Where it begins, or where it jumps to. */
  set(zoom: number): void {
    this.#zoom = zoom;
    this.#rested();
  }

  move(zoom: number): void {
    const times = zoom / this.#zoom;
    if (times > leastJump || times < 1 / leastJump) {
      this.set(zoom);
      return;
    }
    this.#zoom = zoom;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(this.#rested, restMs);
  }

  /** `weight`: how much it costs to change, in times of a small card. */
  follow(follower: Follower, weight = 1): () => void {
    const level = this.first;
    this.#followers.set(follower, { level, weight });
    follower(level);
    return () => this.#followers.delete(follower);
  }

  /** Told at once where it rests, and each time it comes to rest. */
  followAtRest(follower: Follower): () => void {
    this.#resting.add(follower);
    if (!this.isMoving) follower(this.level);
    return () => this.#resting.delete(follower);
  }

  readonly #rested = (): void => {
    clearTimeout(this.#rest);
    this.#rest = undefined;
    for (const follower of this.#resting) follower(this.level);
    this.#frame ??= requestAnimationFrame(this.#turn);
  };

  readonly #turn = (): void => {
    this.#frame = undefined;
    if (this.isMoving) return;
    const late = [...this.#followers].filter(([, { level }]) => level !== this.level);
    const turn = { left: perFrame, count: 0 };
    for (const [follower, { weight }] of late) {
      if (turn.left <= 0) break;
      turn.left -= weight;
      turn.count += 1;
      this.#followers.set(follower, { level: this.level, weight });
      follower(this.level);
    }
    if (late.length > turn.count) this.#frame = requestAnimationFrame(this.#turn);
  };
}

interface View {
  readonly zoom: CanvasZoom;
  /** Type of the node that a connection is being drawn from. */
  readonly connectingFrom: string | undefined;
}

export const CanvasViewContext = createContext<View>({ zoom: new CanvasZoom(), connectingFrom: undefined });

export const useCanvasZoom = (): CanvasZoom => use(CanvasViewContext).zoom;

export function useZoomLevel(weight = 1): ZoomLevel {
  const zoom = useCanvasZoom();
  const [level, setLevel] = useState(zoom.first);
  useEffect(() => zoom.follow(setLevel, weight), [zoom, weight]);
  return level;
}

/** The level as it was when nobody zoomed: for what costs a frame to change and looks alike. */
export function useRestingLevel(): ZoomLevel {
  const zoom = useCanvasZoom();
  const [level, setLevel] = useState(zoom.level);
  useEffect(() => zoom.followAtRest(setLevel), [zoom]);
  return level;
}

export const useConnectingFrom = (): string | undefined => use(CanvasViewContext).connectingFrom;

/** From so many nodes on there is a map. */
export const mapFrom = 50;
