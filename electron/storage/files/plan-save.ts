import { join, relative, sep } from 'node:path';
import { AppError } from '../../../shared/contract/errors.ts';
import { canonicalJson } from '../../../shared/model/canonical-json.ts';
import { definitionFile } from '../../../shared/model/definition-folders.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { createPause } from '../pause.ts';
import type { FileReplacement } from './atomic-write.ts';
import { type Definition, readDefinition } from './definition-file.ts';
import type { DefinitionKind } from './definition-kinds.ts';
import { changedOnDisk, type ExpectedHash, expectState, refuseBadId } from './definition-state.ts';
import { replaceFiles } from './done-files.ts';
import { locateInside } from './path-inside.ts';
import { maxFileBytes, sha256 } from './read-text-file.ts';
import type { StagedFiles } from './save-together.ts';
import { fileNames, noteWrite, readOne, realFolder, type StorePlace } from './store-place.ts';

export interface SavedDefinition<Value> extends Definition<Value> {
  readonly change: 'created' | 'updated' | 'unchanged';
}

export interface DefinitionChange<Value> {
  readonly value: Value;
  readonly expected: ExpectedHash;
  /** What a new definition was made from, under another id. */
  readonly copyOf?: Value;
}

/** What happens to the definitions of one kind in a step over several kinds. */
export interface DefinitionStep<Value> {
  readonly changes: readonly DefinitionChange<Value>[];
  readonly removals?: readonly { readonly id: string; readonly expected: ExpectedHash }[];
}

/** Judges changes against what is on disk now; nothing is written yet. */
export async function planSaves<Value extends { readonly id: string }>(
  place: StorePlace<Value>,
  changes: readonly DefinitionChange<Value>[],
): Promise<PlannedSave<Value>[]> {
  const planned: PlannedSave<Value>[] = [];
  for (const change of changes) planned.push(await planSave(place, change));
  return planned;
}

/** Judges the step against what is on disk now; nothing is written yet. */
export async function planStep<Value extends { readonly id: string }>(
  place: StorePlace<Value>,
  { changes, removals = [] }: DefinitionStep<Value>,
): Promise<StagedFiles> {
  const { root, kind } = place;
  for (const { id, expected } of removals) {
    const current = await readOne(place, id);
    if (expected !== undefined && expected !== current.hash) throw changedOnDisk(kind, id, current);
  }
  const planned = await planSaves(place, changes);
  const folder = removals.length === 0 ? place.folder : await realFolder(place);
  return {
    replacements: planned.flatMap(({ replacement }) => replacement ?? []),
    removed: removals.map(({ id }) => ({ root, path: join(folder, `${id}.json`) })),
    async written() {
      for (const { id } of removals) noteWrite(place, id, undefined);
      await noteWritten(place, planned);
    },
  };
}

interface PlannedSave<Value> {
  readonly saved: SavedDefinition<Value>;
  /** What the file said, or what a new one is a copy of; absent where there was none. */
  readonly before?: Value;
  /** Absent when the file says the same already. */
  readonly replacement?: FileReplacement;
}

export async function planSave<Value extends { readonly id: string }>(
  place: StorePlace<Value>,
  { value, expected, copyOf }: DefinitionChange<Value>,
): Promise<PlannedSave<Value>> {
  const { root, kind, cache } = place;
  refuseBadId(kind, value.id);
  const read = await readDefinition(root, kind, `${value.id}.json`, cache);
  const before = expectState(kind, value.id, read, expected);
  if (before === undefined) await refuseCaseTwin(place, value.id);
  const content = await inStretches(canonicalJson(value, kind.order, maxFileBytes), createPause());
  if (content === undefined || Buffer.byteLength(content) > maxFileBytes)
    throw new AppError(
      'too_large',
      `${definitionFile(kind.folder, value.id)} would be larger than 10 MiB; split it`,
    );
  // A save without an edit leaves the file as it is, canonical or not.
  if (before !== undefined && (await isCanonicalText(before.value, content, kind)))
    return { saved: { ...before, change: 'unchanged' } };
  const realPath = await prepareTarget(place, value.id);
  const change = before === undefined ? 'created' : 'updated';
  const origin = before?.value ?? copyOf;
  return {
    saved: { value, hash: sha256(content), change },
    ...(origin !== undefined && { before: origin }),
    replacement: { realPath, content },
  };
}

async function isCanonicalText<Value>(
  value: Value,
  content: string,
  { order }: DefinitionKind<Value>,
): Promise<boolean> {
  return (await inStretches(canonicalJson(value, order), createPause())) === content;
}

/** Replaces the files, all or none. */
export async function writePlanned<Value extends { readonly id: string }>(
  place: StorePlace<Value>,
  planned: readonly PlannedSave<Value>[],
): Promise<void> {
  const replacements = planned.flatMap(({ replacement }) => replacement ?? []);
  await replaceFiles(place.project, replacements);
  await noteWritten(place, planned);
}

async function noteWritten<Value extends { readonly id: string }>(
  place: StorePlace<Value>,
  planned: readonly PlannedSave<Value>[],
): Promise<void> {
  for (const { saved } of planned) noteWrite(place, saved.value.id, saved.hash);
  const changed = planned.filter(({ saved }) => saved.change !== 'unchanged');
  await place.onOwnChange(changed.map(({ before, saved }) => ({ before, after: saved.value })));
}

/** Where the content goes: the file itself, or what its link leads to; never out of the project. */
async function prepareTarget<Value>(place: StorePlace<Value>, id: string): Promise<string> {
  const { root, kind } = place;
  const path = join(await realFolder(place), `${id}.json`);
  const located = await locateInside(root, path);
  const refused = (reason: string) =>
    new AppError('forbidden', `${definitionFile(kind.folder, id)} ${reason}; it was left as it is`);
  if (located.kind === 'refused') throw refused(located.reason);
  const realPath = located.kind === 'found' ? located.path : path;
  if (relative(root, realPath).split(sep).includes('.git')) throw refused('is a link that leads into .git');
  return realPath;
}

async function refuseCaseTwin<Value>(place: StorePlace<Value>, id: string): Promise<void> {
  const { kind } = place;
  const name = `${id}.json`;
  const twin = (await fileNames(place)).find(
    other => other !== name && other.toLowerCase() === name.toLowerCase(),
  );
  if (twin === undefined) return;
  const message = `there is already a file ${twin}; ids must differ in more than upper and lower case`;
  throw new AppError('conflict', message, { file: `${kind.folder}/${twin}` });
}
