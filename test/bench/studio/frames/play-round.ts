import type { Page } from 'playwright';
import { farthest, nearest } from '../../../../renderer/features/rules/canvas/canvas-view.ts';
import { dragging, type Move, type Point, panning, playMoves, wheelTurns, zooming } from './gestures.ts';

export const viewport = { width: 1440, height: 900 };

const gestures = ['panning', 'zooming', 'dragging', 'panning from afar', 'dragging from afar'] as const;
export type Gesture = (typeof gestures)[number];

/** Where a canvas stands in its window, and what it shows. */
export interface View {
  readonly pane: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  };
  readonly defaultViewport: { readonly x: number; readonly y: number; readonly zoom: number };
}

export function viewOf(page: Page): Promise<View> {
  return page.evaluate(() => {
    const pane = document.querySelector('.react-flow')?.getBoundingClientRect();
    const inner = document.querySelector('.react-flow__viewport');
    if (!pane || !inner) throw new Error('there is no canvas');
    const { e: x, f: y, a: zoom } = new DOMMatrix(getComputedStyle(inner).transform);
    const { left, top, width, height } = pane;
    return { pane: { left, top, width, height }, defaultViewport: { x, y, zoom } };
  });
}

/**
 * Every gesture once, in the page in front; at its end it shows what it showed before. Frames in milliseconds. No turn of
 * the wheel goes beyond what a canvas allows: nothing is drawn then, and the next frame waits for a screen.
 */
export async function playRound(
  page: Page,
  { pane, defaultViewport }: View,
): Promise<Map<Gesture, number[]>> {
  const middle: Point = { x: pane.left + pane.width / 2, y: pane.top + pane.height / 2 };
  await page.bringToFront();
  const play = async (moves: readonly Move[]) => {
    await page.waitForTimeout(250);
    return page.evaluate(playMoves, moves);
  };
  await page.mouse.move(middle.x, middle.y);
  const near = wheelTurns(defaultViewport.zoom, nearest);
  const far = wheelTurns(defaultViewport.zoom, farthest);
  const wholeRange = [-near, near + far, -far].flatMap(turns => zooming(middle, turns));
  const frames = new Map<Gesture, number[]>();
  frames.set('panning', await play(panning(middle, 90)));
  frames.set('zooming', await play(wholeRange));
  const { defaultViewport: after } = await viewOf(page);
  if (Math.abs(after.zoom - defaultViewport.zoom) > 0.001) throw new Error('zooming went beyond the range');
  frames.set('dragging', await play(dragging(await overRule(page, middle), 48)));
  await play(zooming(middle, far));
  frames.set('panning from afar', await play(panning(middle, 90)));
  frames.set('dragging from afar', await play(dragging(await overRule(page, middle), 48)));
  await play(zooming(middle, -far));
  return frames;
}

/** A place near the name of the rule that is nearest to the middle. */
function overRule(page: Page, middle: Point): Promise<Point> {
  return page.evaluate(({ x, y }) => {
    const away = (box: DOMRect) => Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y);
    const rules = [...document.querySelectorAll('.react-flow__node[data-id^="rule:"]')];
    const [box] = rules
      .map(rule => rule.getBoundingClientRect())
      .sort((left, right) => away(left) - away(right));
    if (!box) throw new Error('no rule is in sight');
    return { x: box.x + box.width / 2, y: box.y + box.height / 10 };
  }, middle);
}
