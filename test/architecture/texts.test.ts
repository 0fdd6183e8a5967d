import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { german } from '../../shared/texts/german.ts';
import { type Node, walk } from './parse-source.ts';
import { type ProgramText, shownWords } from './shown-words.ts';
import { isProduct, readText, sourcePaths } from './source-tree.ts';

/** Parts of the studio whose texts are not among the texts yet; what leaves this list does not come back. */
const notYet = /^renderer\/worker\//;

const files = sourcePaths().filter(path => isProduct(path) && /^(?:renderer|shared|electron)\//.test(path));
const isStudio = (path: string) => path.startsWith('renderer/') && !notYet.test(path);

/** Attributes and properties whose texts are shown. */
const shown =
  /^(?:aria-label|aria-description|aria-valuetext|addLabel|caption|description|detail|heading|hint|label|message|note|placeholder|question|subtitle|summary|text|title|tooltip|word)$/;
/** What takes a text of the interface as it is in the code, and what nobody reads. */
const takers = /^(?:t|rich|say|nounOf|formatCounted)$/;
const unread = /^(?:assert|Error|AppError)$/;

const hasWord = (text: string) =>
  /[a-z]{2}/i.test(text) &&
  !/^(?:true|false|null|English|Deutsch|weft \w+|Python|SDK \(JavaScript\)|\{ ".*)$/.test(text);
/** Words as a person writes them, and no selector, address, or list of classes. */
const isSentence = (text: string) =>
  (text.match(/[a-z]{2,}/gi) ?? []).length > 1 &&
  /^[“"'(]?[A-Z¶{][^<>]*[a-z¶][,;:]? [a-z(“¶]|[a-z]{2,} [a-z]{2,} [a-z]{2,}/.test(text) &&
  !/[[\]{};<>=]|\w\(|^[.#]|px\b/.test(text);

/** Values, names and keys that are the same in every language, and one that is no word but a key of ours. */
const isSame =
  /^(?:null|true|false|JSON|English|Deutsch|curl|Python|SDK \(JavaScript\)|¶ ms|o200k_base|input\.text|\{ ".*|\(project\))$/;

/** Texts that are shown as they stand in the code, with their lines. */
function plainTexts(source: string, program: unknown = parseSync('example.tsx', source).program): string[] {
  const found: string[] = [];
  visit(program, false);
  return found;

  function visit(value: unknown, isShown: boolean): void {
    if (Array.isArray(value)) for (const one of value) visit(one, isShown);
    else if (typeof value === 'object' && value !== null) look(value as Node, isShown); // of the syntax tree
  }
  /** `satisfies Record<Kind, Phrase>`: said where it is shown, by `t(words[kind])`. */
  function isTableOfTexts({ type, typeAnnotation }: Node): boolean {
    const { start, end } = Object(typeAnnotation);
    return type === 'TSSatisfiesExpression' && /(?:Text|Phrase)s?\b/.test(source.slice(start, end));
  }
  function look(node: Node, isShown: boolean): void {
    if (isSilent(node) || isTableOfTexts(node)) return;
    if (takers.test(nameOf(node.callee)) && Array.isArray(node.arguments)) {
      visit(
        node.arguments.filter(({ type }) => type !== 'Literal'),
        false,
      );
      return;
    }
    const text = textOf(node);
    if (text !== undefined && hasWord(text) && (isShown || isSentence(text))) found.push(text.trim());
    for (const [key, child] of Object.entries(node)) visit(child, isShownIn(node, key, isShown));
  }
}

/** Imports, types, comparisons, errors of ours, and what is a text of the interface already. */
function isSilent(node: Node): boolean {
  if (
    /^(?:Import|ExportAll|TS(?:TypeAlias|Interface|TypeAnnotation|LiteralType|TypeParameter)|ThrowStatement)/.test(
      node.type,
    )
  )
    return true;
  const opening = Reflect.get(Object(node.openingElement), 'name');
  // What a person types elsewhere is the same in every language.
  if (nameOf(opening) === 'code') return true;
  if (node.type === 'JSXAttribute' && nameOf(node.name).startsWith('data-')) return true;
  return /^(?:Call|New)Expression$/.test(node.type) && unread.test(nameOf(node.callee));
}

function textOf(node: Node): string | undefined {
  if (node.type === 'JSXText' || node.type === 'Literal')
    return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return undefined;
  return node.quasis.map(({ value }) => value.cooked).join('¶');
}

function isShownIn(node: Node, key: string, isShown: boolean): boolean {
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') return key === 'children';
  if (node.type === 'JSXAttribute' || node.type === 'Property')
    return key === 'value' && shown.test(nameOf(node.name ?? node.key));
  if (node.type === 'ConditionalExpression') return isShown && key !== 'test';
  return isShown && /^(?:JSXExpressionContainer|LogicalExpression|TSAsExpression)$/.test(node.type);
}

const nameOf = (name: unknown): string =>
  String(Reflect.get(Object(name), 'name') ?? Reflect.get(Object(name), 'value'));

describe('texts of the interface', () => {
  // Each is parsed once for all of them.
  const parsed = files.map(path => {
    const source = readText(path);
    const { program } = parseSync(path, source);
    const said = saidIn(program);
    return isStudio(path)
      ? { path, text: source, program, plain: plainTexts(source, program), said }
      : { path, text: source, program: undefined, plain: [], said };
  });

  it('stand in the code as what `t` and `rich` are given, and nowhere else', () => {
    expect(parsed.flatMap(({ path, plain }) => plain.map(text => `${path}: ${text}`))).toEqual([]);
  });

  it.each([
    ['<p>Hello there</p>', 'Hello there'],
    ['<Field label="Name" />', 'Name'],
    ['<Field label={isOpen ? "Hide" : "Show"} />', 'Hide'],
    ['const look = { title: `Rule ${name}` };', 'Rule ¶'],
    ['const tell = (name: string) => `The rule ${name} is muted`;', 'The rule ¶ is muted'],
    ['<p>{isOpen && "Open it"}</p>', 'Open it'],
  ])('control: finds %s', (source, text) => expect(plainTexts(source)).toContain(text));

  it.each([
    "<p>{t('Hello there')}</p>",
    "<p className={styles.text}>{name} · {t('{count} rules', { count })}</p>",
    "throw new Error('This was our own mistake');",
    "const selector = 'button:not([disabled]), input';",
    "import { a } from './Some words here.ts';",
    "const words = { fired: 'It has fired' } as const satisfies Record<Outcome, Phrase>;",
    '<code>weft init --agents</code>',
  ])('control: lets %s be', source => expect(plainTexts(source)).toEqual([]));

  it('are no words of the code either, by whatever way they come to be shown', () => {
    const words = shownWords(parsed.filter(({ path }) => isStudio(path)));
    expect(
      words.filter(({ word }) => !isSame.test(word)).map(({ path, line, word }) => `${path}:${line} ${word}`),
    ).toEqual([]);
    expect(words.length).toBeGreaterThan(5);
  });

  it.each([
    [
      "const words = { fired: 'fires' }; const text = `${name}: ${words[outcome]}`; <b title={text} />;",
      'fires',
    ],
    [
      "<ul>{[['Hints', hints.join() || 'none']].map(([name, hint]) => <li key={name}>{hint}</li>)}</ul>",
      'none',
    ],
    [
      'const Line = memo(function Line({ name }) { return <b>{name}</b>; }); <Line name="thought" />;',
      'thought',
    ],
    [
      "const wordsOf = value => { if (!value) return '(deleted)'; return value; }; <pre>{wordsOf(1)}</pre>;",
      '(deleted)',
    ],
    ["t('{what} here', { what: isDone ? 'done' : name });", 'done'],
    [
      "const changes = { created: { would: 'new' } }; const { [tense]: word } = changes[one]; <b>{word}</b>;",
      'new',
    ],
  ])('control: finds the word in %s', (source, word) =>
    expect(shownWords([programOf('a.tsx', source)]).map(found => found.word)).toEqual([word]),
  );

  it('control: finds it in another file', () => {
    const words = programOf(
      'words/words.ts',
      "export const wordOf = (one: string) => (one ? 'one' : t('none'));",
    );
    const view = programOf(
      'view/View.tsx',
      "import { wordOf as named } from '../words/words.ts'; <b>{named(one)}</b>;",
    );
    expect(shownWords([words, view])).toEqual([{ path: 'words/words.ts', line: 1, word: 'one' }]);
  });

  it.each([
    "const words = { fired: 'fires' } as const satisfies Record<Outcome, Phrase>; <b>{t(words[outcome])}</b>;",
    "const kind = isNew ? 'created' : 'changed'; <b data-kind={kind}>{told(kind)}</b>;",
    "const name = 'one'; const show = ({ name }: Row) => <b>{name}</b>;",
    "<b className={isOn ? 'on' : 'off'}>{kind === 'rule' ? t('Rule') : null}</b>;",
    "const command = 'weft init'; <CopyButton text={command} />;",
    "const command = 'weft init'; <code>{command}</code>;",
  ])('control: finds no word in %s', source => expect(shownWords([programOf('a.tsx', source)])).toEqual([]));

  it('are all used: a translation without its text goes', () => {
    const used = new Set(parsed.flatMap(({ said }) => said));
    expect(Object.keys(german).filter(text => !used.has(text))).toEqual([]);
  });

  it('stand once, in one area', () => {
    const folder = fileURLToPath(new URL('../../shared/texts/german/', import.meta.url));
    const areas = readText('shared/texts/german.ts').match(/\w+\.json/g) ?? [];
    const keys = areas.flatMap(
      area => readFileSync(`${folder}${area}`, 'utf8').match(/^ {2}"(?:[^"\\]|\\.)*"(?=:)/gm) ?? [],
    );
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
    expect(keys.length).toBe(Object.keys(german).length);
  });

  it('have the same places for values in German, and none is left in English', () => {
    const places = (text: string) =>
      [...new Set(Array.from(text.matchAll(/\{(\w+)/g), ([, name]) => name))].sort();
    const wrong = Object.entries(german).filter(
      ([english, said]) => said.trim() === '' || places(english).join() !== places(said).join(),
    );
    expect(wrong).toEqual([]);
  });
});

const programOf = (path: string, text: string): ProgramText => ({
  path,
  text,
  program: parseSync(path, text).program,
});

/** Every text that a file says, and the nouns that it counts. */
function saidIn(program: unknown): string[] {
  return walk(program).flatMap(({ node }) => {
    if (node.type === 'Literal' && typeof node.value === 'string') return [node.value];
    const callee = nameOf(node.callee);
    if (!/^(?:nounOf|formatCounted)$/.test(callee) || !Array.isArray(node.arguments)) return [];
    const [, one, many] = node.arguments.map(({ value }) => value);
    return [`{count|${one}|${many ?? `${one}s`}}`];
  });
}
