const counts = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** A whole number with thousands separated: `2,940`. */
export function formatCount(count: number): string {
  return counts.format(count);
}

/** A count with its noun: `1 item`, `2 items`, `5 memories`. */
export function formatCounted(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`;
}

/** A change with its sign, so that a gain and a loss cannot be mixed up: `+120`, `−84`, `±0`. */
export function formatChange(change: number): string {
  if (change === 0) return '±0';
  return change > 0 ? `+${formatCount(change)}` : `−${formatCount(-change)}`;
}

/** Milliseconds as a reader takes them in: `0.1 ms`, `24 ms`, `1.2 s`. */
export function formatMs(milliseconds: number): string {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)} s`;
  if (milliseconds >= 99.95) return `${milliseconds.toFixed(0)} ms`;
  return `${milliseconds.toFixed(1)} ms`;
}
