import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, parse, relative, resolve } from 'node:path';
import { AppError, unreachable } from '../../../shared/contract/errors.ts';
import type { FileEdit } from '../../host/agents/coding-agent.ts';
import { writeFilesAtomically } from '../../storage/files/atomic-write.ts';
import { removeEmptyFolder, removeFile } from '../../storage/files/guarded-writes.ts';
import { makeFolderInside } from '../../storage/files/make-folder-inside.ts';
import { entryAt, judgeTarget } from '../../storage/files/plain-target.ts';
import { readTextFile } from '../../storage/files/read-text-file.ts';
import { atStorageBorder } from '../../storage/storage-failure.ts';
import { UsageError } from '../usage-error.ts';
import { withEntries, withoutEntries } from './edit-json.ts';
import { withoutParagraph, withoutTable, withParagraph, withTable } from './edit-text.ts';

/** The files of one place, as they are now and as they are to be; nothing is written before `write`. */
export interface AgentFiles {
  /** Undefined where there is none. */
  read(path: string): Promise<string | undefined>;
  set(path: string, text: string | undefined): void;
  /** Folders that a file still needs, outermost first, as paths of the place. */
  missingFolders(path: string): string[];
  changed(): readonly ChangedFile[];
  /** All files, or none. Folders that were named and are empty then are taken away. */
  write(emptyFolders: readonly string[]): Promise<void>;
  readonly isThere: (path: string) => boolean;
  /** A link, which is not written through. */
  isLink(path: string): Promise<boolean>;
}

export interface ChangedFile {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** `base` is a real path; paths are relative to it. What may lie outside of it is judged from the root of the disk. */
export function openAgentFiles(base: string, mayLeave: boolean): AgentFiles {
  const root = mayLeave ? parse(base).root : base;
  const real = (path: string): string => resolve(base, path);
  const before = new Map<string, string | undefined>();
  const now = new Map<string, string | undefined>();
  const changed = (): ChangedFile[] =>
    [...now].flatMap(([path, after]) =>
      after === before.get(path) ? [] : [{ path, before: before.get(path), after }],
    );
  return {
    async read(path) {
      if (!before.has(path)) {
        const text = await readAt(root, real(path), path);
        before.set(path, text);
        now.set(path, text);
      }
      return now.get(path);
    },
    set: (path, text) => void now.set(path, text),
    missingFolders(path) {
      const missing: string[] = [];
      for (let folder = dirname(path); folder !== '.' && !existsSync(real(folder)); folder = dirname(folder))
        missing.unshift(folder);
      return missing;
    },
    changed,
    async write(emptyFolders) {
      const all = changed();
      const written = all.flatMap(({ path, after }) => (after === undefined ? [] : [{ path, after }]));
      const named = all.map(({ path }) => path).join(', ');
      for (const { path } of all)
        await atStorageBorder(`writing ${path}`, () => judgeTarget({ root, path: real(path) }));
      for (const { path } of written)
        await atStorageBorder(`writing ${path}`, () => makeFolderInside(root, dirname(real(path))));
      await atStorageBorder(`writing ${named}`, () =>
        writeFilesAtomically(written.map(({ path, after }) => ({ realPath: real(path), content: after }))),
      );
      for (const { path, after } of all)
        if (after === undefined)
          await atStorageBorder(`removing ${path}`, () => removeFile({ root, path: real(path) }));
      for (const folder of emptyFolders.toReversed())
        await atStorageBorder(`removing ${folder}`, () => removeEmptyFolder({ root, path: real(folder) }));
    },
    isThere: path => existsSync(real(path)),
    isLink: async path => (await entryAt(real(path)).catch(() => undefined))?.isSymbolicLink() === true,
  };
}

async function readAt(root: string, path: string, name: string): Promise<string | undefined> {
  const file = await atStorageBorder(`reading ${name}`, async () =>
    // Before it is read, so that nothing is shown of what a link leads to.
    (await judgeTarget({ root, path })) === undefined ? undefined : readTextFile(path),
  );
  if (file === undefined) return undefined;
  if (file.kind === 'refused') throw new AppError('invalid_input', `${name} ${file.reason}`);
  return file.mark + file.text;
}

/** A text with an edit in it. */
export function edited(edit: FileEdit, file: string, text: string | undefined): string {
  return keepingMark(text ?? '', plain => {
    switch (edit.kind) {
      case 'json':
        return withEntries({ file, text: plain }, edit.entries);
      case 'toml':
        return withTable({ file, text: plain }, edit);
      case 'paragraph':
        return withParagraph(plain);
      case 'file':
        if (plain !== '' && firstLine(plain) !== firstLine(edit.text))
          throw new UsageError(`${file} is there already and is none of Weft; rename it`);
        return edit.text;
      default:
        return unreachable(edit);
    }
  });
}

/** A text without it, whoever has put it there; empty where it held nothing else. */
export function withoutEdit(edit: FileEdit, file: string, text: string): string {
  return keepingMark(text, plain => {
    switch (edit.kind) {
      case 'json':
        return withoutEntries({ file, text: plain }, edit.entries);
      case 'toml':
        return withoutTable({ file, text: plain }, edit);
      case 'paragraph':
        return withoutParagraph(plain);
      case 'file':
        return firstLine(plain) === firstLine(edit.text) ? '' : plain;
      default:
        return unreachable(edit);
    }
  });
}

const firstLine = (text: string): string => text.split(/\r?\n/, 1)[0] ?? '';

/** A byte order mark stays where it is. */
function keepingMark(text: string, work: (plain: string) => string): string {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const done = work(text.slice(mark.length));
  return done === '' ? '' : mark + done;
}

/** The folder that a variable of the environment names, or the usual one, relative to the home folder. */
export function folderNamedBy(home: string, named: string | undefined, usual: string): string {
  if (named === undefined || !isAbsolute(named)) return usual;
  const folder = existsSync(named) ? realpathSync(named) : named;
  return relative(home, folder).split('\\').join('/');
}

/** The file of an edit: of a paragraph the first that is there, else the last. */
export function pathOf(edit: FileEdit, { isThere }: Pick<AgentFiles, 'isThere'>): string {
  if (edit.kind !== 'paragraph') return edit.path;
  return edit.paths.find(isThere) ?? edit.paths.at(-1) ?? edit.paths[0];
}
