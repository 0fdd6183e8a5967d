export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/** Lines of a table with a title line, columns two spaces apart, nothing behind the last. */
export function alignColumns(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const titles = columns.map(column => column.title);
  const widths = columns.map((_, index) =>
    Math.max(...[titles, ...rows].map(row => row[index]?.length ?? 0)),
  );
  return [titles, ...rows].map(row =>
    columns
      .map((column, index) => pad(row[index] ?? '', widths[index] ?? 0, column.align))
      .join('  ')
      .trimEnd(),
  );
}

function pad(text: string, width: number, align: Column['align'] = 'left'): string {
  return align === 'right' ? text.padStart(width) : text.padEnd(width);
}

/** 2940 as `2,940`. */
export function grouped(value: number): string {
  return value.toLocaleString('en-US');
}

/** `1 rule`, `2 rules`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}
