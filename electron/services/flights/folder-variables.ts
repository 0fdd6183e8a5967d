import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FlightEntry } from '../../../shared/model/flight.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import { toolKindOf } from '../../../shared/model/tool-kinds.ts';
import { locateInside } from '../../storage/files/path-inside.ts';
import { readTextFile } from '../../storage/files/read-text-file.ts';

/** Files at the top of a folder that say which languages are written there. */
const signs: Readonly<Record<string, string>> = {
  'tsconfig.json': 'typescript',
  'package.json': 'javascript',
  'pyproject.toml': 'python',
  'requirements.txt': 'python',
  'setup.py': 'python',
  'Cargo.toml': 'rust',
  'go.mod': 'go',
  'pom.xml': 'java',
  'build.gradle': 'java',
  'build.gradle.kts': 'kotlin',
  Gemfile: 'ruby',
  'composer.json': 'php',
  'CMakeLists.txt': 'c++',
  'Package.swift': 'swift',
};

/** What rules may ask of the folder: `branch`, `languages`, and the files that the session has changed. */
export async function folderVariables(project: string, recent: readonly FlightEntry[]): Promise<JsonObject> {
  const branch = await branchOf(project).catch(() => undefined);
  const names = await readdir(project).catch((): string[] => []);
  const languages = [...new Set(names.flatMap(name => (Object.hasOwn(signs, name) ? [signs[name]] : [])))];
  const changed = recent
    .filter(({ tool = '' }) => toolKindOf(tool) === 'change')
    .flatMap(({ files = [] }) => files)
    .map(file => (file.startsWith(`${project}/`) ? file.slice(project.length + 1) : file));
  return {
    ...(branch !== undefined && { branch }),
    languages: languages.toSorted(),
    changed_files: [...new Set(changed)],
  };
}

/** As `.git/HEAD` names it; no program of git is started. */
async function branchOf(project: string): Promise<string | undefined> {
  const head = await locateInside(project, join(project, '.git/HEAD'));
  if (head.kind !== 'found') return undefined;
  const file = await readTextFile(head.path);
  return file.kind === 'text' ? /^ref: refs\/heads\/(.+)$/m.exec(file.text)?.[1] : undefined;
}
