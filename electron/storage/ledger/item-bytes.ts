import type { LedgerColumns } from '../../../shared/model/ledger-columns.ts';
import { parseStored } from '../database/row-hash.ts';
/** With what the meaning of each new text is stored under: 32 bytes each. */
export interface IndexedItems extends LedgerColumns {
  readonly meaningKeys: Uint8Array<ArrayBuffer>;
}

/** Another number whenever these bytes, the words or their stems mean something else: what has another one is made again. */
const format = 1;

/** In the order in which they lie: wide numbers first, so that each begins where its kind may. */
const floats = ['atMs', 'marks'] as const;
const wholes = ['places', 'tokens', 'scopes', 'agents', 'ids', 'details', 'lengths'] as const;
const bytes = ['types', 'flags', 'texts', 'meaningKeys'] as const;

/** What stands in front: the format, and how many rows, lengths, bytes of texts, of keys and of names there are. */
const headNumbers = 6;

/** Items as bytes, in the order of bytes of this machine, which all that Weft runs on have. */
export function itemBytes(items: IndexedItems): Uint8Array {
  const names = Buffer.from(JSON.stringify(items.names));
  const { places, lengths, texts, meaningKeys } = items;
  const head = Int32Array.of(
    format,
    places.length,
    lengths.length,
    texts.length,
    meaningKeys.length,
    names.length,
  );
  const parts = [head, ...[...floats, ...wholes, ...bytes].map(name => items[name]), names];
  return Buffer.concat(
    parts.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  );
}

/** The items of bytes; undefined where they are of another format. */
export function itemsOf(blob: Uint8Array<ArrayBuffer>): IndexedItems | undefined {
  const [own, rows = 0, lengths = 0, texts = 0, keys = 0, names = 0] =
    blob.length < headNumbers * 4 ? [] : new Int32Array(blob.buffer, 0, headNumbers);
  if (own !== format) return undefined;
  let at = headNumbers * 4;
  const next = <Kind>(make: (from: number) => Kind, width: number, count: number): Kind => {
    at += width * count;
    return make(at - width * count);
  };
  const float = () => next(from => new Float64Array(blob.buffer, from, rows), 8, rows);
  const whole = (count: number) => next(from => new Int32Array(blob.buffer, from, count), 4, count);
  const byte = (count: number) => next(from => new Uint8Array(blob.buffer, from, count), 1, count);
  const [atMs, marks] = [float(), float()];
  const [places, tokens, scopes, agents, ids, details] = [
    whole(rows),
    whole(rows),
    whole(rows),
    whole(rows),
    whole(rows),
    whole(rows),
  ];
  const columns = { atMs, marks, places, tokens, scopes, agents, ids, details, lengths: whole(lengths) };
  const small = { types: byte(rows), flags: byte(rows), texts: byte(texts), meaningKeys: byte(keys) };
  // Written by `itemBytes`, and sealed.
  return { ...columns, ...small, names: parseStored<string[]>(Buffer.from(byte(names)).toString('utf8')) };
}
