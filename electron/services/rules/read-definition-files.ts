import { isAbsolute, join } from 'node:path';
import type { z } from 'zod';
import { AppError } from '../../../shared/contract/errors.ts';
import { importLimits } from '../../../shared/contract/import-limits.ts';
import { checkShape } from '../../../shared/model/check-shape.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { type FileProblem, mostProblems, problemsFromIssues } from '../../../shared/model/problem.ts';
import { collectFiles } from '../../storage/documents/collect-files.ts';
import { parseJson, positionOfPath, type TextPosition } from '../../storage/files/json-text.ts';
import { atStorageBorder } from '../../storage/storage-failure.ts';
import { refuseOutsideToAgents } from '../project/agent-folders.ts';
import type { Caller } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';

/** What files of one kind of definition look like. */
export interface FileShape<Draft> {
  /** As in "is no engine". */
  readonly noun: string;
  readonly schema: z.ZodType<Draft>;
  /** Key of a bundle, as in `{ engines: [...] }`; what has the key beside it is no bundle. */
  readonly bundle: { readonly key: string; readonly unless: string };
}

/** One definition found in a file. */
export interface Candidate<Draft> {
  readonly file: string;
  readonly draft: Draft;
}

interface Found<Draft> {
  readonly candidates: Candidate<Draft>[];
  readonly refused: FileProblem[];
}

interface FilesInput {
  readonly files?: readonly { readonly name: string; readonly text: string }[] | undefined;
  readonly folder?: string | undefined;
}

/** All definitions in the given files, or in the JSON files below a folder, and what could not be read. */
export async function readDefinitionFiles<Draft>(
  shape: FileShape<Draft>,
  input: FilesInput,
  project: OpenProject,
  caller: Caller,
): Promise<Found<Draft>> {
  if (input.folder !== undefined) await refuseOutsideToAgents(caller, project.path, input.folder);
  const given = await givenFiles(input, project);
  if (given.files.length > importLimits.files)
    throw new AppError(
      'too_large',
      `${given.files.length} files are too many; import at most ${importLimits.files} at once`,
    );
  const found = given.files.map(({ name, text }) => readFile(shape, name, text));
  return {
    candidates: found.flatMap(({ candidates }) => candidates),
    refused: [...given.refused, ...found.flatMap(({ refused }) => refused)],
  };
}

interface GivenFiles {
  readonly files: readonly { readonly name: string; readonly text: string }[];
  readonly refused: readonly FileProblem[];
}

async function givenFiles({ files, folder }: FilesInput, project: OpenProject): Promise<GivenFiles> {
  if ((files === undefined) === (folder === undefined))
    throw new AppError('invalid_input', 'give either files or a folder to import');
  if (folder === undefined) return { files: files ?? [], refused: [] };
  const found = await atStorageBorder(`reading ${folder}`, () =>
    collectFiles(isAbsolute(folder) ? folder : join(project.path, folder), isJsonFile),
  );
  return { files: found.files.map(({ path, text }) => ({ name: path, text })), refused: found.refused };
}

const isJsonFile = (path: string): boolean => /\.json$/i.test(path);

function readFile<Draft>(shape: FileShape<Draft>, file: string, text: string): Found<Draft> {
  const parsed = parseDefinitionFile(file, text);
  if (parsed.kind === 'refused') return { candidates: [], refused: [parsed.problem] };
  return judgeDefinitions(shape, parsed, definitionsIn(shape, parsed.value));
}

/** The JSON of a file with definitions. */
export interface DefinitionJson {
  readonly file: string;
  readonly json: string;
  readonly value: unknown;
}

/** Parses the JSON of a file, or says where and why not. */
export function parseDefinitionFile(
  file: string,
  text: string,
):
  | ({ readonly kind: 'parsed' } & DefinitionJson)
  | { readonly kind: 'refused'; readonly problem: FileProblem } {
  const refuse = (problem: Omit<FileProblem, 'file'>) => ({
    kind: 'refused' as const,
    problem: { file, ...problem },
  });
  if (Buffer.byteLength(text) > importLimits.fileBytes) return refuse({ reason: 'is larger than 10 MiB' });
  // A file's own mark of its encoding is no part of its JSON.
  const json = text.replace(/^\uFEFF/, '');
  const parsed = parseJson(json);
  if (parsed.kind === 'broken')
    return refuse({ line: parsed.line, column: parsed.column, reason: parsed.reason });
  const count = countDefinitions(parsed.value);
  if (count > importLimits.files)
    return refuse({
      reason: `holds ${count} definitions; at most ${importLimits.files} are imported at once`,
    });
  return { kind: 'parsed', file, json, value: parsed.value };
}

/**
 * Looking for a place reads the whole text again: a hostile file must not make us do that for everything in it.
 * Of a small file so many places are told, of a large one as many as fit into this many letters, and one at the least.
 */
const placesTold = 20;
const lettersRead = 4 * 1024 * 1024;

/** Where in a text something stands, for the first that are asked for. */
export function createPlaceOf(json: string): (path: readonly PropertyKey[]) => Partial<TextPosition> {
  const state = { told: 0 };
  return path => {
    state.told += 1;
    const most = Math.min(placesTold, Math.max(1, Math.floor(lettersRead / json.length)));
    return state.told > most ? {} : positionOfPath(json, path);
  };
}

/** How many definitions a file claims to hold: items of a list, or of the lists of a bundle. */
function countDefinitions(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  const lists = isJsonObject(value) ? [value.engines, value.memories].filter(Array.isArray) : [];
  return lists.reduce((sum, list) => sum + list.length, 0);
}

/** A value in a file, and the way to it. */
export interface DefinitionPlace {
  readonly path: readonly PropertyKey[];
  readonly value: unknown;
}

/** Checks the shape of the values at these places. */
export function judgeDefinitions<Draft>(
  shape: FileShape<Draft>,
  { file, json }: DefinitionJson,
  places: readonly DefinitionPlace[],
): Found<Draft> {
  const found: Found<Draft> = { candidates: [], refused: [] };
  const placeOf = createPlaceOf(json);
  for (const { path, value } of places) {
    const checked = checkShape(shape.schema, value);
    if (checked.ok) {
      found.candidates.push({ file, draft: checked.itself });
      continue;
    }
    // Everything that keeps it out, so that one import is enough to mend it; of very much the first of each.
    const isMuch = found.refused.length >= mostProblems;
    for (const issue of isMuch ? checked.issues.slice(0, 1) : checked.issues) {
      const place = placeOf([...path, ...issue.path]);
      for (const { message } of problemsFromIssues([issue]))
        found.refused.push({ file, ...place, reason: message });
    }
  }
  return found;
}

/** A file holds one definition, a list of them, or a bundle. */
export function definitionsIn(
  { bundle: { key, unless } }: FileShape<unknown>,
  value: unknown,
): DefinitionPlace[] {
  if (Array.isArray(value)) return value.map((item, index) => ({ path: [index], value: item }));
  const bundle = isJsonObject(value) && value[unless] === undefined ? value[key] : undefined;
  if (Array.isArray(bundle)) return bundle.map((item, index) => ({ path: [key, index], value: item }));
  return [{ path: [], value }];
}
