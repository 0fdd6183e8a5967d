import type { CanvasNode } from './build-graph.ts';
import type { Box } from './layout-canvas.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A small picture of the canvas, and how its places are those of the canvas. */
interface CanvasMapPicture {
  /** Size of the picture in pixels. */
  readonly width: number;
  readonly height: number;
  readonly viewBox: string;
  readonly path: string;
  readonly toMap: (box: Box) => Box;
  readonly toCanvas: (point: Point) => Point;
}

const most = { width: 176, height: 184 };
/** Three columns of a tall engine would be three lines: width has a scale of its own then, and height in a wide one. */
const least = 72;
const margin = 40;

/** Draws all nodes into one path. */
export function mapOf(nodes: readonly CanvasNode[]): CanvasMapPicture {
  const bounds = boundsOf(nodes);
  const scale = Math.min(most.width / bounds.width, most.height / bounds.height);
  const width = Math.max(least, bounds.width * scale);
  const height = Math.max(least, bounds.height * scale);
  const [across, down] = [width / bounds.width, height / bounds.height];
  return {
    width,
    height,
    viewBox: `${bounds.x} ${bounds.y} ${bounds.width} ${bounds.height}`,
    path: nodes.map(pathOf).join(''),
    toMap: box => ({
      x: (box.x - bounds.x) * across,
      y: (box.y - bounds.y) * down,
      width: box.width * across,
      height: box.height * down,
    }),
    toCanvas: ({ x, y }) => ({ x: x / across + bounds.x, y: y / down + bounds.y }),
  };
}

function pathOf({ position: { x, y }, width = 0, height = 0 }: CanvasNode): string {
  return `M${x} ${y}h${width}v${height}h${-width}z`;
}

function boundsOf(nodes: readonly CanvasNode[]): Box {
  const [left, top] = [
    Math.min(...nodes.map(({ position }) => position.x)) - margin,
    Math.min(...nodes.map(({ position }) => position.y)) - margin,
  ];
  const right = Math.max(...nodes.map(({ position, width = 0 }) => position.x + width)) + margin;
  const bottom = Math.max(...nodes.map(({ position, height = 0 }) => position.y + height)) + margin;
  return { x: left, y: top, width: right - left, height: bottom - top };
}
