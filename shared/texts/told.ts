import { literalPattern } from '../literal-pattern.ts';
import { capitalized } from '../words.ts';
import type { Dictionary, Language } from './texts.ts';

/**
 * Says in another language what was said in English elsewhere: by the host, by rules, in a record of last week. A text is
 * recognised by the template that made it, as it stands in the code: `is ${show(actual)}, not ${show(value)}` is the key
 * `is {1}, not {2}`. What stood in its places is told too, but for what is quoted, which is a name. `{2:condition}` in
 * the German is a condition, whose operators are told.
 */
export interface Told {
  /** For what is known to be a text of ours: a label of a table, a reason, a message. As it is where it is not known. */
  readonly text: (text: string) => string;
  /** For whatever is shown: only what nobody calls a thing of theirs, since four words of ours or more stand in it. */
  readonly sentence: (text: string) => string;
}

interface Template {
  readonly pattern: RegExp;
  readonly said: string;
  /** Whether a place stands in quotes, by its number. */
  readonly isQuoted: readonly boolean[];
  /** How much of it is fixed: what says more is tried first. */
  readonly weight: number;
  readonly isStrong: boolean;
}

/** What lists and several sentences are joined by, the outermost first; outside of quotes. */
const joints = ['\n', '. ', '; ', ': ', ' · ', ', ', ' and ', ' or '];
/** Longer texts are documents. */
const longestText = 700;
const mostKept = 4000;
const wordsOf = (text: string): string[] => text.match(/\p{L}{2,}/gu) ?? [];

/**
 * `kinds` are labels of tables, which names of users' things may look like: only `text` knows them. `operators` are the
 * labels by which conditions say what they ask.
 */
export function createTold(
  language: Language,
  sentences: Dictionary,
  kinds: Dictionary,
  operators: readonly string[] = [],
): Told {
  // The longest first: `is` begins several.
  const longestFirst = operators.toSorted((left, right) => right.length - left.length);
  const asked = new RegExp(` (${longestFirst.join('|')})(?= |$)`);
  const find = createFinder(sentences);
  const findKind = createFinder(kinds);
  const numbers = new Intl.NumberFormat(language);

  function tell(text: string, isSentence: boolean): string | undefined {
    const found = find(text, isSentence);
    if (found !== undefined) return filled(found);
    return inParts(text, part => tell(part, isSentence)) ?? otherwiseWritten(text, isSentence);
  }

  /** A message may begin a sentence, or end one. */
  function otherwiseWritten(text: string, isSentence: boolean): string | undefined {
    const bare = text.replace(/\.$/, '');
    const small = bare.charAt(0).toLowerCase() + bare.slice(1);
    const found = [bare, small].filter(one => one !== text).map(one => find(one, isSentence));
    const [asIs, begun] = bare === text ? [undefined, ...found] : found;
    const end = text.slice(bare.length);
    if (asIs !== undefined) return filled(asIs) + end;
    if (begun === undefined) return undefined;
    return capitalized(filled(begun)) + end;
  }

  function filled({ template, values }: Found): string {
    return template.said.replace(/\{(\d+)(:condition)?\}/g, (_, place: string, isCondition?: string) => {
      const value = values[Number(place) - 1] ?? '';
      if (isCondition !== undefined) return toldConditions(value);
      return template.isQuoted[Number(place) - 1] === true ? value : toldValue(value);
    });
  }

  /** `phase is planning and risk is at least 0.6`, or an operator by itself: names and values stay. */
  function toldConditions(text: string): string {
    const label = (words: string) => toldText(words) ?? words;
    const told = (one: string) =>
      operators.includes(one) ? label(one) : one.replace(asked, (_, words: string) => ` ${label(words)}`);
    return splitOutsideQuotes(text, ' and ')
      .map(told)
      .join(sentences[' and '] ?? ' and ');
  }

  function toldValue(value: string): string {
    if (/^\d{1,3}(?:,\d{3})+$/.test(value)) return numbers.format(Number(value.replaceAll(',', '')));
    return tell(value, false) ?? inParts(value, () => undefined, true) ?? value;
  }

  function inParts(
    text: string,
    part: (text: string) => string | undefined,
    isList = false,
  ): string | undefined {
    for (const joint of isList ? [' and ', ' or '] : joints) {
      const parts = splitOutsideQuotes(text, joint);
      if (parts.length < 2) continue;
      const said = parts.map(part);
      if (isList || said.some(one => one !== undefined))
        return said.map((one, at) => one ?? parts[at]).join(sentences[joint] ?? joint);
    }
    return undefined;
  }

  /** A kind, a text, a list of kinds, or a reason behind its subject: `phase is "hotfix", not "planning"`. */
  function toldText(text: string): string | undefined {
    const kind = findKind(text, false);
    if (kind !== undefined) return filled(kind);
    const said = tell(text, false) ?? inParts(text, part => wholeKind(findKind(part, false)));
    if (said !== undefined) return said;
    const verb = text.search(/ (?:is|cannot|was) /);
    // A condition that stands alone: `file path ends with .sql`.
    if (verb < 0) return changed(text, operators.length === 0 ? text : toldConditions(text));
    const reason = tell(text.slice(verb + 1), false);
    return reason === undefined ? undefined : text.slice(0, verb + 1) + reason;
  }

  return {
    text: kept(text => {
      const bare = text.trim();
      return toldText(text) ?? text.replace(bare, () => toldText(bare) ?? bare);
    }),
    sentence: kept(text => (wordsOf(text).length < 3 ? text : (tell(text, true) ?? text))),
  };

  function changed(text: string, said: string): string | undefined {
    return said === text ? undefined : said;
  }

  function wholeKind(kind: Found | undefined): string | undefined {
    return kind && filled(kind);
  }
}

