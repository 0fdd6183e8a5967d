import { type DatabasePages, pageBytes } from './database-pages.ts';
import type { Cell } from './decode-cell.ts';
import { decodeRow } from './decode-cell.ts';
import { isRowSound, type NamedRow } from './row-checks.ts';
import { keyOf, nameCells, placeOf, type TableForm } from './table-forms.ts';
import { walkTree } from './walk-tree.ts';

/** Rows of a table that could not be read: those between two places of its order, both left out. */
export interface Gap {
  readonly after: readonly Cell[] | undefined;
  readonly before: readonly Cell[] | undefined;
}

/** What of a table is readable in a damaged file. */
export interface ReadTable {
  readonly gaps: readonly Gap[];
  /** Rows that say what they are and not what was written, by their keys. */
  readonly unsound: readonly string[];
}

/** Root pages by the name of their table, and whether every entry of the schema could be read. */
export function readRoots(pages: DatabasePages): Map<string, number> {
  const roots = new Map<string, number>();
  for (const found of walkTree(pages, 1, 'table', new Set())) {
    if (found.kind === 'gap') continue;
    const [type, name, , root] = found.row.cells;
    if (type === 'table' && typeof name === 'string' && typeof root === 'number') roots.set(name, root);
  }
  return roots;
}

/** Gives every sound row of a table to `take`, in the order of the file; a step a row. */
export function* readTable(
  pages: DatabasePages,
  form: TableForm,
  { root, visited }: { readonly root: number; readonly visited: Set<number> },
  take: (row: NamedRow) => void,
): Generator<void, ReadTable> {
  const gaps: Gap[] = [];
  const unsound: string[] = [];
  let last: readonly Cell[] | undefined;
  let isInGap = false;
  for (const found of walkTree(pages, root, form.kind, visited)) {
    const row = found.kind === 'row' ? nameCells(form, found.row) : undefined;
    if (row !== undefined && isRowSound(form.name, row)) {
      const place = placeOf(form, row);
      if (isInGap) gaps.push({ after: last, before: place });
      isInGap = false;
      last = place;
      take(row);
    } else {
      isInGap = true;
      if (row !== undefined) unsound.push(keyOf(form, row));
    }
    yield;
  }
  if (isInGap) gaps.push({ after: last, before: undefined });
  return { gaps, unsound };
}

/**
 * Rows on pages that no tree leads to any more, because the page that named them is damaged. Only tables whose rows
 * carry a hash take part, so that nothing is taken for what it is not; pages that SQLite has given back are left out, for
 * what stands there was deleted.
 */
export function* readOrphans(
  pages: DatabasePages,
  forms: readonly TableForm[],
  visited: ReadonlySet<number>,
  take: (form: TableForm, row: NamedRow) => void,
): Generator<void> {
  const free = freePages(pages);
  if (free === undefined) return;
  for (let number = 2; number <= pages.count; number += 1) {
    yield;
    if (visited.has(number) || free.has(number)) continue;
    const page = pages.page(number);
    if (page !== undefined) readOrphan(pages, page, forms, take);
  }
}

const orphanKinds: Readonly<
  Record<number, { readonly kind: 'table' | 'index'; readonly skip: number; readonly pointers: number }>
> = {
  2: { kind: 'index', skip: 4, pointers: 12 },
  10: { kind: 'index', skip: 0, pointers: 8 },
  13: { kind: 'table', skip: 0, pointers: 8 },
};

function readOrphan(
  pages: DatabasePages,
  page: Buffer,
  forms: readonly TableForm[],
  take: (form: TableForm, row: NamedRow) => void,
): void {
  const orphan = orphanKinds[page.readUInt8(0)];
  const count = page.readUInt16BE(3);
  if (orphan === undefined || orphan.pointers + count * 2 > pageBytes) return;
  for (let cell = 0; cell < count; cell += 1) {
    const at = page.readUInt16BE(orphan.pointers + cell * 2) + orphan.skip;
    const raw = decodeRow(pages, page, { at, kind: orphan.kind });
    if (raw === undefined) continue;
    for (const form of forms) {
      const row = form.kind === orphan.kind ? nameCells(form, raw) : undefined;
      if (row === undefined || !isRowSound(form.name, row)) continue;
      take(form, row);
      break;
    }
  }
}

/** The pages that SQLite has given back; undefined where their list is damaged. */
function freePages(pages: DatabasePages): Set<number> | undefined {
  const header = pages.page(1);
  if (header === undefined) return undefined;
  const free = new Set<number>();
  const wanted = header.readUInt32BE(36);
  for (let trunk = header.readUInt32BE(32); trunk !== 0; ) {
    const page = free.has(trunk) ? undefined : pages.page(trunk);
    if (page === undefined) return undefined;
    free.add(trunk);
    const count = page.readUInt32BE(4);
    if (8 + count * 4 > pageBytes) return undefined;
    for (let at = 0; at < count; at += 1) free.add(page.readUInt32BE(8 + at * 4));
    trunk = page.readUInt32BE(0);
  }
  return free.size === wanted ? free : undefined;
}
