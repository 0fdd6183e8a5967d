interface Box {
  readonly width: number;
  readonly height: number;
}

/** How far below the top of a box a value lies, where the box is `top` high. */
export function heightOf(value: number, top: number, height: number): number {
  return rounded(height - (Math.min(value, top) / Math.max(top, 1e-9)) * height);
}

/**
 * Values as steps, as a path element draws them: each holds until the next, the last to the right edge. Turns are as
 * wide as each other, because between two of them may lie seconds or days.
 */
export function stepLine(values: readonly number[], top: number, { width, height }: Box): string {
  const step = width / Math.max(1, values.length);
  return values
    .map((value, index) => {
      const start = `${rounded(index * step)} ${heightOf(value, top, height)}`;
      return `${index === 0 ? 'M' : 'L'}${start}H${rounded((index + 1) * step)}`;
    })
    .join('');
}

/** The area below such a line; nothing below nothing. */
export function areaBelow(path: string, { width, height }: Box): string {
  return path === '' ? '' : `${path}L${width} ${height}H0Z`;
}

const rounded = (value: number): number => Number(value.toFixed(2));
