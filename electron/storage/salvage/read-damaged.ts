import type { DatabasePages } from './database-pages.ts';
import { type Cell, decodeRow, type RawRow, type TreeKind } from './decode-cell.ts';
import { isRowOf, isRowSound, type NamedRow } from './row-checks.ts';
import { nameCells, placeOf, type TableForm } from './table-forms.ts';
import { pageBytes } from './write-ahead-log.ts';

/** What a walk over a tree finds, in the order of its keys: rows, and places where something cannot be read. */
type Found = { readonly kind: 'row'; readonly row: RawRow } | { readonly kind: 'gap' };

const pageKinds: Readonly<Record<number, { readonly kind: TreeKind; readonly isLeaf: boolean }>> = {
  2: { kind: 'index', isLeaf: false },
  5: { kind: 'table', isLeaf: false },
  10: { kind: 'index', isLeaf: true },
  13: { kind: 'table', isLeaf: true },
};

/** Walks a tree from its root. Pages that were visited before are damage: a tree that leads back to itself never ends. */
function* walkTree(
  pages: DatabasePages,
  root: number,
  kind: TreeKind,
  visited: Set<number>,
): Generator<Found> {
  const page = visited.has(root) ? undefined : pages.page(root);
  const start = root === 1 ? 100 : 0;
  const form = page === undefined ? undefined : pageKinds[page.readUInt8(start)];
  if (page === undefined || form?.kind !== kind) {
    yield { kind: 'gap' };
    return;
  }
  visited.add(root);
  const count = page.readUInt16BE(start + 3);
  const pointers = start + (form.isLeaf ? 8 : 12);
  if (pointers + count * 2 > page.length) {
    yield { kind: 'gap' };
    return;
  }
  for (let cell = 0; cell < count; cell += 1) {
    const at = page.readUInt16BE(pointers + cell * 2);
    if (!form.isLeaf) yield* walkTree(pages, childAt(page, at), kind, visited);
    // Inner pages of tables hold keys only, those of indexes rows as well.
    if (form.isLeaf) yield found(decodeRow(pages, page, { at, kind }));
    else if (kind === 'index') yield found(decodeRow(pages, page, { at: at + 4, kind }));
  }
  if (!form.isLeaf) yield* walkTree(pages, page.readUInt32BE(start + 8), kind, visited);
}

const found = (row: RawRow | undefined): Found =>
  row === undefined ? { kind: 'gap' } : { kind: 'row', row };

/** 0, which is no page, where the cell lies beyond the page. */
const childAt = (page: Buffer, at: number): number => (at + 4 > page.length ? 0 : page.readUInt32BE(at));

/** Rows of a table that could not be read: those between two places of its order, both left out. */
export interface Gap {
  readonly after: readonly Cell[] | undefined;
  readonly before: readonly Cell[] | undefined;
}

/** What of a table is readable in a damaged file. */
interface ReadTable {
  readonly gaps: readonly Gap[];
  /** Rows that say which they are and not what was written. */
  readonly unsound: readonly NamedRow[];
}

/** Root pages by the name of their table or index, as far as the schema can be read. */
export function readRoots(pages: DatabasePages): Map<string, number> {
  const roots = new Map<string, number>();
  for (const found of walkTree(pages, 1, 'table', new Set())) {
    if (found.kind === 'gap') continue;
    const [, name, , root] = found.row.cells;
    if (typeof name === 'string' && typeof root === 'number') roots.set(name, root);
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
  const unsound: NamedRow[] = [];
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
      if (row !== undefined) unsound.push(row);
    }
    yield;
  }
  if (isInGap) gaps.push({ after: last, before: undefined });
  return { gaps, unsound };
}

/**
 * Rows on pages that no tree leads to any more, because the page that named them is damaged. Only tables whose rows
 * carry a hash take part, so that nothing is taken for what it is not. Pages that SQLite has given back are left out, for
 * what stands there was deleted; where their list is damaged, rows are taken as an earlier state.
 */
export function* readOrphans(
  pages: DatabasePages,
  forms: readonly TableForm[],
  visited: ReadonlySet<number>,
  take: (form: TableForm, row: NamedRow, from: 'read' | 'restored') => void,
): Generator<void> {
  const { free, isWhole } = freePages(pages);
  const takeAs = (form: TableForm, row: NamedRow) => take(form, row, isWhole ? 'read' : 'restored');
  for (let number = 2; number <= pages.count; number += 1) {
    yield;
    if (visited.has(number) || free.has(number)) continue;
    const page = pages.page(number);
    if (page !== undefined) readOrphan(pages, page, forms, takeAs);
  }
}

const orphanKinds: Readonly<
  Record<number, { readonly kind: 'table' | 'index'; readonly skip: number; readonly pointers: number }>
> = {
  2: { kind: 'index', skip: 4, pointers: 12 },
  10: { kind: 'index', skip: 0, pointers: 8 },
  13: { kind: 'table', skip: 0, pointers: 8 },
};

/** The same of what pages held before their last content, which is damaged. */
export function* readEarlier(
  pages: DatabasePages,
  forms: readonly TableForm[],
  take: (form: TableForm, row: NamedRow) => void,
): Generator<void> {
  for (const page of pages.earlierPages()) {
    readOrphan(pages, page, forms, take);
    yield;
  }
}

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
      if (row === undefined || !isRowOf(form.name, row)) continue;
      take(form, row);
      break;
    }
  }
}

/** The pages that SQLite has given back, as far as their list can be read. */
function freePages(pages: DatabasePages): { readonly free: ReadonlySet<number>; readonly isWhole: boolean } {
  const free = new Set<number>();
  const header = pages.page(1);
  let trunk = header?.readUInt32BE(32) ?? 0;
  while (trunk !== 0) {
    const page = free.has(trunk) ? undefined : pages.page(trunk);
    const count = page?.readUInt32BE(4) ?? 0;
    if (page === undefined || 8 + count * 4 > pageBytes) break;
    free.add(trunk);
    for (let at = 0; at < count; at += 1) free.add(page.readUInt32BE(8 + at * 4));
    trunk = page.readUInt32BE(0);
  }
  return { free, isWhole: free.size === header?.readUInt32BE(36) };
}

/**
 * The keys of rows that an index of the table still names, by rowid. Where it is damaged as well, rows are missing here;
 * what it names was there.
 */
export function* readNames(
  pages: DatabasePages,
  root: number,
  columns: readonly string[],
): Generator<void, Map<number, NamedRow>> {
  const names = new Map<number, NamedRow>();
  for (const found of walkTree(pages, root, 'index', new Set())) {
    yield;
    const cells = found.kind === 'row' ? found.row.cells : [];
    const rowid = cells[columns.length];
    if (cells.length !== columns.length + 1 || typeof rowid !== 'number') continue;
    names.set(rowid, Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? null])));
  }
  return names;
}
