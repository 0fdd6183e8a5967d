import { createViewBuilder, type TextView, type ViewBuilder } from './text-view.ts';

const named: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  bsol: '\\',
  colon: ':',
  commat: '@',
  dash: '-',
  equals: '=',
  gt: '>',
  hyphen: '-',
  lowbar: '_',
  lt: '<',
  period: '.',
  plus: '+',
  quot: '"',
  sol: '/',
  tilde: '~',
};

const percent = '%(?<percent>[0-7][0-9A-Fa-f])';
const escaped = '\\\\{1,4}(?:(?:u00|x)(?<escaped>[0-7][0-9A-Fa-f])|u\\{0{0,4}(?<braced>[0-7][0-9A-Fa-f])\\})';
const reference = `&(?:#0{0,5}(?<decimal>[0-9]{1,3})|#[xX]0{0,5}(?<hexadecimal>[0-7]?[0-9A-Fa-f])|(?<name>${Object.keys(named).join('|')}));`;
/** What is not seen: soft hyphens, joiners, marks of direction, selectors of variants, byte order marks. */
const invisible =
  '(?<invisible>[\\u00ad\\u034f\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f\\ufeff])';
const lineEnd = '[ \\t]{0,8}(?:\\\\?\\r?\\n[ \\t]{0,64})?';
/** Quotes between pieces of one text: `'ab' + 'cd'`, also with the operator or the next piece on the next line. */
const joint = `(?<quote>["'\`])(?:${lineEnd}(?:\\+|\\.{1,2}|&|\\|\\||<<)${lineEnd}|[ \\t]{0,8}\\\\?\\r?\\n[ \\t]{0,64})\\k<quote>`;

/** A quote of JSON within JSON; where there is one, line ends are escaped as well. */
const innerQuote = '\\\\{1,3}(?<inner>")';
const innerLine = '(?<line>\\\\{1,3}(?:r\\\\{1,3})?n)';

/** After so many others may run. */
const signsAtOnce = 4096;

const signs = [percent, escaped, reference, invisible, innerQuote, joint].join('|');
const anySign = new RegExp(signs);
const everySign = new RegExp(`${signs}|${innerLine}`, 'g');

/** What a disguise may be a part of: so much is looked at on both sides of it. */
const reach = 1024;
/** Between two stretches of a text, so that no line goes on in the next. */
const gap = '\n\n';

/** Whether anything in a text is not what those see who use it. */
export function isDisguised(text: string): boolean {
  return anySign.test(text);
}

/**
 * A text as those see it who use it, around the places where that is not what stands there: percent signs, escapes and
 * character references of ASCII decoded, JSON within JSON unescaped, characters nobody sees left out, concatenated
 * pieces joined. Returns undefined
 * where nothing of that is there; others may run whenever it yields.
 */
export function* decodedView(text: string): Generator<undefined, TextView | undefined> {
  if (!isDisguised(text)) return undefined;
  const view = createViewBuilder(text);
  let from = 0;
  let count = 0;
  for (const match of text.matchAll(everySign)) {
    count += 1;
    if (count % signsAtOnce === 0) yield undefined;
    keepNear(view, text, from, match.index, count > 1);
    from = match.index + match[0].length;
    view.replace(match.index, from, characterOf(match));
  }
  view.keep(from, beforeBlank(text, from + reach));
  return view.build();
}

/** Of what stands between two disguises, what is near one of them. */
function keepNear(view: ViewBuilder, text: string, from: number, to: number, isBetween: boolean): void {
  const isFar = to - from > 2 * reach;
  const left = isFar && isBetween ? beforeBlank(text, from + reach) : from;
  const right = isFar ? afterBlank(text, to - reach) : to;
  if (isFar && left < right) {
    view.keep(from, left);
    view.replace(left, right, gap);
    view.keep(right, to);
  } else view.keep(from, to);
}

/** The end of the word at a place; words of any length are cut. */
function beforeBlank(text: string, at: number): number {
  const blank = text.slice(at, at + reach).search(/\s/);
  return Math.min(text.length, blank < 0 ? at + reach : at + blank);
}

function afterBlank(text: string, at: number): number {
  const start = Math.max(0, at - reach);
  const near = text.slice(start, Math.max(0, at));
  const blank = /\s\S*$/.exec(near)?.index;
  return blank === undefined ? start : start + blank + 1;
}

function characterOf({ groups = {} }: RegExpExecArray): string {
  const hexadecimal = groups.percent ?? groups.escaped ?? groups.braced ?? groups.hexadecimal;
  if (hexadecimal !== undefined) return String.fromCharCode(Number.parseInt(hexadecimal, 16));
  if (groups.decimal !== undefined) return String.fromCharCode(Number(groups.decimal) & 0x7f);
  if (groups.inner !== undefined || groups.line !== undefined) return groups.inner ?? '\n';
  return groups.name === undefined ? '' : (named[groups.name] ?? '');
}
