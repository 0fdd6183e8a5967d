import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError } from '../../../shared/contract/errors.ts';
import { formatCanonicalJson } from '../../../shared/model/canonical-json.ts';
import { atStorageBorder, errorCode } from '../storage-failure.ts';
import { replaceFiles } from './done-files.ts';
import { parseJson } from './json-text.ts';
import { makeFolderInside } from './make-folder-inside.ts';
import { locateInside } from './path-inside.ts';
import { judgeTarget } from './plain-target.ts';
import type { ProjectFolder } from './project-folder.ts';
import { readTextFile, type TextFile } from './read-text-file.ts';

/** Where a project keeps its configuration, with forward slashes. */
export const configFile = '.codebolt/weft.json';

/** The file as it is: nothing, a value, or something that cannot be read, with the reason. */
export type ConfigFile =
  | { readonly kind: 'absent' }
  | { readonly kind: 'read'; readonly value: unknown; readonly hash: string }
  | { readonly kind: 'refused'; readonly reason: string; readonly hash: string | null };

export async function readConfigFile(root: string): Promise<ConfigFile> {
  return atStorageBorder(`reading ${configFile}`, async () => {
    const located = await locateInside(root, join(root, configFile));
    if (located.kind === 'absent') return { kind: 'absent' };
    if (located.kind === 'refused') return { ...located, hash: null };
    return judgedConfigFile(await readTextFile(located.path));
  });
}

export function judgedConfigFile(file: TextFile): ConfigFile {
  if (file.kind === 'refused') return { ...file, hash: null };
  const parsed = parseJson(file.text);
  if (parsed.kind === 'parsed') return { kind: 'read', value: parsed.value, hash: file.hash };
  const reason = `line ${parsed.line}, column ${parsed.column}: ${parsed.reason}`;
  return { kind: 'refused', reason, hash: file.hash };
}

/** Changes whenever the file may have; asked for each call, so without a turn for others, which takes ten times as long. */
export function configFileMark(root: string): string {
  try {
    const found = statSync(join(root, configFile), { throwIfNoEntry: false });
    return found === undefined ? 'ENOENT' : `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}`;
  } catch (error) {
    return errorCode(error) ?? 'unknown';
  }
}

/** The file as it must still be, with what is to be in it. */
interface ConfigChange {
  readonly value: unknown;
  /** Null: there must be none. */
  readonly expectedHash: string | null;
}

/** Replaces the file by what is decided by what it is now, in one step; `conflict` where it is not as expected. */
export async function changeConfigFile(
  project: ProjectFolder,
  decide: (file: ConfigFile) => ConfigChange,
): Promise<void> {
  await atStorageBorder(`writing ${configFile}`, () =>
    project.change(async () => {
      const { path: root } = project;
      const path = join(root, configFile);
      await makeFolderInside(root, dirname(path));
      const before = await readConfigFile(root);
      const { value, expectedHash } = decide(before);
      if ((before.kind === 'absent' ? null : before.hash) !== expectedHash)
        throw new AppError('conflict', `${configFile} changed meanwhile; look at it and set the keys again`);
      await judgeTarget({ root, path });
      const content = formatCanonicalJson(value, { keys: ['$schema', 'context_engineering'] });
      await replaceFiles(project, [{ realPath: path, content }]);
    }),
  );
}
