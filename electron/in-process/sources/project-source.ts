import { realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AppError } from '../../../shared/contract/errors.ts';
import { systemClock } from '../../platform/system-clock.ts';
import { loadConfig } from '../../services/project/config.ts';
import { knownDefinitions } from '../../services/project/known-definitions.ts';
import { openTrust, refuseUntrusted } from '../../services/project/project-trust.ts';
import { configFileMark } from '../../storage/files/config-file.ts';
import { engineKind, memoryKind } from '../../storage/files/definition-kinds.ts';
import { problemText } from '../../storage/files/definition-state.ts';
import { createDefinitionStore } from '../../storage/files/definition-store.ts';
import { movedError, noteIdentities } from '../../storage/files/file-identity.ts';
import { locateInside } from '../../storage/files/path-inside.ts';
import type { ProjectFolder } from '../../storage/files/project-folder.ts';
import { watchDefinitions } from '../../storage/files/watch-definitions.ts';
import { KeptParts } from '../../storage/kept-parts.ts';
import { atStorageBorder, errorCode } from '../../storage/storage-failure.ts';
import { checkChoice, checkText } from '../check-given.ts';
import type { ProjectFolderSource } from '../weft-types.ts';
import type { Acting, ActingSource } from './acting-source.ts';

/** How often is looked whether the configuration or what is trusted is another, in milliseconds: no watch tells of them. */
const lookEveryMs = 2_000;

/**
 * The files of a project, as far as they may act, by the rules of every other door. Nothing in the folder is written, and
 * its database is not opened.
 */
export async function projectSource(
  { project, trust: asked = 'granted', watch: isWatched = true }: ProjectFolderSource,
  userDataDir: string,
): Promise<ActingSource> {
  checkText('project', project);
  checkChoice('trust', asked, ['granted', 'all']);
  const root = await atStorageBorder(`opening ${project}`, () => projectRoot(resolve(project)));
  const trust = await openTrust({
    userDataDir,
    path: root,
    isForced: asked === 'all',
    nowIso: systemClock.nowIso,
  });
  refuseUntrusted({ path: root, trust });
  const state: { onTouched: () => void; stop: (() => Promise<void>)[] } = { onTouched: () => {}, stop: [] };
  const folder = folderToRead(root);
  const changed = (): void => state.onTouched();
  const stores = {
    engines: createDefinitionStore(folder, engineKind, changed),
    memories: createDefinitionStore(folder, memoryKind, changed),
  };
  const opened = { path: root, trust, parts: new KeptParts(), ...stores };
  return {
    async read(): Promise<Acting> {
      await trust.reread();
      const known = await knownDefinitions(opened);
      const { config, warnings } = await loadConfig(opened);
      const { engines, memories } = known.unreadable ?? { engines: [], memories: [] };
      const problems = [
        ...[...engines, ...memories].map(problemText),
        ...warnings.map(({ message }) => message),
      ];
      return { ...known, redaction: config.redaction_mode, problems };
    },
    async follow(onTouched, onFailure) {
      if (!isWatched) return;
      state.onTouched = onTouched;
      const looks = Object.values(stores).map(store => store.outside);
      const seen = { config: configFileMark(root), isBlind: false };
      const watch = watchDefinitions(root, looks, error => {
        seen.isBlind = true;
        onFailure(error);
      });
      // What there is now is known before anything is called a change.
      await Promise.all([stores.engines.list(), stores.memories.list()]);
      const timer = setInterval(() => {
        const config = configFileMark(root);
        // Where the system cannot watch, the files are looked at as often.
        const isOther = config !== seen.config || seen.isBlind;
        seen.config = config;
        trust.reread().then(isReread => (isReread || isOther) && onTouched(), onFailure);
      }, lookEveryMs);
      timer.unref();
      state.stop = [() => watch.close(), async () => clearInterval(timer)];
      await watch.ready;
    },
    async close() {
      state.onTouched = () => {};
      for (const stop of state.stop.splice(0)) await stop();
      await opened.parts.close();
    },
  };
}

async function projectRoot(path: string): Promise<string> {
  const root = await realpath(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw error;
  });
  if (root === undefined || !(await stat(root)).isDirectory())
    throw new AppError('not_found', `there is no folder ${path}; check the path`);
  const marker = join(root, '.codebolt');
  const located = await locateInside(root, marker);
  if (located.kind === 'refused') throw new AppError('forbidden', `${marker} ${located.reason}`);
  if (located.kind === 'absent')
    throw new AppError('not_found', `${path} is no project: it has no folder .codebolt`);
  return root;
}

/** A folder in which nothing is changed. */
function folderToRead(path: string): ProjectFolder {
  const isInPlace = noteIdentities([path]);
  const refuseMoved = (): void => {
    if (!isInPlace()) throw movedError(path);
  };
  return {
    path,
    isInPlace,
    refuseMoved,
    refuseMovedTogether: refuseMoved,
    change: async () => {
      throw new AppError('forbidden', `${path} is only read here`);
    },
    close: () => {},
  };
}
