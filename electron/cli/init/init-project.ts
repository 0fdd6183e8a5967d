import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Counted } from '../../../shared/contract/content-browser.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { backupReasons } from '../../../shared/model/backup-reasons.ts';
import { definitionFolders } from '../../../shared/model/definition-folders.ts';
import { keysOf } from '../../../shared/model/entries.ts';
import { stopHost } from '../../host/join-host.ts';
import { isTemporaryFile } from '../../storage/files/atomic-write.ts';
import { configFile } from '../../storage/files/config-file.ts';
import { isDefinitionFile } from '../../storage/files/definition-kinds.ts';
import { removeFolder } from '../../storage/files/guarded-writes.ts';
import { removeTrustRecord } from '../../storage/files/trusted-projects.ts';
import { atStorageBorder } from '../../storage/storage-failure.ts';
import type { CommandContext } from '../command-context.ts';
import { UsageError } from '../usage-error.ts';
import { type CliApp, caller, startCliApp, withApp } from '../with-app.ts';

/** Makes a folder a project, which is trusted because nobody else has made it. */
export async function makeProject(context: CommandContext, path: string): Promise<void> {
  const app = await startCliApp(context, { shell: 'none', trustsAll: false, findProject: () => null });
  try {
    const { dispatch } = await import('../../services/app/dispatch.ts');
    const reply = await dispatch(app, caller, 'project.open', { path, create: true });
    if (!reply.ok) throw new AppError(reply.error.code, reply.error.message, reply.error.details);
  } finally {
    await app.close();
  }
}

/** Takes the folder of a project away with all that is in it, unless somebody works there. */
export async function removeProject(userDataDir: string, project: string): Promise<void> {
  // A host that has come since `whatIsKept` may hold what was not looked at.
  if ((await stopHost(userDataDir, project)) !== 'none')
    throw new UsageError(`${project} is open in another Weft; close it, and run this again`);
  await atStorageBorder('removing .codebolt', () =>
    removeFolder({ root: project, path: join(project, '.codebolt') }),
  );
  await atStorageBorder('forgetting what is trusted', () => removeTrustRecord(userDataDir, project));
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
  return [...(await atStorageBorder('reading .codebolt', () => keptFiles(project))), ...stored];
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

const nouns = new Map<string, string>([
  [definitionFolders.engines, 'rule engines'],
  [definitionFolders.memories, 'memories'],
  [definitionFolders.samples, 'samples'],
  [definitionFolders.tests, 'tests'],
  [definitionFolders.contracts, 'contracts'],
  [definitionFolders.layouts, 'layouts'],
]);

/** Why backups are made that nobody has asked for. */
const unasked = keysOf(backupReasons).filter(reason => reason !== 'manual');

/** What Weft makes without anybody's asking, by its path from the top of the project. Whatever is not here is somebody's. */
const ownFiles: readonly RegExp[] = [
  /^\.codebolt\/weft\/\.gitignore$/,
  /^\.codebolt\/weft\/weft\.sqlite(?:-wal|-shm|-journal|\.lock|\.files-lock|\.ledger-sync)?$/,
  /^\.codebolt\/weft\/calls\/[^/]+\.tmp$/,
  /^\.codebolt\/weft\/backups\/\.gitignore$/,
  new RegExp(`^\\.codebolt/weft/backups/\\d{6,12}-[^/]+-(?:${unasked.join('|')})\\.sqlite$`),
  // It was stopped before it was a backup.
  /^\.codebolt\/weft\/backups\/[^/]+\.sqlite\.tmp(?:-journal|-wal|-shm)?$/,
];

/** So many files that are of no kind are named. */
const mostNames = 3;

/** What somebody has put into `.codebolt`, in words: files of other programs too, and those that cannot be read. */
async function keptFiles(project: string): Promise<string[]> {
  const counts = new Map<string, number>();
  const others: string[] = [];
  for (const path of await filesIn(project)) {
    const [folder, name] = parted(path);
    const noun = isDefinitionFile(name) ? nouns.get(folder) : undefined;
    if (noun !== undefined) counts.set(noun, (counts.get(noun) ?? 0) + 1);
    else if (!isTemporaryFile(name) && !ownFiles.some(own => own.test(path))) others.push(path);
  }
  const definitions = [...counts].map(([noun, count]) => `${count} ${noun}`);
  const isConfigured = others.includes(configFile);
  const named = others.filter(path => path !== configFile);
  return [...definitions, ...(isConfigured ? ['the configuration'] : []), ...inWords(named)];
}

/** Paths from the top of the project, with forward slashes; a link is a file, wherever it leads. */
async function filesIn(project: string): Promise<string[]> {
  const entries = await readdir(join(project, '.codebolt'), { recursive: true, withFileTypes: true });
  return entries
    .filter(entry => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(project, join(parentPath, name)).split(sep).join('/'))
    .toSorted();
}

function parted(path: string): [folder: string, name: string] {
  const at = path.lastIndexOf('/');
  return [path.slice(0, at), path.slice(at + 1)];
}

function inWords(files: readonly string[]): string[] {
  if (files.length === 0) return [];
  const more = files.length > mostNames ? ', ...' : '';
  return [`${files.length} other files (${files.slice(0, mostNames).join(', ')}${more})`];
}
