import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { backupReasons } from '../../../shared/model/backup-reasons.ts';
import { definitionFolders } from '../../../shared/model/definition-folders.ts';
import { keysOf } from '../../../shared/model/entries.ts';
import { isTemporaryFile } from '../../storage/files/atomic-write.ts';
import { configFile } from '../../storage/files/config-file.ts';
import { isDefinitionFile } from '../../storage/files/definition-kinds.ts';

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
export async function keptFiles(project: string): Promise<string[]> {
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
