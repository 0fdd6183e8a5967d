import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repository } from './run-weft.ts';

/** What a guide writes into one file: all of it, or lines after others. */
export interface GuideEdit {
  readonly path: string;
  /** The text of a new file. */
  readonly text?: string;
  /** Lines to add, each after the one that is there. */
  readonly added?: readonly { readonly after: string; readonly line: string }[];
}

export const guides = readdirSync(join(repository, 'docs/guides')).filter(name => name.startsWith('add-'));

export const guideText = (name: string): string =>
  readFileSync(join(repository, 'docs/guides', name), 'utf8').replaceAll('\r\n', '\n');

/** What a guide says to write, in its order: "In `path`:" and a block of code, or of lines to add. */
export function guideEdits(markdown: string): GuideEdit[] {
  const blocks = markdown.matchAll(/In `([^`]+)`:\n\n```(\w+)\n([\s\S]*?)```/g);
  return [...blocks].map(([, path = '', language, code = '']) =>
    language === 'diff' ? { path, added: addedLines(code) } : { path, text: code },
  );
}

function addedLines(code: string): { after: string; line: string }[] {
  const added: { after: string; line: string }[] = [];
  let after = '';
  for (const text of code.trimEnd().split('\n')) {
    const line = text.slice(1);
    if (text.startsWith('+')) added.push({ after, line });
    after = line;
  }
  return added;
}

/** Every file that a guide names. */
export const namedFiles = (markdown: string): string[] =>
  [...markdown.matchAll(/`((?:shared|electron|renderer|test|docs)\/[\w./-]+\.\w+)`/g)].map(
    ([, path = '']) => path,
  );

const copied = [
  'shared',
  'electron',
  'renderer',
  'test/support',
  'test/architecture',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.part.json',
];

/** A copy of the repository's sources in which a guide can be followed. */
export function copySources(folder: string): void {
  for (const path of copied)
    cpSync(join(repository, path), join(folder, path), {
      recursive: true,
      filter: from => !from.endsWith('.tsbuildinfo'),
    });
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
}

/** Does what a guide says. Throws where a line is not there after which another is to stand. */
export function follow(folder: string, edits: readonly GuideEdit[]): void {
  for (const { path, text, added = [] } of edits) {
    const full = join(folder, path);
    mkdirSync(dirname(full), { recursive: true });
    if (text !== undefined) writeFileSync(full, text);
    else writeFileSync(full, added.reduce(withLine, readFileSync(full, 'utf8')));
  }
}

function withLine(text: string, { after, line }: { readonly after: string; readonly line: string }): string {
  const lines = text.split('\n');
  const at = lines.indexOf(after);
  if (at < 0) throw new Error(`there is no line "${after}"`);
  return lines.toSpliced(at + 1, 0, line).join('\n');
}
