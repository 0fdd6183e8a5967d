import { realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import { AppError } from '../../../shared/contract/errors.ts';
import { ContentDatabase } from '../../storage/database/content-database.ts';
import type { OutsideChange } from '../../storage/files/change-watch.ts';
import {
  contractKind,
  engineKind,
  layoutKind,
  memoryKind,
  sampleKind,
  testKind,
} from '../../storage/files/definition-kinds.ts';
import { createDefinitionStore } from '../../storage/files/definition-store.ts';
import { sweepNotes } from '../../storage/files/done-files.ts';
import { movedReason } from '../../storage/files/file-identity.ts';
import { makeFolderInside, makeRootFolder } from '../../storage/files/make-folder-inside.ts';
import { locateInside } from '../../storage/files/path-inside.ts';
import { openProjectFolder, type ProjectFolder } from '../../storage/files/project-folder.ts';
import { watchDefinitions } from '../../storage/files/watch-definitions.ts';
import type { FolderWatch } from '../../storage/files/watch-folders.ts';
import { KeptParts } from '../../storage/kept-parts.ts';
import { atStorageBorder, errorCode } from '../../storage/storage-failure.ts';
import { grantAll, readActing } from './acting-parts.ts';
import { configChanges, loadConfig } from './config.ts';
import type { DefinitionGroup, OpenProject } from './project.ts';
import { openTrust } from './project-trust.ts';
import { noteOwnEngines, noteOwnMemories } from './withheld-definitions.ts';
import type { World } from './world.ts';

interface OpenProjectOptions {
  /** Makes the folder a project when it is none yet. */
  readonly create: boolean;
  /** Weft made the project itself. */
  readonly isOurs: boolean;
  readonly userDataDir: string;
  readonly trustsAll: boolean;
  readonly world: World;
  /** How long a list of definitions is believed without a look at their files, in milliseconds. */
  readonly holdMs: number;
  /** Hears that what Weft wrote itself will be asked for at the next opening. */
  readonly onTrustNotKept: (error: unknown) => void;
  /** Hears of definitions that changed on disk without us: at the next list, or at once while watched. */
  readonly onOutsideChange: (kind: DefinitionGroup, changes: readonly OutsideChange[]) => void;
}

/** Opens a folder as project; `not_found` where there is no folder, or no `.codebolt` in it. */
export async function openProject(path: string, options: OpenProjectOptions): Promise<OpenProject> {
  const { root, isNew } = await atStorageBorder(`opening ${path}`, () => projectRoot(path, options.create));
  const folder = openProjectFolder(root);
  try {
    return await openStores(folder, isNew, options);
  } catch (error) {
    folder.close();
    throw error;
  }
}

async function openStores(
  folder: ProjectFolder,
  isNew: boolean,
  options: OpenProjectOptions,
): Promise<OpenProject> {
  const { path: root } = folder;
  const { onOutsideChange, world, userDataDir } = options;
  const tell = (kind: DefinitionGroup) => (changes: readonly OutsideChange[]) =>
    onOutsideChange(kind, changes);
  const trust = await openTrust({
    userDataDir,
    path: root,
    isForced: options.trustsAll,
    nowIso: () => world.clock.nowIso(),
  });
  // Where it cannot be kept, the user is asked another time.
  const noted = (note: Promise<void>) => note.catch(options.onTrustNotKept);
  const { holdMs } = options;
  const engines = createDefinitionStore(folder, engineKind, tell('engines'), holdMs, changes =>
    noted(noteOwnEngines(trust, changes)),
  );
  const memories = createDefinitionStore(folder, memoryKind, tell('memories'), holdMs, changes =>
    noted(noteOwnMemories(trust, changes)),
  );
  const samples = createDefinitionStore(folder, sampleKind, tell('samples'), holdMs);
  const tests = createDefinitionStore(folder, testKind, tell('tests'), holdMs);
  const layouts = createDefinitionStore(folder, layoutKind, tell('layouts'), holdMs);
  const contracts = createDefinitionStore(folder, contractKind, tell('contracts'), holdMs);
  const content = new ContentDatabase(root, () => world.clock.nowIso());
  const stores = [engines, memories, samples, tests, layouts, contracts];
  const nowMs = Date.parse(world.clock.nowIso());
  // Where nothing can be tidied, reading may go on, and says by itself where it cannot.
  for (const store of stores) await store.sweep(nowMs).catch(() => 0);
  const parts = new KeptParts();
  const acting = { path: root, trust, parts, engines, memories, content };
  if ((isNew || options.isOurs) && !trust.isKept()) await noted(grantAll(trust, await readActing(acting)));
  const lists = () => Promise.all(stores.map(store => store.list()));
  const configured = { path: root, trust, parts };
  let watch: FolderWatch | undefined;
  let isClosed = false;
  return {
    path: root,
    folder,
    name: basename(root),
    engines,
    memories,
    samples,
    tests,
    layouts,
    contracts,
    trust,
    content,
    parts,
    generation: () =>
      holdMs === 0
        ? undefined
        : 1 +
          stores.reduce((sum, store) => sum + store.generation(), 0) +
          trust.version() +
          configChanges(configured),
    async refresh() {
      if (holdMs > 0) await Promise.all([lists(), loadConfig(configured)]);
    },
    isClosed: () => isClosed,
    async problems() {
      if (!folder.isInPlace()) return [{ file: root, reason: movedReason }];
      return [...(await lists()).flatMap(list => list.problems), ...content.problems()];
    },
    async watch(onFailure) {
      if (watch !== undefined) return;
      const looks = stores.map(store => store.outside);
      watch = watchDefinitions(root, looks, onFailure);
      // What there is now is known before anything is called a change.
      await lists();
      await watch.ready;
    },
    async unwatch() {
      await watch?.close();
      watch = undefined;
    },
    async close() {
      isClosed = true;
      await watch?.close();
      await parts.close();
      await content.close();
      // Where it is not in place any more, there is nothing to tidy.
      if (folder.isInPlace())
        await sweepNotes(folder, Date.parse(world.clock.nowIso())).catch(options.onTrustNotKept);
      folder.close();
    },
  };
}

async function projectRoot(path: string, create: boolean): Promise<{ root: string; isNew: boolean }> {
  if (!isAbsolute(path))
    throw new AppError('invalid_input', `"${path}" is no full path; give the folder from the root on`);
  if (create) await makeRootFolder(path);
  const root = await realFolder(path);
  const marker = join(root, '.codebolt');
  // What others had made a project before is theirs.
  const isNew = create && (await locateInside(root, marker)).kind === 'absent';
  if (create) await makeFolderInside(root, marker);
  const located = await locateInside(root, marker);
  if (located.kind === 'refused') throw new AppError('forbidden', `${marker} ${located.reason}`);
  if (located.kind === 'absent')
    throw new AppError(
      'not_found',
      `${path} is no project: it has no folder .codebolt; make it one with "weft new DIR", or open it with "create"`,
    );
  return { root, isNew };
}

async function realFolder(path: string): Promise<string> {
  try {
    const root = await realpath(path);
    if ((await stat(root)).isDirectory()) return root;
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR') throw error;
  }
  throw new AppError('not_found', `there is no folder ${path}; check the path`);
}
