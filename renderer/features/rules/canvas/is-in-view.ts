interface Size {
  readonly width: number;
  readonly height: number;
}

/** True when a box of the canvas lies wholly within the pane, seen through this viewport. */
export function isInView(
  box: Size & { readonly x: number; readonly y: number },
  viewport: { readonly x: number; readonly y: number; readonly zoom: number },
  pane: Size,
): boolean {
  const left = box.x * viewport.zoom + viewport.x;
  const top = box.y * viewport.zoom + viewport.y;
  const right = left + box.width * viewport.zoom;
  const bottom = top + box.height * viewport.zoom;
  return left >= 0 && top >= 0 && right <= pane.width && bottom <= pane.height;
}
