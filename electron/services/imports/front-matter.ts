import { LineCounter, parseDocument, type YAMLError } from 'yaml';
import { isJsonObject } from '../../../shared/model/json.ts';
import { textHead } from '../../../shared/text-head.ts';

/** A text behind its YAML front matter; `line` is where a mistake stands, from 1. */
export type FrontMatter =
  | {
      readonly kind: 'read';
      /** Empty where there is none. Keys as the file has them, `__proto__` among them. */
      readonly fields: ReadonlyMap<string, unknown>;
      readonly body: string;
    }
  | { readonly kind: 'broken'; readonly line: number; readonly column: number; readonly reason: string };

/** More than any rule file needs, and little enough to be parsed at once. */
const maxLength = 16 * 1024;

/** Separates the YAML between two lines `---` at the start from the text that follows. */
export function readFrontMatter(given: string): FrontMatter {
  const text = given.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  // Blank lines above it are nobody's intention.
  const begin = /^(?:[ \t]*\n)*---[ \t]*\n/.exec(text)?.[0];
  if (begin === undefined) return { kind: 'read', fields: new Map(), body: text };
  const start = begin.length;
  const above = begin.split('\n').length - 1;
  const end = /^---[ \t]*$/m.exec(text.slice(start));
  if (end === null)
    return broken(above, 1, 'the front matter does not end: its second line "---" is missing');
  const yaml = text.slice(start, start + end.index);
  if (yaml.length > maxLength) return broken(above + 1, 1, 'the front matter is longer than 16 KiB');
  const body = text.slice(start + end.index + end[0].length + 1);
  const read = parseFields(yaml, body);
  // Lines are told as if it began the text.
  return read.kind === 'read' ? read : { ...read, line: read.line + above - 1 };
}

function parseFields(yaml: string, body: string): FrontMatter {
  const quoted = quoteGlobs(yaml);
  const strict = parseYaml(quoted, body);
  // Editors read a value up to the end of its line, and so it was meant.
  const mended = strict.kind === 'read' ? quoted : quoteBrokenValues(quoted);
  if (mended === quoted) return strict;
  const loose = parseYaml(mended, body);
  return loose.kind === 'read' ? loose : strict;
}

function parseYaml(yaml: string, body: string): FrontMatter {
  try {
    const lineCounter = new LineCounter();
    const document = parseDocument(yaml, { lineCounter, prettyErrors: false, logLevel: 'silent' });
    const [error] = document.errors;
    if (error !== undefined) return brokenYaml(error, lineCounter);
    // As maps, so that no key means anything to an object; without aliases, which can multiply.
    const fields: unknown = document.toJS({ mapAsMap: true, maxAliasCount: 0 });
    if (fields === null) return { kind: 'read', fields: new Map(), body };
    if (!(fields instanceof Map)) return broken(2, 1, 'the front matter is no list of keys with values');
    return { kind: 'read', fields: new Map([...fields].map(([key, value]) => [String(key), value])), body };
  } catch {
    // The parser's own limits: aliases, or nesting beyond the stack.
    return broken(2, 1, 'the front matter has aliases or is nested too deep; write its values out');
  }
}

const broken = (line: number, column: number, reason: string): FrontMatter => ({
  kind: 'broken',
  line,
  column,
  reason,
});

function brokenYaml(error: YAMLError, lines: LineCounter): FrontMatter {
  const { line, col } = lines.linePos(error.pos[0]);
  // The line "---" comes before the YAML.
  return broken(line + 1, col, `the front matter is no YAML: ${error.message.split('\n')[0]}`);
}

/** Editors write `globs: *.ts` without quotes, which YAML takes for an alias; such values are quoted, lines stay. */
function quoteGlobs(yaml: string): string {
  return yaml.replace(
    /^([ \t]*(?:-|[A-Za-z_-]+:)[ \t]+)([*!][^\n]*?)[ \t]*$/gm,
    (_, start: string, value: string) => `${start}${JSON.stringify(value)}`,
  );
}

/** `description: Rules: "new"`, `globs: {a,b}/**` and `globs: "a", "b"`: values that are no YAML on their line, nor begin a longer one. */
function quoteBrokenValues(yaml: string): string {
  return yaml.replace(
    /^([ \t]*(?:-|[A-Za-z_-]+:)[ \t]+)([^\s"'|>&][^\n]*?|(?:(["'])[^"'\n]*\3[ \t]*,?[ \t]*){2,})[ \t]*$/gm,
    (line, start: string, value: string) => {
      return isOrBeginsCollection(value) || isPlainValue(value) ? line : `${start}${JSON.stringify(value)}`;
    },
  );
}

/** True for `[a, b]`, `{a: b}`, and `[a,` that goes on below; not for the globs `[ab]x/*.{ts,tsx}` and `{a,b}/**`. */
function isOrBeginsCollection(value: string): boolean {
  if (!/^[[{]/.test(value)) return false;
  let depth = 0;
  for (const [at, char] of [...value].entries()) {
    if (char === '[' || char === '{') depth += 1;
    else if (char === ']' || char === '}') depth -= 1;
    if (depth === 0) return at === [...value].length - 1;
  }
  return true;
}

/** True for a value that can stand behind a key as it is. */
function isPlainValue(value: string): boolean {
  return parseDocument(`key: ${value}`, { prettyErrors: false, logLevel: 'silent' }).errors.length === 0;
}

/** A field as texts: one text, or a list of texts; undefined when it is neither. Absent is empty. */
export function textsOf(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return undefined;
  const texts = value.filter(item => typeof item === 'string');
  return texts.length === value.length ? texts : undefined;
}

/** A field's value as a reader would write it, for notes. */
export function shown(value: unknown): string {
  const plain = value instanceof Map ? Object.fromEntries(value) : value;
  const text = isJsonObject(plain) || Array.isArray(plain) ? JSON.stringify(plain) : String(plain);
  return text.length > 60 ? `${textHead(text, 59)}…` : text;
}
