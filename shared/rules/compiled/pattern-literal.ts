/** What can be said about an RE2 pattern without running it. */
export type PatternLiteral =
  /** Found in a text of one line exactly when these stand in it one after the other: `error.*cache`. */
  | { readonly kind: 'sequence'; readonly texts: readonly string[] }
  /** The pattern means exactly this text test. */
  | {
      readonly kind: 'exact';
      readonly anchor: 'none' | 'start' | 'end' | 'both';
      readonly texts: readonly string[];
    }
  /** Every text it is found in contains these, one after the other. */
  | { readonly kind: 'requires'; readonly texts: readonly string[] };

/**
 * Reads the literals of a pattern: `^fix`, `cache$`, `(?:a|b)` are text tests, `error [0-9]+ in` requires `error `
 * and then ` in`. Careful rather than clever: flags, nested groups and whatever else it does not know give undefined.
 */
export function patternLiteral(pattern: string): PatternLiteral | undefined {
  return exactTexts(pattern) ?? sequence(pattern) ?? requiredTexts(pattern);
}

const plainText = /^[^\\.+*?()|[\]{}^$]*$/;

function sequence(pattern: string): PatternLiteral | undefined {
  const texts = pattern.split('.*');
  return texts.every(text => plainText.test(text)) ? { kind: 'sequence', texts } : undefined;
}

function exactTexts(pattern: string): PatternLiteral | undefined {
  const isStart = pattern.startsWith('^');
  const isEnd = pattern.endsWith('$') && !pattern.endsWith('\\$');
  const body = pattern.slice(isStart ? 1 : 0, isEnd ? -1 : undefined);
  const group = /^\((?:\?:)?([^()]*)\)$/.exec(body);
  // Without a group an alternative would end at the anchor: `^a|b$` is not `^(a|b)$`.
  const texts = group ? (group[1] ?? '').split('|') : [body];
  if (!texts.every(text => plainText.test(text))) return undefined;
  return { kind: 'exact', anchor: anchorOf(isStart, isEnd), texts };
}

function anchorOf(isStart: boolean, isEnd: boolean): 'none' | 'start' | 'end' | 'both' {
  if (isStart && isEnd) return 'both';
  if (isStart) return 'start';
  return isEnd ? 'end' : 'none';
}

/** The runs of literal characters that a match must hold one after the other; whatever else is a gap between them. */
function requiredTexts(pattern: string): PatternLiteral | undefined {
  const runs = [''];
  const rest = { pattern, at: 0 };
  while (rest.at < pattern.length) {
    const piece = readPiece(rest);
    if (piece === undefined) return undefined;
    if (piece.literal !== undefined) runs.push(`${runs.pop() ?? ''}${piece.literal}`);
    if (piece.isGapAfter) runs.push('');
  }
  const texts = runs.filter(run => run !== '');
  return texts.length === 0 ? undefined : { kind: 'requires', texts };
}

interface Piece {
  readonly literal?: string;
  readonly isGapAfter: boolean;
}

const gap: Piece = { isGapAfter: true };
const nothing: Piece = { isGapAfter: false };
/** What may follow an atom: none, `+` (at least once), or something that allows none of it. */
const quantifier = /^(?:[*+?]|\{[^}]*\})\??/;

function readPiece(rest: { readonly pattern: string; at: number }): Piece | undefined {
  const text = rest.pattern.slice(rest.at);
  if (text.startsWith('|')) return undefined;
  if (text.startsWith('^') || text.startsWith('$')) return advance(rest, 1, nothing);
  const atom = readAtom(text);
  if (atom === undefined) return undefined;
  const repeated = quantifier.exec(text.slice(atom.length))?.[0] ?? '';
  const { literal } = atom;
  const isKept = literal !== undefined && (repeated === '' || repeated.startsWith('+'));
  const piece = isKept ? { literal, isGapAfter: repeated !== '' } : gap;
  return advance(rest, atom.length + repeated.length, literal === '' ? nothing : piece);
}

function advance<Value>(rest: { at: number }, length: number, value: Value): Value {
  rest.at += length;
  return value;
}

/** One character, escape, class or group; its literal where it stands for exactly one text. */
function readAtom(text: string): { readonly length: number; readonly literal?: string } | undefined {
  const group = /^\((?:[^()[\]\\]|\\.)*\)/.exec(text)?.[0];
  if (group !== undefined)
    return group.startsWith('(?') && !group.startsWith('(?:') ? undefined : { length: group.length };
  const charClass = /^\[\^?\]?(?:[^\]\\]|\\.)*\]/.exec(text)?.[0];
  // A name like `[:alpha:]` has a bracket of its own, so that the class may not end at the first one.
  if (charClass?.includes('[:')) return undefined;
  if (charClass !== undefined) return { length: charClass.length };
  if (text.startsWith('\\')) return readEscape(text[1] ?? '');
  if (text.startsWith('.')) return { length: 1 };
  if (/^[()[\]{}*+?]/.test(text)) return undefined;
  const [character = ''] = text;
  return { length: character.length, literal: character };
}

function readEscape(character: string): { readonly length: number; readonly literal?: string } | undefined {
  if ('bB'.includes(character)) return { length: 2, literal: '' };
  if ('dDsSwW'.includes(character)) return { length: 2 };
  return /[A-Za-z0-9]/.test(character) ? undefined : { length: 2, literal: character };
}
