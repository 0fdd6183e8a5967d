import { parseStored } from '../database/row-hash.ts';
import { sha256 } from '../files/read-text-file.ts';

/** How far content may be trusted: what came with the project, or what was imported from elsewhere. */
export type DocumentTrust = 'project' | 'imported';

/** What of a chunk reaches a context, with where it stands. */
export interface ShownChunk {
  readonly id: number;
  readonly documentId: string;
  readonly ordinal: number;
  readonly collection: string;
  readonly path: string;
  readonly trust: DocumentTrust;
  readonly updatedAt: string;
  readonly title: string;
  readonly chars4: number;
  readonly o200k_base: number;
  /** Version of the patterns that found no secret in the chunk and what it is shown with; null where unknown. */
  readonly cleanUnder: number | null;
  readonly content: string;
}

/** SHA-256 in hex. */
const hashLength = 64;

/**
 * A chunk as one text, for a search reads one column in two thirds of the time of ten: a hash over all that follows, a
 * line of JSON, and the content as it is. The scan is guarded too, since a damaged one would let a secret pass, and so is
 * the id, by which a row in another's place shows.
 */
export function packChunk({ content, ...chunk }: ShownChunk): string {
  const { id, documentId, ordinal, collection, path, trust, updatedAt, title } = chunk;
  const { chars4, o200k_base, cleanUnder } = chunk;
  const place = [id, documentId, ordinal, collection, path, trust, updatedAt];
  // A character that was cut in half is read back as U+FFFD, which is no damage.
  const head = JSON.stringify([...place, title.toWellFormed(), chars4, o200k_base, cleanUnder]);
  const said = `${head}\n${content.toWellFormed()}`;
  return sha256(said) + said;
}

/** The chunk that was packed; undefined when it is not as it was written. */
export function unpackChunk(packed: unknown): ShownChunk | undefined {
  if (typeof packed !== 'string') return undefined;
  const said = packed.slice(hashLength);
  if (!packed.startsWith(sha256(said))) return undefined;
  const end = said.indexOf('\n');
  // As `packChunk` wrote it: the hash says so.
  const head = parseStored<PackedHead>(said.slice(0, end));
  const [id, documentId, ordinal, collection, path, trust, updatedAt, title, chars4, o200k_base, cleanUnder] =
    head;
  return {
    id,
    documentId,
    ordinal,
    collection,
    path,
    trust,
    updatedAt,
    title,
    chars4,
    o200k_base,
    cleanUnder,
    content: said.slice(end + 1),
  };
}

type PackedHead = readonly [
  id: number,
  documentId: string,
  ordinal: number,
  collection: string,
  path: string,
  trust: DocumentTrust,
  updatedAt: string,
  title: string,
  chars4: number,
  o200k_base: number,
  cleanUnder: number | null,
];
