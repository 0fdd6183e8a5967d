import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError } from '../../../shared/contract/errors.ts';
import type { syncContract } from '../../../shared/contract/sync.ts';
import { deleteSync, listSyncs, putSync, type StoredSync } from '../../storage/documents/sync-table.ts';
import { atStorageBorder, errorCode } from '../../storage/storage-failure.ts';
import { refuseOutsideToAgents } from '../project/agent-folders.ts';
import type { Handlers, Needs } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';
import { syncAct } from '../project/trust-acts.ts';
import { documentSyncs, storedFolder } from './document-syncs.ts';
import { syncRound } from './sync-round.ts';

export const syncHandlers: Handlers<keyof typeof syncContract> = {
  async 'documents.sync'({ collection, folder: given, watch }, call) {
    const project = await call.project();
    await refuseOutsideToAgents(call.caller, project.path, given);
    const folder = await atStorageBorder(`reading ${given}`, () => realFolder(project.path, given));
    if (watch !== true)
      return {
        collection,
        folder,
        watching: false,
        last_round: await syncRound(project, call, { collection, folder }),
      };
    const stored = storedFolder(project.path, folder);
    // What a project brings along must not make us read elsewhere, so that only its own folders are kept. What is refused
    // leaves what is followed by then as it is.
    if (stored === undefined) await forgetSync(project, collection);
    else await keepSync(call, project, { collection, folder: stored });
    return project.parts.of(documentSyncs).start(project, call, collection, folder);
  },

  async 'documents.syncStop'({ collection }, call) {
    const project = await call.project();
    const stopped = project.parts.of(documentSyncs).stop(collection);
    await forgetSync(project, collection);
    return { stopped };
  },

  async 'documents.syncStatus'(_, call) {
    const { parts } = await call.project();
    return { syncs: parts.of(documentSyncs).list() };
  },
};

async function forgetSync({ content }: OpenProject, collection: string): Promise<void> {
  const kept = await content.read(listSyncs, []);
  if (kept.some(sync => sync.collection === collection))
    await content.write(database => deleteSync(database, collection));
}

/** It is followed at the next opening too, since the user asked for it. */
async function keepSync(
  needs: Needs<'logger'>,
  { content, trust }: OpenProject,
  sync: StoredSync,
): Promise<void> {
  await content.write(database => putSync(database, sync));
  await trust.note({ acts: [syncAct(sync)] }).catch(error => {
    needs.logger.warn('trust cannot be kept', { error: String(error) });
  });
}

async function realFolder(projectPath: string, given: string): Promise<string> {
  try {
    const folder = await realpath(resolve(projectPath, given));
    if ((await stat(folder)).isDirectory()) return folder;
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR') throw error;
    throw new AppError('not_found', `there is no folder ${given}; check the path`);
  }
  throw new AppError('invalid_input', `${given} is a file; give the folder that it stands in`);
}
