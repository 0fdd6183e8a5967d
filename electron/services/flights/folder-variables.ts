import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../../../shared/model/json.ts';
import { locateInside } from '../../storage/files/path-inside.ts';
import { readTextFile } from '../../storage/files/read-text-file.ts';
import { findRepository } from '../../storage/git/find-repository.ts';

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

/** What rules may ask of the folder: `branch` and `languages`. */
export async function folderVariables(project: string): Promise<JsonObject> {
  const branch = await branchOf(project).catch(() => undefined);
  const names = await readdir(project).catch((): string[] => []);
  const languages = [...new Set(names.flatMap(name => (Object.hasOwn(signs, name) ? [signs[name]] : [])))];
  return { ...(branch !== undefined && { branch }), languages: languages.toSorted() };
}

/** As HEAD of the repository around the project names it, a worktree's own included; no program of git is started. */
async function branchOf(project: string): Promise<string | undefined> {
  const { gitFolder } = await findRepository(project);
  const head = await locateInside(gitFolder, join(gitFolder, 'HEAD'));
  if (head.kind !== 'found') return undefined;
  const file = await readTextFile(head.path);
  const branch = file.kind === 'text' ? /^ref: refs\/heads\/(.+)$/m.exec(file.text)?.[1] : undefined;
  return branch === keptElsewhere ? undefined : branch;
}

/** What git writes there where it keeps branches in tables. */
const keptElsewhere = '.invalid';
