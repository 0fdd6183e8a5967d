import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError } from '../../../shared/contract/errors.ts';
import type { syncContract } from '../../../shared/contract/sync.ts';
import { deleteSync, putSync, type StoredSync } from '../../storage/documents/sync-table.ts';
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
    const syncs = project.parts.of(documentSyncs);
    const sync = await syncs.start(project, call, collection, folder);
    const stored = storedFolder(project.path, folder);
    // What a project brings along must not make us read elsewhere, so that only its own folders are kept.
    if (stored !== undefined)
      await keepSync(call, project, { collection, folder: stored }).catch(error => {
        // What was refused is not done all the same.
        syncs.stop(collection);
        throw error;
      });
    return sync;
  },

  async 'documents.syncStop'({ collection }, call) {
    const { content, parts } = await call.project();
    const stopped = parts.of(documentSyncs).stop(collection);
    if (await content.read(() => true, false))
      await content.write(database => deleteSync(database, collection));
    return { stopped };
  },

  async 'documents.syncStatus'(_, call) {
    const { parts } = await call.project();
    return { syncs: parts.of(documentSyncs).list() };
  },
};

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
