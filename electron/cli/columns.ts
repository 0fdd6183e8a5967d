import { escapeInvisibleLine } from '../../shared/model/escape-invisible.ts';

interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/** Lines of a table with a title line, columns two spaces apart, nothing behind the last; as wide as what is shown. */
export function alignColumns(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const shown = [columns.map(column => column.title), ...rows.map(row => row.map(escapeInvisibleLine))];
  const widths = columns.map((_, index) =>
    shown.reduce((widest, row) => Math.max(widest, row[index]?.length ?? 0), 0),
  );
  return shown.map(row =>
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
