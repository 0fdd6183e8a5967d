import type { ChangeWatch } from './change-watch.ts';
import { type Definition, type DefinitionCache, readDefinition } from './definition-file.ts';
import { type DefinitionKind, isDefinitionFile } from './definition-kinds.ts';
import { refuseBadId, requireDefinition } from './definition-state.ts';
import type { HeldDefinitions } from './held-definitions.ts';
import { makeFolderInside } from './make-folder-inside.ts';
import { locateInside, readNames } from './path-inside.ts';
import type { ProjectFolder } from './project-folder.ts';

/** What a store of definitions works on. */
export interface StorePlace<Value> {
  readonly project: ProjectFolder;
  /** The project's real path. */
  readonly root: string;
  readonly folder: string;
  readonly kind: DefinitionKind<Value>;
  readonly cache: DefinitionCache<Value>;
  readonly held: HeldDefinitions<Value>;
  readonly watch: ChangeWatch;
  /** Hears of what we wrote ourselves, before whoever asked for it does. */
  readonly onOwnChange: OnOwnChange<Value>;
}

/** What of a definition was there, or what it is a copy of, and what is there now. */
export interface OwnChange<Value> {
  readonly before: Value | undefined;
  readonly after: Value;
}

/** Takes changes that are on disk, so it must not fail. */
export type OnOwnChange<Value> = (changes: readonly OwnChange<Value>[]) => Promise<void>;

/** Reads one file, whatever is known of it; `not_found` or `invalid_input` where it holds no definition. */
export async function readOne<Value>(place: StorePlace<Value>, id: string): Promise<Definition<Value>> {
  const { root, kind, cache } = place;
  refuseBadId(kind, id);
  const read = await readDefinition(root, kind, `${id}.json`, cache);
  return requireDefinition(kind, id, read, read.kind === 'absent' ? await takenIds(place) : []);
}

export const takenIds = async <Value>(place: StorePlace<Value>): Promise<string[]> =>
  (await fileNames(place)).map(name => name.replace(/\.json$/, ''));

/** The names of the files that can hold a definition. */
export async function fileNames<Value>({ root, folder }: StorePlace<Value>): Promise<string[]> {
  const located = await locateInside(root, folder);
  return located.kind === 'found' ? (await readNames(located.path)).filter(isDefinitionFile) : [];
}

/** The folder itself, or what a link within the project leads to; made where it is missing. */
export async function realFolder<Value>({ root, folder }: StorePlace<Value>): Promise<string> {
  const located = await locateInside(root, folder);
  if (located.kind === 'found') return located.path;
  await makeFolderInside(root, folder);
  return folder;
}

/** Takes note of what we wrote ourselves, so that the next list knows it; undefined for a deleted file. */
export function noteWrite(
  { watch, held }: Pick<StorePlace<unknown>, 'watch' | 'held'>,
  id: string,
  hash: string | undefined,
): void {
  watch.wrote(id, hash);
  held.touched.add(`${id}.json`);
}
