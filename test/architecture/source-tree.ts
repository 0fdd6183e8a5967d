import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from 'vite';
import { type ParsedSource, parseSource } from './parse-source.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folders = ['shared', 'electron', 'renderer', 'test'];

/** A file of the project; `path` is relative to its root, with forward slashes. */
export interface SourceFile extends ParsedSource {
  readonly path: string;
  readonly lines: number;
}

/** One import as the law sees it: a file of ours, or a package. */
export interface Edge {
  readonly from: string;
  readonly typeOnly: boolean;
  readonly target: { readonly file: string } | { readonly package: string };
}

/** What was read is the same for every test of this process. */
const read: (readonly SourceFile[])[] = [];

/** Every TypeScript file of the project and its configuration, read once. */
export function readSourceTree(): readonly SourceFile[] {
  const known = read[0] ?? readAll();
  read[0] = known;
  return known;
}

/** Workers parse for themselves, a third of what these tests take: what one found, all have, and the next run. */
const cacheFolder = posix.join(root, 'node_modules/.cache/parsed');

/** By what was parsed, and by what. */
type Parsed = Readonly<Record<string, ParsedSource>>;

function readAll(): readonly SourceFile[] {
  const parser = hash('sha1', `${version} ${readText('test/architecture/parse-source.ts')}`);
  const file = posix.join(cacheFolder, `${parser}.json`);
  const known = readParsed(file);
  const now: Record<string, ParsedSource> = {};
  const files = sourcePaths().map(path => {
    const text = readText(path);
    const key = hash('sha1', `${path} ${text}`);
    const parsed = known[key] ?? parseSource(path, text);
    now[key] = parsed;
    return { path, lines: text.split('\n').length - 1, ...parsed };
  });
  if (Object.keys(now).some(key => known[key] === undefined)) writeParsed(file, now);
  return files;
}

function readParsed(file: string): Parsed {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {}; // nobody has parsed yet
  }
}

/** As a whole, since others read it meanwhile. */
function writeParsed(file: string, parsed: Parsed): void {
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(parsed));
  renameSync(`${file}.${process.pid}`, file);
}

/** Paths of all of them. */
export function sourcePaths(): string[] {
  const configuration = readdirSync(root);
  return [...folders.flatMap(filesIn), ...configuration]
    .filter(path => /(^|\/)[^./][^/]*\.tsx?$/.test(path) && !path.includes('node_modules/'))
    .sort();
}

function filesIn(folder: string): string[] {
  const paths = readdirSync(posix.join(root, folder), { recursive: true, encoding: 'utf8' });
  return paths.map(path => `${folder}/${path.replaceAll('\\', '/')}`);
}

export function readText(path: string): string {
  return readFileSync(posix.join(root, path), 'utf8');
}

/** Product code: no test, nothing under test/, no configuration. */
export function isProduct(path: string): boolean {
  return /^(shared|electron|renderer)\//.test(path) && !/\.test\.tsx?$/.test(path);
}

export function edgesOf(file: SourceFile): Edge[] {
  return file.references.map(({ specifier, typeOnly }) => ({
    from: file.path,
    typeOnly,
    target: specifier.startsWith('.')
      ? { file: posix.join(posix.dirname(file.path), specifier) }
      : { package: packageName(specifier) },
  }));
}

/** `@scope/name/part` to `@scope/name`; Node's own modules are all `node:`. */
function packageName(specifier: string): string {
  if (specifier.startsWith('node:')) return 'node:';
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
