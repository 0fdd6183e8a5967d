import { createContext, use, useEffect, useState } from 'react';

/** How much a node can show at the current zoom: everything, its conditions as chips, or its name alone. */
export type ZoomLevel = 'near' | 'middle' | 'far';

export function zoomLevel(zoom: number): ZoomLevel {
  if (zoom >= 0.64) return 'near';
  return zoom >= 0.44 ? 'middle' : 'far';
}

/** No farther than the names of rules can be read: the map shows what is beyond. */
export const farthest = 0.2;
export const nearest = 1.75;

/**
 * Nodes of so much weight together change within one frame what they show: all at once would be a frame that one sees,
 * in the middle of a zoom. Once it rests they may, and nobody waits for the last of hundreds.
 */
const perFrame = { moving: 4, resting: 16 } as const;

/** So long after the last change of zoom it is over. */
const restMs = 150;

type Follower = (level: ZoomLevel) => void;

/** The zoom of one canvas: all nodes come to a new level by turns, some in each frame, and what costs most once it rests. */
export class CanvasZoom {
  #level: ZoomLevel = 'near';
  readonly #followers = new Map<Follower, { readonly level: ZoomLevel; readonly weight: number }>();
  readonly #resting = new Set<Follower>();
  #frame: number | undefined;
  #rest: ReturnType<typeof setTimeout> | undefined;

  get level(): ZoomLevel {
    return this.#level;
  }

  /** Somebody zooms, or has done so just now. */
  get isMoving(): boolean {
    return this.#rest !== undefined;
  }

  /** Where it begins. */
  set(zoom: number): void {
    this.#level = zoomLevel(zoom);
    this.#frame ??= requestAnimationFrame(this.#turn);
  }

  move(zoom: number): void {
    if (zoomLevel(zoom) !== this.#level) this.set(zoom);
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      this.#rest = undefined;
      for (const follower of this.#resting) follower(this.#level);
    }, restMs);
  }

  /** `weight`: how much it costs to change, in times of a small card. */
  follow(follower: Follower, weight = 1): () => void {
    this.#followers.set(follower, { level: this.#level, weight });
    follower(this.#level);
    return () => this.#followers.delete(follower);
  }

  /** Told at once where it rests, and each time it comes to rest. */
  followAtRest(follower: Follower): () => void {
    this.#resting.add(follower);
    if (!this.isMoving) follower(this.#level);
    return () => this.#resting.delete(follower);
  }

  readonly #turn = (): void => {
    const late = [...this.#followers].filter(([, { level }]) => level !== this.#level);
    const turn = { left: this.isMoving ? perFrame.moving : perFrame.resting, count: 0 };
    for (const [follower, { weight }] of late) {
      if (turn.left <= 0) break;
      turn.left -= weight;
      turn.count += 1;
      this.#followers.set(follower, { level: this.#level, weight });
      follower(this.#level);
    }
    this.#frame = late.length > turn.count ? requestAnimationFrame(this.#turn) : undefined;
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
  const [level, setLevel] = useState(zoom.level);
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
