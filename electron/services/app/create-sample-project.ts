import { readdir, readFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../shared/contract/errors.ts';
import type { ProjectTemplateId } from '../../../shared/model/project-template.ts';
import { countDocuments } from '../../storage/documents/document-table.ts';
import { makeRootFolder } from '../../storage/files/make-folder-inside.ts';
import { locateInside } from '../../storage/files/path-inside.ts';
import {
  copySampleFiles,
  findSampleFiles,
  findTemplateFiles,
  holdsAllOf,
} from '../../storage/files/sample-files.ts';
import { setKey } from '../../storage/key-values/key-value-table.ts';
import { atStorageBorder } from '../../storage/storage-failure.ts';
import { importDocuments } from '../content/import-documents.ts';
import { importLedgerFolder } from '../ledger/import-ledger.ts';
import type { Needs } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';
import type { App, AppCall } from './app.ts';
import { fillSampleHandoff } from './fill-sample-handoff.ts';
import { fillSampleRecordings } from './fill-sample-recordings.ts';
import { fillSampleConversation, fillSampleFlight, fillSampleHealth } from './fill-sample-sessions.ts';

/** Where the sample project is made unless somebody says otherwise. */
export const defaultSamplePath = (app: App): string => join(app.options.userDataDir, 'agent-team');

/** Makes the sample project where there is no project yet, and opens it. */
export async function createSampleProject(call: AppCall, path: string): Promise<OpenProject> {
  const filesDir = call.app.options.sampleFilesDir ?? findSampleFiles();
  const isNew = await copyWhereNone(filesDir, path);
  const project = await call.app.projects.open(path, {
    create: false,
    isOurs: isNew || path === defaultSamplePath(call.app),
  });
  // Also after a first time that was interrupted between the files and their import.
  if (isNew || (await lacksContent(project, filesDir))) await fillContent(call, project, filesDir);
  return project;
}

/** Makes a folder a project that begins from a template, and opens it; a second time it is opened as it is. */
export async function createFromTemplate(
  call: AppCall,
  path: string,
  template: ProjectTemplateId,
): Promise<OpenProject> {
  const filesDir = findTemplateFiles(template);
  const isNew = await copyWhereNone(filesDir, path);
  if (!isNew && !(await holdsAllOf(path, filesDir)))
    throw new AppError('conflict', `${path} is another project already; open it, or choose another folder`);
  const project = await call.app.projects.open(path, { create: false, isOurs: isNew });
  if (isNew || (await lacksContent(project, filesDir))) {
    await importCollections(call, project, filesDir);
    await fillKeys(call, project, filesDir);
  }
  return project;
}

/** Copies what is shipped into a folder that is no project yet; false where it is one. */
async function copyWhereNone(filesDir: string, path: string): Promise<boolean> {
  if (!isAbsolute(path))
    throw new AppError('invalid_input', `"${path}" is no full path; give the folder from the root on`);
  return atStorageBorder(`creating a project in ${path}`, async () => {
    const root = await makeRootFolder(path);
    if ((await locateInside(root, join(root, '.codebolt'))).kind !== 'absent') return false;
    await copySampleFiles(filesDir, root);
    return true;
  });
}

async function lacksContent(project: OpenProject, filesDir: string): Promise<boolean> {
  const { documents } = await project.content.read(countDocuments, { documents: 0, chunks: 0 });
  if (documents > 0) return false;
  // Somebody's own project has none of the sample's memories.
  const ownMemories = new Set(await readdir(join(filesDir, 'dot-codebolt', 'PersistentMemory')));
  const { definitions } = await project.memories.list();
  return definitions.length > 0 && definitions.every(({ value }) => ownMemories.has(`${value.id}.json`));
}

type ContentNeeds = Needs<'caller' | 'cancel' | 'world' | 'logger' | 'publish' | 'stays'>;

async function fillContent(needs: ContentNeeds, project: OpenProject, filesDir: string): Promise<void> {
  await importCollections(needs, project, filesDir);
  await importLedgerFolder(project, needs, {
    folder: join(filesDir, 'ledger'),
    isDryRun: false,
    trust: 'project',
  });
  await fillKeys(needs, project, filesDir);
  const now = needs.world.clock.nowIso();
  await fillSampleHandoff(project, filesDir, now);
  await fillSampleConversation(needs, project, filesDir);
  await fillSampleHealth(needs, project, filesDir);
  await fillSampleFlight(project, filesDir, now);
  await fillSampleRecordings(project, filesDir, now);
}

/** Each folder of documents that is shipped is a collection; what else the user has in `docs` is left alone. */
async function importCollections(needs: ContentNeeds, project: OpenProject, filesDir: string): Promise<void> {
  const collections = await readdir(join(filesDir, 'docs'), { withFileTypes: true });
  for (const { name } of collections.filter(entry => entry.isDirectory()))
    await importDocuments(project, needs, {
      collection: name,
      folder: `docs/${name}`,
      dryRun: false,
      trust: 'project',
    });
}

async function fillKeys(needs: Needs<'world'>, project: OpenProject, filesDir: string): Promise<void> {
  const entries = keyFileSchema.parse(JSON.parse(await readFile(join(filesDir, 'kv.json'), 'utf8')));
  const updated_at = needs.world.clock.nowIso();
  await project.content.write(database => {
    for (const entry of entries) setKey(database, { ...entry, trust: 'project', updated_at });
  });
}

const keyFileSchema = z.array(
  z.strictObject({ instance: z.string(), namespace: z.string(), key: z.string(), value: z.json() }),
);