interface Found {
  readonly template: Template;
  readonly values: readonly string[];
}

/** Looks only at templates of which a word stands in the text. */
function createFinder(dictionary: Dictionary): (text: string, isSentence: boolean) => Found | undefined {
  const byWord = new Map<string, Template[]>();
  const exact = new Map<string, Template>();
  for (const [key, said] of Object.entries(dictionary)) {
    const template = templateOf(key, said);
    if (template.isQuoted.length === 0) exact.set(key, template);
    else byWord.set(rarestWord(key), [...(byWord.get(rarestWord(key)) ?? []), template]);
  }
  return (text, isSentence) => {
    const isFit = (template: Template) => !isSentence || template.isStrong;
    const same = exact.get(text);
    if (same !== undefined) return isFit(same) ? { template: same, values: [] } : undefined;
    const near = ['', ...new Set(wordsOf(text))].flatMap(word => byWord.get(word) ?? []).filter(isFit);
    for (const template of near.toSorted((left, right) => right.weight - left.weight)) {
      const values = template.pattern.exec(text)?.slice(1);
      // Where a part ends, a template of its own begins.
      if (values?.every(value => !/[:;]$/.test(value)) === true) return { template, values };
    }
    return undefined;
  };
}

const place = /\{\d+\}/;

function templateOf(key: string, said: string): Template {
  const fixed = key.split(place);
  const words = fixed.flatMap(wordsOf).length;
  return {
    pattern: new RegExp(`^${fixed.map(literalPattern).join('([\\s\\S]*?)')}$`),
    said,
    isQuoted: fixed.slice(1).map((after, at) => /["`]$/.test(fixed[at] ?? '') && /^["`]/.test(after)),
    weight: fixed.join('').length,
    isStrong: words > 3 || (fixed.length === 1 && words > 2),
  };
}

/** The longest word that no place touches: a text without it is not of this template. */
function rarestWord(key: string): string {
  const words = key
    .split(place)
    .flatMap((part, at, parts) => {
      const from = at === 0 ? part : part.replace(/^\p{L}+/u, '');
      return wordsOf(at === parts.length - 1 ? from : from.replace(/\p{L}+$/u, ''));
    })
    .toSorted((left, right) => right.length - left.length);
  return words[0] ?? '';
}

function splitOutsideQuotes(text: string, joint: string): string[] {
  if (!text.includes(joint)) return [text];
  const parts = [''];
  for (const piece of text.split(joint)) {
    const last = parts.at(-1) ?? '';
    // An odd number of quotes before it: it stands within a name.
    if (last === '' && parts.length === 1) parts[0] = piece;
    else if ((last.match(/"/g) ?? []).length % 2 === 1) parts[parts.length - 1] = last + joint + piece;
    else parts.push(piece);
  }
  return parts;
}

function kept(say: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return text => {
    if (text.length > longestText || !/\p{L}{2}/u.test(text)) return text;
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size > mostKept) known.clear();
    const said = say(text);
    known.set(text, said);
    return said;
  };
}
