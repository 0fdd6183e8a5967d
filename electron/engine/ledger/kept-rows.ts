import type { LedgerColumns } from '../../../shared/model/ledger-columns.ts';
import type { RecordColumns } from './record-columns.ts';

/** Copies rows out of columns. */
export function gatherRows(
  columns: RecordColumns,
  places: Int32Array<ArrayBuffer>,
  { lengths, firstName }: { readonly lengths: Int32Array<ArrayBuffer>; readonly firstName: number },
): LedgerColumns {
  const texts: Uint8Array[] = [];
  let size = 0;
  const takeText = (start: number): number => {
    if (start === 0) return 0;
    const bytes = columns.texts.bytesAt(start);
    texts.push(bytes);
    size += bytes.length;
    return size - bytes.length + 1;
  };
  const isThere = (place: number): boolean => columns.types.at(place) !== 0;
  const rows = {
    places,
    types: Uint8Array.from(places, place => columns.types.at(place)),
    flags: Uint8Array.from(places, place => columns.flags.at(place)),
    atMs: Float64Array.from(places, place => columns.atMs.at(place)),
    marks: Float64Array.from(places, place => columns.marks.at(place)),
    tokens: Int32Array.from(places, place => columns.tokens.at(place)),
    scopes: Int32Array.from(places, place => columns.scopes.at(place)),
    agents: Int32Array.from(places, place => columns.agents.at(place)),
    ids: Int32Array.from(places, place => (isThere(place) ? takeText(columns.ids.at(place)) : 0)),
    details: Int32Array.from(places, place => (isThere(place) ? takeText(columns.details.at(place)) : 0)),
    lengths,
    names: columns.names.since(firstName),
  };
  return { ...rows, texts: joined(texts, size) };
}

/** Puts rows into columns: changed ones over what was, then new places, without a gap, behind those that are there. */
export function spreadRows(columns: RecordColumns, rows: LedgerColumns): void {
  for (const name of rows.names) columns.names.numberOf(name);
  const texts = columns.texts.addBytes(rows.texts);
  const moved = (starts: Int32Array<ArrayBuffer>) =>
    starts.map(start => (start === 0 ? 0 : texts + start - 1));
  const all = { ...rows, ids: moved(rows.ids), details: moved(rows.details) };
  const size = columns.types.size;
  const changed = rows.places.filter(place => place < size).length;
  for (const name of numberColumns) {
    for (let at = 0; at < changed; at += 1) columns[name].set(rows.places[at] ?? 0, all[name][at] ?? 0);
    // The column and the rows of one name are numbers of one kind.
    columns[name].append(all[name].subarray(changed) as never);
  }
}

const numberColumns = [
  'types',
  'flags',
  'atMs',
  'marks',
  'tokens',
  'scopes',
  'agents',
  'ids',
  'details',
] as const;

function joined(texts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(size);
  let at = 0;
  for (const text of texts) {
    all.set(text, at);
    at += text.length;
  }
  return all;
}
