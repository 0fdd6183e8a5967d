import type { LedgerColumns } from '../../../shared/model/ledger-columns.ts';
import type { RecordColumns } from './record-columns.ts';

/** Copies rows out of columns. */
export function gatherRows(
  columns: RecordColumns,
  places: Int32Array<ArrayBuffer>,
  { lengths, firstName }: { readonly lengths: Int32Array<ArrayBuffer>; readonly firstName: number },
): LedgerColumns {
  const types = taken(columns.types.view(), places, new Uint8Array(places.length));
  const whole = (column: Int32Array) => taken(column, places, new Int32Array(places.length));
  // What was left empty has no texts, whatever stood there before.
  const textsOf = (column: Int32Array) =>
    columns.texts.gather(whole(column).map((start, at) => (types[at] === 0 ? 0 : start)));
  const [ids, details] = [textsOf(columns.ids.view()), textsOf(columns.details.view())];
  const float = (column: Float64Array) => taken(column, places, new Float64Array(places.length));
  return {
    places,
    types,
    flags: taken(columns.flags.view(), places, new Uint8Array(places.length)),
    atMs: float(columns.atMs.view()),
    marks: float(columns.marks.view()),
    tokens: whole(columns.tokens.view()),
    scopes: whole(columns.scopes.view()),
    agents: whole(columns.agents.view()),
    ids: ids.starts,
    details: details.starts.map(start => (start === 0 ? 0 : start + ids.bytes.length)),
    texts: joined([ids.bytes, details.bytes]),
    lengths,
    names: columns.names.since(firstName),
  };
}

/** The numbers of some places. */
function taken<Numbers extends Float64Array | Int32Array | Uint8Array>(
  column: Float64Array | Int32Array | Uint8Array,
  places: Int32Array,
  into: Numbers,
): Numbers {
  for (let at = 0; at < into.length; at += 1) into[at] = column[places[at] ?? 0] ?? 0;
  return into;
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

function joined([left, right]: readonly [Uint8Array, Uint8Array]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(left.length + right.length);
  all.set(left);
  all.set(right, left.length);
  return all;
}
