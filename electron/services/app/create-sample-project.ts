import { readdir, readFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../shared/contract/errors.ts';
import { countDocuments } from '../../storage/documents/document-table.ts';
import { makeRootFolder } from '../../storage/files/make-folder-inside.ts';
import { locateInside } from '../../storage/files/path-inside.ts';
import { copySampleFiles, findSampleFiles } from '../../storage/files/sample-files.ts';
import { setKey } from '../../storage/key-values/key-value-table.ts';
import { atStorageBorder } from '../../storage/storage-failure.ts';
import { importDocuments } from '../content/import-documents.ts';
import { importLedgerFolder } from '../ledger/import-ledger.ts';
import type { Needs } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';
import type { App, AppCall } from './app.ts';
import { fillSampleConversation } from './fill-sample-conversation.ts';
import { fillSampleFlight } from './fill-sample-flight.ts';
import { fillSampleHandoff } from './fill-sample-handoff.ts';
import { fillSampleHealth } from './fill-sample-health.ts';
import { fillSampleRecordings } from './fill-sample-recordings.ts';

/** Where the sample project is made unless somebody says otherwise. */
export const defaultSamplePath = (app: App): string => join(app.options.userDataDir, 'agent-team');

/** Makes the sample project where there is no project yet, and opens it. */
export async function createSampleProject(call: AppCall, path: string): Promise<OpenProject> {
  if (!isAbsolute(path))
    throw new AppError('invalid_input', `"${path}" is no full path; give the folder from the root on`);
  const filesDir = call.app.options.sampleFilesDir ?? findSampleFiles();
  const isNew = await atStorageBorder(`creating the sample project in ${path}`, async () => {
    const root = await makeRootFolder(path);
    if ((await locateInside(root, join(root, '.codebolt'))).kind !== 'absent') return false;
    await copySampleFiles(filesDir, root);
    return true;
  });
  const project = await call.app.projects.open(path, {
    create: false,
    isOurs: isNew || path === defaultSamplePath(call.app),
  });
  // Also after a first time that was interrupted between the files and their import.
  if (isNew || (await lacksContent(project, filesDir))) await fillContent(call, project, filesDir);
  return project;
}

async function lacksContent(project: OpenProject, filesDir: string): Promise<boolean> {
  const { documents } = await project.content.read(countDocuments, { documents: 0, chunks: 0 });
  if (documents > 0) return false;
  // Somebody's own project has none of the sample's memories.
  const ownMemories = new Set(await readdir(join(filesDir, 'dot-codebolt', 'PersistentMemory')));
  const { definitions } = await project.memories.list();
  return definitions.length > 0 && definitions.every(({ value }) => ownMemories.has(`${value.id}.json`));
}

async function fillContent(
  needs: Needs<'caller' | 'cancel' | 'world' | 'logger' | 'publish' | 'stays'>,
  project: OpenProject,
  filesDir: string,
): Promise<void> {
  const collections = await readdir(join(project.path, 'docs'), { withFileTypes: true });
  for (const { name } of collections.filter(entry => entry.isDirectory()))
    await importDocuments(project, needs, {
      collection: name,
      folder: `docs/${name}`,
      dryRun: false,
      trust: 'project',
    });
  await importLedgerFolder(project, needs, {
    folder: join(filesDir, 'ledger'),
    isDryRun: false,
    trust: 'project',
  });
  const entries = keyFileSchema.parse(JSON.parse(await readFile(join(filesDir, 'kv.json'), 'utf8')));
  const updated_at = needs.world.clock.nowIso();
  await project.content.write(database => {
    for (const entry of entries) setKey(database, { ...entry, trust: 'project', updated_at });
  });
  await fillSampleHandoff(project, filesDir, updated_at);
  await fillSampleConversation(needs, project, filesDir);
  await fillSampleHealth(needs, project, filesDir);
  await fillSampleFlight(project, filesDir, updated_at);
  await fillSampleRecordings(project, filesDir, updated_at);
}

const keyFileSchema = z.array(
  z.strictObject({ instance: z.string(), namespace: z.string(), key: z.string(), value: z.json() }),
);
