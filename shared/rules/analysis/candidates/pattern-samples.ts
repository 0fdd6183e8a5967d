import { maxPatternLength } from '../../compile-pattern.ts';
import { maxPatternSize, patternSize } from '../../pattern-size.ts';

/** Texts that a pattern probably finds; each is tested before it is believed. Few, since they are multiplied. */
const maxSamples = 6;

/**
 * Samples of an RE2 pattern of the common constructs: literals, classes, groups, alternatives, repetition,
 * anchors and flags. A pattern with anything else gives none, and analysis then says `possible` or `unknown`.
 */
export function patternSamples(pattern: string): string[] {
  // It is never found in anything.
  if (pattern.length > maxPatternLength || patternSize(pattern) > maxPatternSize(pattern)) return [];
  try {
    const reader = { text: pattern, at: 0 };
    const samples = readAlternatives(reader);
    return reader.at === pattern.length ? samples.slice(0, maxSamples) : [];
  } catch (error) {
    if (error instanceof Unsupported) return [];
    throw error;
  }
}

class Unsupported extends Error {}

interface Reader {
  readonly text: string;
  at: number;
}

function readAlternatives(reader: Reader): string[] {
  const samples = readSequence(reader);
  while (reader.text[reader.at] === '|') {
    reader.at += 1;
    samples.push(...readSequence(reader));
  }
  return samples;
}

function readSequence(reader: Reader): string[] {
  let samples = [''];
  while (reader.at < reader.text.length && !'|)'.includes(reader.text[reader.at] ?? '')) {
    const next = readRepeated(reader);
    samples = samples.flatMap(sample => next.map(part => sample + part)).slice(0, maxSamples);
  }
  return samples;
}

function readRepeated(reader: Reader): string[] {
  const atoms = readAtom(reader);
  const quantifier = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/.exec(reader.text.slice(reader.at));
  if (!quantifier) return atoms;
  reader.at += quantifier[0].length;
  const least = quantifier[1];
  if (least !== undefined) return atoms.map(atom => atom.repeat(Math.min(Number(least), 1000)));
  return quantifier[0].startsWith('+') ? atoms : [...atoms, ''];
}

function readAtom(reader: Reader): string[] {
  const character = reader.text[reader.at] ?? '';
  reader.at += 1;
  if (character === '(') return readGroup(reader);
  if (character === '[') return readClass(reader);
  if (character === '\\') return [readEscape(reader)];
  if (character === '.') return ['x'];
  if (character === '^' || character === '$') return [''];
  return [character];
}

function readGroup(reader: Reader): string[] {
  const opening = /^\?(?:P?<\w+>|[imsU-]*:|([imsU-]+)\))?/.exec(reader.text.slice(reader.at))?.[0] ?? '';
  if (opening === '?') throw new Unsupported();
  reader.at += opening.length;
  if (opening.endsWith(')')) return [''];
  const samples = readAlternatives(reader);
  if (reader.text[reader.at] !== ')') throw new Unsupported();
  reader.at += 1;
  return samples;
}

function readClass(reader: Reader): string[] {
  const body = /^\^?\]?(?:\\.|[^\]\\])*/.exec(reader.text.slice(reader.at))?.[0] ?? '';
  reader.at += body.length + 1;
  if (body.startsWith('[:') || body.includes('[:')) throw new Unsupported();
  if (!body.startsWith('^'))
    return [body.startsWith('\\') ? readEscape({ text: body, at: 1 }) : (body[0] ?? '')];
  const outside = ['x', 'a', '0', ' ', '~', 'Z'].find(character => !body.includes(character));
  if (outside === undefined || /-|\\/.test(body)) throw new Unsupported();
  return [outside];
}

const escapes: Readonly<Record<string, string>> = {
  d: '1',
  w: 'a',
  s: ' ',
  S: 'x',
  D: 'x',
  W: ' ',
  b: '',
  B: '',
  A: '',
  z: '',
  n: '\n',
  t: '\t',
  r: '\r',
};

function readEscape(reader: Reader): string {
  const character = reader.text[reader.at] ?? '';
  reader.at += 1;
  if (character in escapes) return escapes[character] ?? '';
  if (/[a-zA-Z0-9]/.test(character)) throw new Unsupported();
  return character;
}
