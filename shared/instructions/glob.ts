import { compilePattern } from '../rules/compile-pattern.ts';

/** Whether a path, seen from where the patterns stand, is one that is meant. */
export type PathTest = (path: string) => boolean;

const mostPatterns = 200;

/** A path that any of the patterns matches as a whole: `*` within a folder, `**` across folders, `?`, `[ab]`, `{a,b}`. */
export function globTest(patterns: readonly string[]): PathTest {
  const tests = expandAll(patterns).map(pattern => compiled(`^${globSource(pattern)}$`));
  return path => tests.some(test => test(path));
}

/**
 * Patterns as in `.gitignore`, of which the last one that matches counts: without a slash at any depth, a folder means
 * all in it, capitals do not matter.
 */
export function ignoreTest(patterns: readonly string[]): PathTest {
  const rules = expandAll(patterns).map(ignoreRule);
  const isIgnored = (path: string): boolean =>
    rules.reduce((ignored, { isNegated, test }) => (test(path) ? !isNegated : ignored), false);
  return path => {
    const parts = path.toLowerCase().split('/');
    // What lies in an ignored folder cannot be taken back in.
    return parts.some((_, index) => isIgnored(parts.slice(0, index + 1).join('/')));
  };
}

/** A path that is meant, made of the first pattern that one can be made of. Undefined where none comes out. */
export function examplePath(test: PathTest, patterns: readonly string[]): string | undefined {
  return expandAll(patterns)
    .map(pattern =>
      pattern
        .replace(/^\/|\/$/g, '')
        .split('/')
        .flatMap(exampleNames)
        .join('/'),
    )
    .flatMap(path => (/[.-][^/]*$/.test(path) ? [path] : [`${path}/a-file`, path]))
    .find(test);
}

/** A folder or file that a part of a pattern means; `**` means none, or any file at the end. */
function exampleNames(part: string, index: number, parts: readonly string[]): string[] {
  if (part === '**' && index < parts.length - 1) return [];
  return [
    part
      .replace(/\*+/g, 'a-file')
      .replaceAll('?', 'a')
      .replace(/\[(!?)([^\]])[^\]]*\]/g, (_, not: string, letter: string) => (not === '' ? letter : '_')),
  ];
}

function ignoreRule(written: string): { readonly isNegated: boolean; readonly test: PathTest } {
  const isNegated = written.startsWith('!');
  const pattern = (isNegated ? written.slice(1) : written).toLowerCase().replace(/\/+$/, '');
  const isAnchored = pattern.includes('/');
  const source = globSource(pattern.replace(/^\//, ''));
  return { isNegated, test: compiled(`^${isAnchored ? '' : '(?:.*/)?'}${source}$`) };
}

function compiled(source: string): PathTest {
  const pattern = compilePattern(source);
  return pattern.ok ? pattern.isFoundIn : () => false;
}

/** `a/{b,c}` as `a/b` and `a/c`, up to a number. */
function expandAll(patterns: readonly string[]): string[] {
  const done: string[] = [];
  const left = patterns.slice(0, mostPatterns).toReversed();
  for (let pattern = left.pop(); pattern !== undefined; pattern = left.pop()) {
    const [, before = '', choices, after = ''] = /^([^{]*)\{([^{}]*,[^{}]*)\}(.*)$/.exec(pattern) ?? [];
    if (choices === undefined || done.length + left.length > mostPatterns) done.push(pattern);
    else for (const choice of choices.split(',').toReversed()) left.push(`${before}${choice.trim()}${after}`);
  }
  return done;
}

/** The pattern in RE2. */
function globSource(pattern: string): string {
  const parts = pattern.split('/');
  return parts
    .map((part, index) => {
      const isLast = index === parts.length - 1;
      if (part === '**') return isLast ? '.*' : '(?:.*/)?';
      return `${segmentSource(part)}${isLast ? '' : '/'}`;
    })
    .join('');
}

function segmentSource(part: string): string {
  return part.replace(/\*+|\?|\[(!?)([^\]]*)\]|[\\^$.|+(){}[\]]/g, (found, not: string, letters: string) => {
    if (found.startsWith('*')) return '[^/]*';
    if (found === '?') return '[^/]';
    if (letters !== undefined && letters !== '')
      return `[${not === '' ? '' : '^'}${letters.replace(/[\\\]^[]/g, '\\$&')}]`;
    return found.startsWith('[') && found !== '[' ? found.replace(/[[\]]/g, '\\$&') : `\\${found}`;
  });
}
