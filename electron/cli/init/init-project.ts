import { join } from 'node:path';
import type { LedgerRecord } from '../../../shared/model/ledger.ts';
import { stopHost } from '../../host/join-host.ts';
import { removeFolder } from '../../storage/files/guarded-writes.ts';
import { removeTrustRecord } from '../../storage/files/trusted-projects.ts';
import type { CommandContext } from '../command-context.ts';
import { UsageError } from '../usage-error.ts';
import { caller, startCliApp, withApp } from '../with-app.ts';

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

/** Ends its host, and takes the folder of a project away with all that is in it. */
export async function removeProject(userDataDir: string, project: string): Promise<void> {
  const stopped = await stopHost(userDataDir, project);
  if (stopped === 'surface' || stopped === 'silent')
    throw new UsageError(`${project} is open in another Weft; close it, and run this again`);
  await removeFolder({ root: project, path: join(project, '.codebolt') });
  await removeTrustRecord(userDataDir, project);
}

/** What somebody has put into a project; sessions that were only watched, and what Weft says of them, do not count. */
export async function whatIsKept(context: CommandContext, project: string): Promise<string[]> {
  return withApp(context, { project, useHost: false }, async ({ ask }) => {
    const { engines } = await ask('engines.list', {});
    const { memories } = await ask('memories.list', {});
    const { samples } = await ask('samples.list', {});
    const { conversations } = await ask('conversations.list', {});
    const { documents, keys } = await ask('content.counts', {});
    const { records } = await ask('ledger.list', { limit: 1000 });
    const { packages } = await ask('packages.list', {});
    const counts = {
      'rule engines': engines.length,
      memories: memories.length,
      samples: samples.length,
      conversations: conversations.length,
      documents,
      keys,
      'records of the ledger': records.filter(record => agentOf(record) !== 'weft').length,
      packages: packages.filter(one => one.producer_agent !== 'weft').length,
    };
    return Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));
  });
}

const agentOf = (record: LedgerRecord): string | undefined =>
  record.kind === 'decision' ? record.decision.agent_id : record.entry.agent_id;
