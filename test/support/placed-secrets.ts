import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openReadable } from '../../electron/storage/database/open-sqlite.ts';
import { contract, type ProcedureName } from '../../shared/contract/contract.ts';
import type { Reply } from '../../shared/contract/errors.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import type { SeededRandom } from './seeded-random.ts';
import { textPlacesOf } from './text-places.ts';

/** A secret that was put into a field of a procedure's input. */
export interface PlacedSecret {
  /** As in `packages.save: session_id`. */
  readonly field: string;
  /** What is searched for: the part that is random. */
  readonly mark: string;
}

const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const hex = '0123456789abcdef';

/** Ways to say a secret of which a place may take some only: in a sentence, alone, and without capitals. */
const forms: readonly ((random: SeededRandom) => { readonly text: string; readonly mark: string })[] = [
  random => withMark(random.text(alphanumeric, 36), mark => `it is ghp_${mark} as told`),
  random => withMark(random.text(alphanumeric, 36), mark => `ghp_${mark}`),
  random => withMark(random.text(hex, 40), mark => `pul-${mark}`),
];

const withMark = (mark: string, say: (mark: string) => string) => ({ text: say(mark), mark });

/** The procedures that write, as the contract has them. */
export const writingNames = (Object.keys(contract) as ProcedureName[]) // its own keys
  .filter(name => contract[name].access === 'write');

/** How a call with a secret went. */
export interface PlacedCall {
  readonly placed: PlacedSecret;
  readonly reply: Reply<unknown>;
}

export interface PlacingOptions {
  readonly random: SeededRandom;
  ask(name: string, input: unknown): Promise<Reply<unknown>>;
  /** A good input; each call gets one of its own, so that none writes over another. */
  inputFor(number: number): Promise<unknown>;
}

/** Calls a procedure once for each text that its input takes, with a secret there: in the first form that is taken. */
export async function placeSecrets(name: ProcedureName, options: PlacingOptions): Promise<PlacedCall[]> {
  const { random, ask, inputFor } = options;
  const calls: PlacedCall[] = [];
  for (const place of textPlacesOf(contract[name].input))
    for (const form of forms) {
      const { text, mark } = form(random);
      const input = place.put(await inputFor(calls.length), text);
      const reply = await ask(name, input);
      calls.push({ placed: { field: `${name}: ${place.path}`, mark }, reply });
      if (reply.ok) break;
    }
  return calls;
}

/** Where secrets were found: the place to the fields that they came from. */
export class FoundSecrets {
  readonly #fields = new Map<string, Set<string>>();

  /** Notes those that are in the text, and answers them. */
  note(where: string, text: string, placed: readonly PlacedSecret[]): PlacedSecret[] {
    const inside = placed.filter(({ mark }) => text.includes(mark));
    for (const { field } of inside) {
      const fields = this.#fields.get(where) ?? new Set();
      this.#fields.set(where, fields.add(field));
    }
    return inside;
  }

  /** Sorted by place, as in `table document.path < documents.import: files[].path`. */
  list(): string[] {
    return [...this.#fields]
      .sort()
      .flatMap(([where, fields]) => [...fields].map(field => `${where} < ${field}`));
  }
}

/** Looks through all files below a folder: names, bytes, and what of databases is in which column. */
export async function searchFiles(
  folder: string,
  placed: readonly PlacedSecret[],
  found: FoundSecrets,
): Promise<void> {
  for (const file of filesIn(folder)) {
    found.note(`name ${kindOf(file)}`, file, placed);
    const path = join(folder, file);
    const bytes = readFileSync(path).toString('latin1');
    const inside = placed.filter(({ mark }) => bytes.includes(mark));
    if (file.endsWith('.sqlite')) await searchDatabase(folder, file, inside, found);
    else found.note(`file ${kindOf(file)}`, bytes, inside);
  }
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter(path => statSync(join(folder, path), { throwIfNoEntry: false })?.isFile() === true);

/** The folder, and how the file's name ends. */
const kindOf = (file: string): string => file.replace(/[^/.]*(?=\.[^/.]*$)/, '*');

async function searchDatabase(
  folder: string,
  file: string,
  placed: readonly PlacedSecret[],
  found: FoundSecrets,
): Promise<void> {
  const inColumns = new Set<PlacedSecret>();
  const database = await openReadable(join(folder, file), folder);
  const sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE TABLE%'";
  const tables = database.prepare(sql).pluck().all() as string[]; // a text column
  for (const table of tables)
    for (const row of database.prepare(`SELECT * FROM "${table}"`).iterate())
      for (const [column, value] of Object.entries(isJsonObject(row) ? row : {}))
        for (const one of found.note(`table ${table}.${column}`, textOf(value), placed)) inColumns.add(one);
  database.close();
  // What was deleted or replaced may still be on its pages.
  for (const one of placed.filter(other => !inColumns.has(other)))
    found.note('pages of a database', one.mark, [one]);
}

const textOf = (value: unknown): string =>
  Buffer.isBuffer(value) ? value.toString('latin1') : String(value);
