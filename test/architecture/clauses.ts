import { parseSync } from 'vite';
import { type Node, walk } from './parse-source.ts';

/**
 * A clause of a page outside the repository: `(R4)`, `as M1 has it`, `source 004`. A key such as F6 and the engine V8 are
 * none.
 */
const clause =
  /\((?:[A-Z]\)|F\d{1,2}[),])|(?<![\w+-])(?!F\d{1,2}\b|V8\b)[A-Z]\d{1,2}[a-z]?\b(?!\.\d)|\b(?:source|spec) \d{2,3}\b/;
/** Layers of a conversation, and where they are spoken of. */
const layer = /(?<![\w+])L[0-7]\b/g;
const speaksOfLayers = /(?:\/|^)(?:[\w-]*conversations?|budget|glossary)(?:\/|[.-])/;
/** Texts of the studio say which key to press: `(P)`. */
const key = /\([A-Z]\)/g;

/** Whether a sentence of this file cites what its reader cannot open; what stands in code marks is data. */
export function isCiting(path: string, sentence: string): boolean {
  const words = sentence.replace(/`[^`]*`/g, '');
  return clause.test(speaksOfLayers.test(path) ? words.replace(layer, '') : words);
}

/** Sentences of a source that do: comments, what the program says, names of tests. */
export function citingSentences(path: string, source: string): string[] {
  if (!clause.test(source)) return [];
  const { comments, program } = parseSync(path, source);
  const isTest = path.startsWith('test/') || /\.test\.tsx?$/.test(path);
  const texts = walk(program).flatMap(({ node }) => (isTest ? titlesOf(node) : textsOf(node)));
  const said = path.startsWith('renderer/') ? texts.map(text => text.replace(key, '')) : texts;
  return [...comments.map(({ value }) => value.trim()), ...said.filter(text => text.includes(' '))].filter(
    sentence => isCiting(path, sentence),
  );
}

function titlesOf({ type, callee, arguments: given }: Node): string[] {
  if (type !== 'CallExpression' || !/^(?:it|describe|test)$/.test(rootOf(callee))) return [];
  return Array.isArray(given) ? textsOf(Object(given[0])) : [];
}

/** `it` of `it.each([...])` and `it.runIf(...)`. */
function rootOf(callee: unknown): string {
  const { name, object, callee: inner } = Object(callee);
  const below: unknown = object ?? inner;
  return below === undefined ? String(name) : rootOf(below);
}

function textsOf(node: Node): string[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return [];
  return [node.quasis.map(({ value }) => value.cooked).join('…')];
}
