import { fieldLabel } from '../../../shared/rules/field-name.ts';

/** Texts that a project and its host hold, to tell what of a page is data: not by words that stand somewhere in them. */
export interface ShownData {
  /** Files and answers: JSON, lines of JSON, other texts. */
  add(sources: readonly string[]): void;
  /** Whether a text is a value, a name, an end of one, a passage of a text, or several of these. */
  holds(text: string): boolean;
}

/** Under these the host says something of its own, in English. */
const ownWords = new Set(['message', 'reason', 'detail', 'explanation', 'words']);
/** Keys of these are names that people gave. */
const namesUnder =
  /^(?:additional_variables|scope_variables|org|project|agent|thread|task|user|input|types|layers|models|token_prices)$/;

/**
 * What stands in files of a project and in answers of its host. `isOurs` knows words of the studio, which are said beside
 * a variable: `phase missing` is no value of it.
 */
export function shownData(isOurs: (word: string) => boolean): ShownData {
  const [labels, values, passages] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const known = new Map<string, boolean>();
  return {
    add: sources => {
      for (const source of sources) for (const value of textsOf(source)) addValue(value);
      for (const [text, is] of known) if (!is) known.delete(text);
    },
    holds: text => holds(bare(text)),
  };

  function addValue(value: string): void {
    for (const line of [value, ...value.split('\n'), ...namesIn(value)]) values.add(bare(line));
    if (/^(?:addVar|scope|input)\./.test(value)) labels.add(fieldLabel(value));
    const text = flat(value);
    if (wordsOf(text) > 2) passages.add(text);
  }

  function holds(text: string): boolean {
    if (!/\p{L}{3}/u.test(text) || values.has(text)) return true;
    const before = known.get(text);
    if (before !== undefined) return before;
    known.set(text, false);
    const is = isPassage(text) || isValueOfLabel(text) || isInParts(text);
    known.set(text, is);
    return is;
  }

  /** Two words and less stand in most texts. */
  function isPassage(text: string): boolean {
    return wordsOf(text) > 2 && [...passages].some(passage => passage.includes(flat(text)));
  }

  function isValueOfLabel(text: string): boolean {
    const [, label = '', value = ''] = /^(.+) (\S+)$/.exec(text) ?? [];
    return labels.has(label) && !isOurs(value) && (/^(?:true|false|null)$/.test(value) || holds(value));
  }

  function isInParts(text: string): boolean {
    return joints.some(joint =>
      [...text.matchAll(joint)].some(
        ({ index, 0: { length } }) =>
          holds(bare(text.slice(0, index))) && holds(bare(text.slice(index + length))),
      ),
    );
  }
}

/** What lists, names with what is said of them, and what is cut short are joined by. */
const joints = [/\n/g, / · /g, /, /g, /; /g, /: /g, / = /g, / → /g, / [–—] /g, / ?\/ ?/g, / \(/g, /…/g];

/** What a path and the field of a condition show of themselves: a folder, a variable's label. */
function namesIn(value: string): string[] {
  if (/[\s:]/.test(value)) return [];
  return [...(value.includes('/') ? value.split('/') : []), fieldLabel(value)];
}

const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();
const bare = (text: string): string => text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
const wordsOf = (text: string): number => text.match(/\p{L}+/gu)?.length ?? 0;

const textsOf = (source: string): string[] =>
  textsIn(parse(source) ?? source.split('\n').map(line => parse(line) ?? line));

function parse(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}

function textsIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return ownWords.has(key) ? [] : [value, ...inner(value)];
  if (Array.isArray(value)) return value.flatMap(one => textsIn(one, key));
  if (typeof value !== 'object' || value === null) return [];
  const names = namesUnder.test(key) ? Object.keys(value) : [];
  return [...names, ...Object.entries(value).flatMap(([name, one]) => textsIn(one, name))];
}

/** What a text holds that is JSON itself. */
const inner = (text: string): string[] => (/^[[{]/.test(text) ? textsIn(parse(text)) : []);
