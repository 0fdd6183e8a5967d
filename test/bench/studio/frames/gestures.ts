/** What a pointer does in one frame. */
export interface Move {
  readonly type: 'mousedown' | 'mousemove' | 'mouseup' | 'wheel';
  readonly x: number;
  readonly y: number;
  readonly button?: number;
  readonly deltaY?: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

const stride = 8;

/** Pans by the middle button: up for `frames` frames, then back. */
export function panning(from: Point, frames: number): Move[] {
  return dragged(
    from,
    there(frames, at => ({ x: from.x - (at % 3), y: from.y - at * stride })),
    1,
  );
}

/** Drags what lies under `from` in a small circle, so that it stays in sight and nothing scrolls. */
export function dragging(from: Point, frames: number): Move[] {
  const circle = Array.from({ length: frames }, (_, at) => {
    const angle = (at / 24) * Math.PI;
    return { x: from.x + 40 * Math.sin(angle), y: from.y + 40 * (1 - Math.cos(angle)) };
  });
  return dragged(from, circle, 0);
}

const wheelDelta = 30;

/** Turns of the wheel between two scales and not beyond. The library multiplies the scale by 2 to the power of a turn / 500. */
export function wheelTurns(from: number, to: number): number {
  return Math.floor((Math.abs(Math.log2(to / from)) * 500) / wheelDelta);
}

/** Turns the wheel so many times with Control held: out, or in where `turns` is negative. */
export function zooming({ x, y }: Point, turns: number): Move[] {
  return Array.from({ length: Math.abs(turns) }, () => ({
    type: 'wheel',
    x,
    y,
    deltaY: Math.sign(turns) * wheelDelta,
  }));
}

function there(frames: number, place: (at: number) => Point): Point[] {
  return Array.from({ length: frames }, (_, at) => place(Math.min(at, frames - at)));
}

function dragged(from: Point, path: readonly Point[], button: number): Move[] {
  const last = path.at(-1) ?? from;
  return [
    { type: 'mousedown', ...from, button },
    ...path.map(point => ({ type: 'mousemove' as const, ...point, button })),
    { type: 'mouseup', ...last, button },
  ];
}

/**
 * Runs in the page: one move a frame, and how long each frame took, in milliseconds. A frame begins when the page is
 * asked for it, which Chromium does once what the last one changed is painted and taken over for drawing: traces show
 * as many `DrawFrame` as frames counted here.
 */
export async function playMoves(moves: readonly Move[]): Promise<number[]> {
  const begins: number[] = [];
  const [first] = moves;
  // Asked once: to find what lies under the pointer makes a page lay itself out.
  let under = first && document.elementFromPoint(first.x, first.y);
  const play = ({ type, x, y, button = 0, deltaY = 0 }: Move): void => {
    // What lay there may be gone: a card that is seen from farther away shows less.
    if (!under?.isConnected) under = document.elementFromPoint(x, y);
    const shared = { clientX: x, clientY: y, bubbles: true, cancelable: true, view: window };
    const event =
      type === 'wheel'
        ? new WheelEvent(type, { ...shared, deltaY, ctrlKey: true })
        : new MouseEvent(type, { ...shared, button, buttons: button === 1 ? 4 : 1 });
    (type === 'mousemove' || type === 'mouseup' ? document : under)?.dispatchEvent(event);
  };
  await new Promise<void>(resolve => {
    const frame = (): void => {
      begins.push(performance.now());
      const move = moves[begins.length - 1];
      if (!move) {
        resolve();
        return;
      }
      play(move);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  return begins.slice(1).map((begin, at) => begin - (begins[at] ?? begin));
}
