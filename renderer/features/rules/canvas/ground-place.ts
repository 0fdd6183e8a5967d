/** Distance between the dots in the canvas's own pixels. */
const groundGap = 20;

/** How far apart the dots are drawn, and where their layer is put, in pixels. */
interface GroundPlace {
  readonly gap: number;
  readonly x: number;
  readonly y: number;
}

/**
 * How the layer of dots lies under a viewport. It repeats itself, so that it never moves farther than one gap, and by
 * whole pixels, because a layer between pixels is computed anew when it is drawn. From farther away only every second,
 * fourth, eighth dot is shown, so that they stay apart.
 */
export function groundPlace(view: {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}): GroundPlace {
  const gap = groundGap * view.zoom * 2 ** Math.max(0, Math.ceil(-Math.log2(view.zoom) - 0.5));
  const behind = (at: number) => Math.round((((at % gap) + gap) % gap) - gap);
  return { gap, x: behind(view.x), y: behind(view.y) };
}
