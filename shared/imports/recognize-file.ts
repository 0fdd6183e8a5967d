import { type ImportSource, importKind, importSources } from './import-kinds.ts';

/** What an import can tell by a path; JSON says only in its content what it is. */
export type FileFormat = ImportSource | 'json' | 'conversation';

/** What a file is by its path; undefined for what no import reads. */
export function recognizeFile(path: string): FileFormat | undefined {
  if (/\.json$/i.test(path)) return 'json';
  if (/\.jsonl$/i.test(path)) return 'conversation';
  return importSources.find(source => importKind(source).paths.some(pattern => pattern.test(path)));
}

/** Where tools keep their files, from the hidden folder on. */
export const keptIn: readonly string[] = importSources.flatMap(source => importKind(source).folder ?? []);

/** Hidden folders in which tools keep their rules; the other hidden ones are not searched. */
export const toolFolders: ReadonlySet<string> = new Set(keptIn.flatMap(folder => folder.split('/')[0] ?? []));
