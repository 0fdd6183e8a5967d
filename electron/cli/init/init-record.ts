import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { checkShape } from '../../../shared/model/check-shape.ts';
import { type AgentName, agentNames } from '../../../shared/model/coding-agents.ts';
import { writeFilesAtomically } from '../../storage/files/atomic-write.ts';
import { removeIfThere } from '../../storage/files/guarded-writes.ts';
import { parseJson } from '../../storage/files/json-text.ts';
import { makeFolderInside, makeRootFolder } from '../../storage/files/make-folder-inside.ts';
import { sha256 } from '../../storage/files/read-text-file.ts';
import { atStorageBorder, errorCode, storageFailure } from '../../storage/storage-failure.ts';

const editSchema = z.object({
  /** As the file is named to the user. */
  path: z.string(),
  kind: z.enum(['json', 'toml', 'paragraph', 'file']),
  /** Who needs it; the last one who goes takes it away. */
  agents: z.array(z.enum(agentNames)),
  hunks: z.array(
    z.object({
      line: z.int(),
      removed: z.array(z.string()).readonly(),
      inserted: z.array(z.string()).readonly(),
    }),
  ),
  /** SHA-256 of the file after it. */
  after: z.string(),
  /** The file was made, and these folders, outermost first. */
  created: z.boolean(),
  folders: z.array(z.string()),
});
export type RecordedEdit = z.infer<typeof editSchema>;

const recordSchema = z.object({
  place: z.string(),
  /** `.codebolt` was made as well. */
  madeProject: z.boolean(),
  edits: z.array(editSchema),
});

/** What `weft init` has changed in a project, or in the home folder: kept with the user's own files, never in a repository. */
export type InitRecord = z.infer<typeof recordSchema>;

export const isUsedBy = ({ agents }: RecordedEdit, names: readonly AgentName[]): boolean =>
  agents.some(agent => names.includes(agent));

const recordPath = (userDataDir: string, place: string): string =>
  join(userDataDir, 'init', `${sha256(place)}.json`);

/** An empty one where there is none, or none that can be read. */
export async function readInitRecord(userDataDir: string, place: string): Promise<InitRecord> {
  const none = { place, madeProject: false, edits: [] };
  try {
    const parsed = parseJson(await readFile(recordPath(userDataDir, place), 'utf8'));
    const found = parsed.kind === 'parsed' ? checkShape(recordSchema, parsed.value) : undefined;
    return found?.ok === true && found.value.place === place ? found.value : none;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return none;
    throw storageFailure(error, `reading ${recordPath(userDataDir, place)}`);
  }
}

/** One that says nothing is taken away. */
export async function writeInitRecord(userDataDir: string, record: InitRecord): Promise<void> {
  await atStorageBorder(`writing ${recordPath(userDataDir, record.place)}`, async () => {
    const root = await makeRootFolder(userDataDir, 0o700);
    const path = recordPath(root, record.place);
    if (record.edits.length === 0 && !record.madeProject) return removeIfThere({ root, path });
    await makeFolderInside(root, dirname(path), 0o700);
    await writeFilesAtomically([{ realPath: path, content: `${JSON.stringify(record)}\n` }]);
  });
}
