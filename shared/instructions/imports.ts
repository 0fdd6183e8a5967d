import { baseName } from './file-tree.ts';

/** Parts of Markdown in which nothing is meant: blocks of code, code within a line, comments. */
function withoutCode(text: string): string {
  const kept: string[] = [];
  let fence: string | undefined;
  let before = '';
  for (const line of text.split(/\r?\n/)) {
    const [, mark = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence !== undefined) {
      if (mark.startsWith(fence) && line.trim() === mark) fence = undefined;
    } else if (mark !== '') fence = mark;
    // A block by its indentation follows an empty line, outside of lists.
    else if (/^(?: {4}|\t)/.test(line) && before.trim() === '' && !kept.some(isItem)) kept.push('');
    else kept.push(line);
    before = line;
  }
  return kept
    .join('\n')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, ' ');
}

const isItem = (line: string): boolean => /^\s*(?:[-*+]|\d+[.)])\s/.test(line);

/** Files that a text of Claude Code's imports by `@path`, as they are written there. */
export function claudeImports(text: string): string[] {
  // What is emphasized counts as if it stood alone.
  const plain = withoutCode(text).replace(/\*+|(?<=\s)_+(?=@)|~~/g, ' ');
  const paths = [...plain.matchAll(/(?:^|\s)@((?:[^\s\\]|\\ )+)/g)].map(([, path = '']) =>
    path.replace(/#.*$/, '').replaceAll('\\ ', ' '),
  );
  return [...new Set(paths.filter(isClaudeImport))];
}

const isClaudeImport = (path: string): boolean =>
  path.startsWith('./') || path.startsWith('~/') || /^\/./.test(path) || /^[A-Za-z0-9._-]/.test(path);

/** Files that a text of Gemini CLI's imports by `@path`. */
export function geminiImports(text: string): string[] {
  const plain = text.replace(/(`+)([\s\S]*?)\1/g, found => ' '.repeat(found.length));
  const paths = [...plain.matchAll(/(?:^|[ \t\r\n])@([^ \t\r\n]+)/g)].map(([, path = '']) => path);
  return [...new Set(paths.filter(path => /^[./A-Za-z]/.test(path)))];
}

/** A text without comments that are blocks of their own, which Claude Code leaves out. */
export function withoutComments(text: string): string {
  return text.replace(/^[ \t]*<!--[\s\S]*?-->[ \t]*$/gm, '');
}

const textEnds = new Set(
  `md txt text json yaml yml toml xml csv html htm css scss sass less js ts tsx jsx mjs cjs mts cts py pyi pyw rb erb rake go
   rs java kt kts scala c cpp cc cxx h hpp hxx cs swift sh bash zsh fish ps1 bat cmd env ini cfg conf config properties sql
   graphql gql proto vue svelte astro ejs hbs pug jade php pl pm lua r dart ex exs erl hrl clj cljs cljc edn hs lhs elm ml
   mli f f90 f95 for cmake make makefile gradle sbt rst adoc asciidoc org tex latex lock log diff patch`.split(
    /\s+/,
  ),
);

/** Whether Claude Code takes a file for a text, by the end of its name. */
export function isImportedText(path: string): boolean {
  const end = /^.+\.([^.]*)$/.exec(baseName(path))?.[1];
  return end === undefined || textEnds.has(end.toLowerCase());
}
