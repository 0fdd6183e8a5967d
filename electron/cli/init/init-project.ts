import { join } from 'node:path';
import type { Counted } from '../../../shared/contract/content-browser.ts';
import { stopHost } from '../../host/join-host.ts';
import { removeFolder } from '../../storage/files/guarded-writes.ts';
import { removeTrustRecord } from '../../storage/files/trusted-projects.ts';
import type { CommandContext } from '../command-context.ts';
import { UsageError } from '../usage-error.ts';
import { type CliApp, caller, startCliApp, withApp } from '../with-app.ts';
import { keptFiles } from './kept-files.ts';

/** Makes a folder a project, which is trusted because nobody else has made it. */
export async function makeProject(context: CommandContext, path: string): Promise<void> {
  const app = await startCliApp(context, { shell: 'none', trustsAll: false, findProject: () => null });
  try {
    const { dispatch } = await import('../../services/app/dispatch.ts');
    const reply = await dispatch(app, caller, 'project.open', { path, create: true });
    if (!reply.ok) throw new UsageError(reply.error.message);
  } finally {
    await app.close();
  }
}

/** Takes the folder of a project away with all that is in it, unless somebody works there. */
export async function removeProject(userDataDir: string, project: string): Promise<void> {
  // A host that has come since `whatIsKept` may hold what was not looked at.
  if ((await stopHost(userDataDir, project)) !== 'none')
    throw new UsageError(`${project} is open in another Weft; close it, and run this again`);
  await removeFolder({ root: project, path: join(project, '.codebolt') });
  await removeTrustRecord(userDataDir, project);
}

/**
 * What somebody has put into a project; sessions that were only watched, and what Weft says of them, do not count. Its host
 * is ended before, so that nothing comes in behind the look.
 */
export async function whatIsKept(
  context: CommandContext,
  userDataDir: string,
  project: string,
): Promise<string[]> {
  await stopHost(userDataDir, project);
  const stored = await withApp(context, { project, useHost: false }, countStored);
  return [...(await keptFiles(project)), ...stored];
}

/** What the database holds. */
async function countStored({ ask }: CliApp): Promise<string[]> {
  const { documents, keys } = await ask('content.counts', {});
  const { instances, kinds, relations } = await ask('content.facets', {});
  const ledger = (await ask('ledger.list', { limit: 1 })).total;
  const told = (await ask('ledger.list', { limit: 1, agents: ['weft'] })).total;
  const { packages } = await ask('packages.list', {});
  const { patterns } = await ask('errorPatterns.list', {});
  const { draft } = await ask('drafts.get', {});
  const counts = {
    conversations: (await ask('conversations.list', {})).conversations.length,
    documents,
    'folders of documents': (await ask('documents.syncStatus', {})).syncs.length,
    keys,
    events: sum(instances),
    'nodes of the graph': sum(kinds),
    'edges of the graph': sum(relations),
    'views of the graph': (await ask('graph.views', {})).views.length,
    topics: (await ask('topics.list', {})).topics.length,
    entities: (await ask('entities.list', {})).entities.length,
    'records of the ledger': ledger - told,
    packages: packages.filter(one => one.producer_agent !== 'weft').length,
    // What a hook saw being mended, nobody has told.
    'known errors': patterns.filter(({ origin }) => origin !== 'tool').length,
    'recorded requests': (await ask('recordings.list', { limit: 1 })).requests,
    'drafts of the studio': draft === null ? 0 : 1,
  };
  return Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));
}

const sum = (facets: readonly Counted[]): number => facets.reduce((all, { count }) => all + count, 0);
