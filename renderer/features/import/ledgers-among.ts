/** The folder in which a ledger stands on disk. */
const ledgerFolder = '.twining';

/** True for a folder that a search for files goes into for what it is, hidden as it is. */
export const isLedgerFolder = (name: string): boolean => name === ledgerFolder;

/**
 * The ledgers among chosen files, by their folders, as the host recognizes them: by name, or by a blackboard or an index
 * of decisions in a folder of another name.
 */
export function ledgersAmong(paths: readonly string[]): string[] {
  const found = new Set(paths.flatMap(path => ledgerOf(path) ?? []));
  return [...found].filter(folder => ![...found].some(outer => folder.startsWith(`${outer}/`)));
}

const parts = /^(.*)\/(?:blackboard\.jsonl|decisions\/index\.json)$/;

function ledgerOf(path: string): string | undefined {
  const folders = path.split('/').slice(0, -1);
  const named = folders.findIndex(isLedgerFolder);
  return named >= 0 ? folders.slice(0, named + 1).join('/') : parts.exec(path)?.[1];
}
