import { createViewBuilder, type TextView } from './text-view.ts';

/** Base64 of `password=` with eight characters; nothing shorter holds a secret. */
const shortestRun = 24;
/** A run is taken for text if its first bytes are: of random ones, or of names in code, one in 50,000 begins so. */
const firstBytes = 12;
/** Where a run may begin, since a path before it looks like its begin: after its first separators as well. */
const mostBeginnings = 5;
const bytesAtOnce = 8192;

const values = new Int8Array(128).fill(-1);
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
for (const [value, character] of [...alphabet].entries()) values[character.charCodeAt(0)] = value;
values['-'.charCodeAt(0)] = 62;
values['_'.charCodeAt(0)] = 63;

function valueAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? (values[code] ?? -1) : -1;
}

/**
 * What stands in base64 in a text, decoded: a view of each run that begins as text does. Its characters are bytes. A run
 * may be wrapped. Most characters are not looked at: a few of every 24. Others may run
 * whenever it yields undefined.
 */
export function* decodedRuns(text: string): Generator<TextView | undefined> {
  for (let found = nextRun(text, 0); found !== undefined; found = nextRun(text, found.end)) {
    const begin = beginOfText(text, found.start, found.end);
    if (begin === undefined) continue;
    const run = readRun(text, begin, found.end);
    found = { ...found, end: run.endOf(run.text.length) };
    yield yield* decode(run);
  }
}

/** The next run of characters of base64 that is long enough to hold a secret. */
export function nextRun(
  text: string,
  from: number,
): { readonly start: number; readonly end: number } | undefined {
  let start = from;
  while (start + shortestRun <= text.length) {
    // From the end: where one character is none of base64, no run holds those before it.
    let known = start + shortestRun;
    while (known > start && valueAt(text, known - 1) >= 0) known -= 1;
    if (known === start) return { start, end: endOfRun(text, start + shortestRun) };
    start = known;
  }
  return undefined;
}

function endOfRun(text: string, from: number): number {
  let end = from;
  while (valueAt(text, end) >= 0) end += 1;
  return end;
}

/** Where in a run a text begins, if one does. */
function beginOfText(text: string, start: number, end: number): number | undefined {
  if (isText(text, start)) return start;
  let begins = 1;
  for (let at = start; at < end - shortestRun && begins < mostBeginnings; at += 1) {
    if (!'/-_+'.includes(text.charAt(at))) continue;
    begins += 1;
    if (isText(text, at + 1)) return at + 1;
  }
  return undefined;
}

function isText(text: string, begin: number): boolean {
  for (let index = 0; index < firstBytes; index += 1) {
    const byte = byteAt(text, begin, index);
    const isPrintable = (byte >= 0x20 && byte < 0x7f) || byte === 9 || byte === 10 || byte === 13;
    if (!isPrintable) return false;
  }
  return true;
}

const wrap = /\r?\n[ \t]{0,64}(?=[A-Za-z0-9+/_-])/y;

/** A run from its begin, over the line breaks that wrap it: where a line of whole bytes goes on in the next. */
function readRun(text: string, begin: number, firstEnd: number): TextView {
  const run = createViewBuilder(text);
  let from = begin;
  let end = firstEnd;
  for (;;) {
    run.keep(from, end);
    wrap.lastIndex = end;
    if ((end - from) % 4 !== 0 || end - from < shortestRun || !wrap.test(text)) return run.build();
    from = wrap.lastIndex;
    end = endOfRun(text, from);
  }
}

/** Three bytes stand in four characters; beyond the end are zeros. */
function byteAt(run: string, begin: number, index: number): number {
  const at = begin + Math.floor(index / 3) * 4 + (index % 3);
  const left = Math.max(0, valueAt(run, at));
  const right = Math.max(0, valueAt(run, at + 1));
  const shift = 2 * (index % 3);
  return ((left << (2 + shift)) | (right >> (4 - shift))) & 0xff;
}

function* decode(run: TextView): Generator<undefined, TextView> {
  const { length } = run.text;
  const count = Math.floor((length * 3) / 4);
  const parts: string[] = [];
  for (let from = 0; from < count; from += bytesAtOnce) {
    const bytes = Array.from({ length: Math.min(bytesAtOnce, count - from) }, (_, index) =>
      byteAt(run.text, 0, from + index),
    );
    parts.push(String.fromCharCode(...bytes));
    yield undefined;
  }
  // A secret takes each character that holds a part of it.
  return {
    text: parts.join(''),
    startOf: offset => run.startOf(Math.floor((offset * 4) / 3)),
    endOf: offset => run.endOf(Math.min(length, Math.ceil((offset * 4) / 3))),
  };
}
