/** What stands above a text between lines of `---`, key by key. */
interface Frontmatter {
  readonly values: ReadonlyMap<string, string | readonly string[]>;
  /** What follows it. */
  readonly body: string;
}

/**
 * Reads frontmatter as agents do, who are more generous than YAML: `globs: *.ts, src/**` is a text there. Values are
 * texts and lists of texts; what is deeper is left out.
 */
export function readFrontmatter(text: string): Frontmatter {
  const found = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\r?\n|$)/m.exec(text);
  if (found === null || found.index !== 0) return { values: new Map(), body: text };
  const values = new Map<string, string | readonly string[]>();
  let listOf: { readonly key: string; readonly items: string[] } | undefined;
  for (const line of (found[1] ?? '').split(/\r?\n/)) {
    const item = /^[ \t]*-[ \t]+(.+)$/.exec(line)?.[1];
    if (item !== undefined && listOf !== undefined) {
      listOf.items.push(unquoted(withoutComment(item)));
      values.set(listOf.key, listOf.items);
      continue;
    }
    const [, key, value] = /^([A-Za-z][\w-]*)[ \t]*:[ \t]*(.*)$/.exec(line) ?? [];
    if (key === undefined) continue;
    const given = withoutComment(value ?? '');
    listOf = given === '' ? { key, items: [] } : undefined;
    values.set(key, readValue(given));
  }
  return { values, body: text.slice(found[0].length) };
}

function readValue(given: string): string | readonly string[] {
  const list = /^\[(.*)\]$/.exec(given)?.[1];
  if (list === undefined) return unquoted(given);
  return splitCommas(list).map(unquoted);
}

const unquoted = (value: string): string => /^(["'])(.*)\1$/.exec(value.trim())?.[2] ?? value.trim();

/** A comment of YAML begins behind a space, and never within quotes. */
const withoutComment = (value: string): string =>
  value
    .replace(
      /(?<![^\s[,])("[^"]*"|'[^']*')|(?:^|[ \t])#.*$/g,
      (_, quoted: string | undefined) => quoted ?? '',
    )
    .trim();

/** At commas that stand in no braces. */
function splitCommas(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of text) {
    if (letter === '{') depth += 1;
    if (letter === '}') depth -= 1;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map(part => part.trim()).filter(part => part !== '');
}

/** The patterns of a key, however they are written. */
export function patternsOf({ values }: Frontmatter, key: string): string[] {
  const value = values.get(key);
  if (value === undefined) return [];
  return typeof value === 'string' ? splitCommas(value) : value.flatMap(splitCommas);
}

/** The text of a key; of a list the first. */
export function textOf({ values }: Frontmatter, key: string): string {
  const value = values.get(key) ?? '';
  return typeof value === 'string' ? value : (value[0] ?? '');
}
