import type { DatabasePages } from './database-pages.ts';
import { decodeRow, type RawRow, type TreeKind } from './decode-cell.ts';

/** What a walk over a tree finds, in the order of its keys: rows, and places where something cannot be read. */
export type Found = { readonly kind: 'row'; readonly row: RawRow } | { readonly kind: 'gap' };

const pageKinds: Readonly<Record<number, { readonly kind: TreeKind; readonly isLeaf: boolean }>> = {
  2: { kind: 'index', isLeaf: false },
  5: { kind: 'table', isLeaf: false },
  10: { kind: 'index', isLeaf: true },
  13: { kind: 'table', isLeaf: true },
};

/** Walks a tree from its root. Pages that were visited before are damage: a tree that leads back to itself never ends. */
export function* walkTree(
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
