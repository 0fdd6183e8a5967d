/** Ranges of characters that move a cursor, clear a screen, reorder, hide or end a line, whoever reads them. */
const controlRanges: readonly (readonly [first: number, last: number])[] = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x180e, 0x180e],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x2064],
  [0x2066, 0x2069],
  [0x3164, 0x3164],
  [0xfe00, 0xfe01],
  [0xfeff, 0xfeff],
  [0xfff9, 0xfffb],
  [0xe0001, 0xe0001],
  [0xe0041, 0xe0042],
];

/** Each of these characters, alone. */
export const controls: readonly string[] = controlRanges.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
);

/** What begins a line only where a name was able to break one. */
const forgedLine = 'FORGED';

/** A name with every control in it, that clears the screen, sets the clipboard and begins a line of its own. */
export const hostileName = (name: string): string =>
  `${name}\u001b[2J\u001b]52;c;aGk=\u0007${controls.join('')}\n${forgedLine}`;

/** The same as far as a file can be called so: no NUL, and within 255 bytes. */
export const hostileFileName = (name: string): string => hostileName(name).replaceAll('\0', '');

/** Controls that stand in an output as they are, by code point, and a line that a name forged. Line ends are layout. */
export function rawControls(output: string): string[] {
  const raw = controls.filter(control => control !== '\n' && output.includes(control));
  const names = raw.map(control => `U+${(control.codePointAt(0) ?? 0).toString(16).toUpperCase()}`);
  return output.split('\n').some(line => line.startsWith(forgedLine)) ? [...names, 'a forged line'] : names;
}

/** The value with every text in it changed, hostile without another wish, that `accepts` leaves so: names of today and those that are added later. */
export function infected<Value>(
  value: Value,
  accepts: (value: Value) => boolean,
  leave: (path: string) => boolean = () => false,
  change: (text: string) => string = hostileName,
): Value {
  const paths = textPaths(value).filter(path => !leave(path.join('.')));
  return paths.reduce((known, path) => {
    const changed = withChange(known, path, change) as Value; // the same shape, with one text longer
    return accepts(changed) ? changed : known;
  }, value);
}

type Path = readonly (string | number)[];

function textPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path];
  if (Array.isArray(value)) return value.flatMap((one, index) => textPaths(one, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => textPaths(one, [...path, key]));
}

function withChange(value: unknown, [key, ...rest]: Path, change: (text: string) => string): unknown {
  if (key === undefined) return change(String(value));
  if (Array.isArray(value))
    return value.map((one, index) => (index === key ? withChange(one, rest, change) : one));
  if (typeof value !== 'object' || value === null) return value;
  return { ...value, [key]: withChange(Reflect.get(value, key), rest, change) };
}
