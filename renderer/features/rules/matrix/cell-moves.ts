export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** The cell in which something stands; undefined outside of all. */
export function cellOf(target: EventTarget): Cell | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  return cell ? { row: Number(cell.dataset.row), column: Number(cell.dataset.column) } : undefined;
}

/** Where a key leads from a cell; undefined for keys that lead nowhere. */
export function cellAfterKey(
  { row, column }: Cell,
  key: string,
  { rows, columns, page }: { readonly rows: number; readonly columns: number; readonly page: number },
): Cell | undefined {
  const at = (nextRow: number, nextColumn: number): Cell => ({
    row: Math.max(0, Math.min(rows - 1, nextRow)),
    column: Math.max(0, Math.min(columns - 1, nextColumn)),
  });
  switch (key) {
    case 'ArrowUp':
      return at(row - 1, column);
    case 'ArrowDown':
      return at(row + 1, column);
    case 'ArrowLeft':
      return at(row, column - 1);
    case 'ArrowRight':
      return at(row, column + 1);
    case 'PageUp':
      return at(row - page, column);
    case 'PageDown':
      return at(row + page, column);
    case 'Home':
      return at(row, 0);
    case 'End':
      return at(row, columns - 1);
    default:
      return undefined;
  }
}

/** How far to scroll so that an entry is in sight, beside what is pinned at the start. */
export function scrollTo(scrolled: number, extent: number, size: number, index: number): number {
  const start = index * size;
  if (start < scrolled) return start;
  return start + size > scrolled + extent ? start + size - extent : scrolled;
}
