import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPositions, parseJson, positionOfPath } from './json-text.ts';

describe('parseJson', () => {
  it('gives what the text says, keys such as __proto__ included', () => {
    const parsed = parseJson('{"__proto__": {"a": 1}, "b": [null, true]}');
    expect(parsed.kind).toBe('parsed');
    const value = parsed.kind === 'parsed' ? parsed.value : undefined;
    expect(Object.keys(value as object)).toEqual(['__proto__', 'b']); // the test text is an object
  });

  it.each([
    ['an empty file', '', 1, 1, 'the file is empty'],
    ['a cut file', '{\n  "a": [1,\n  2', 3, 4, 'the file ends before its "]"'],
    [
      'a trailing comma',
      '{\n  "a": 1,\n}',
      3,
      1,
      'a key in double quotes is missing here (or the comma before is too much)',
    ],
    ['a comment', '{ // hm\n}', 1, 3, 'comments are not allowed in JSON'],
    ['a missing colon', '{"a" 1}', 1, 6, 'a ":" is missing here'],
    [
      'a single-quoted text',
      "{'a': 1}",
      1,
      2,
      'a word that is no JSON stands here; texts need double quotes',
    ],
    ['a NUL', '{"a": "\u0000"}', 1, 7, 'a character stands here that JSON does not allow'],
    ['two values', '{} {}', 1, 4, 'the JSON ends before this; what follows is too much'],
    ['a key that stands twice', '{"a": 1,\n "b": {"a": 2},\n "a": 3}', 3, 2, 'the key "a" stands here twice'],
    ['a key that stands twice in a row', '{"a":1,"a":1}', 1, 8, 'the key "a" stands here twice'],
    ['a number too large to be written again', '{"a":1e999}', 1, 6, 'this number is too large'],
    [
      'a number of more digits than are kept',
      '{"user":\n 175928847299117063}',
      2,
      2,
      'this number has more digits than are kept; write it as a text',
    ],
    ['an unclosed text', '{"a": "b\n}', 1, 7, 'this text has no closing quote'],
  ])('says where and why %s is broken', (_name, text, line, column, reason) => {
    expect(parseJson(text)).toEqual({ kind: 'broken', line, column, reason });
  });

  it('reads every number that can be written again, however it is written', () => {
    const numbers =
      '[9007199254740993.5,1.10,1e2,-0,9007199254740992,1000000000000000000000,12345678901234567000]';
    expect(parseJson(`${numbers} `)).toEqual({ kind: 'parsed', value: JSON.parse(numbers) });
  });

  it('reads 64 levels and refuses 65, without recursion for a million', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(parseJson(nested(64)).kind).toBe('parsed');
    expect(parseJson(nested(65))).toMatchObject({ kind: 'broken', line: 1, column: 65 });
    expect(parseJson(nested(1_000_000)).kind).toBe('broken');
    expect(parseJson(`["${'['.repeat(100)}\\""]`).kind).toBe('parsed');
  });
});

describe('positionOfPath', () => {
  const text = '{\n  "rules": [\n    { "id": "a" },\n    { "id": 7 }\n  ]\n}';

  it.each([
    [['rules', 1, 'id'], { line: 4, column: 7 }],
    [['rules', 1, 'name'], { line: 4, column: 5 }],
    [['rules', 5], { line: 2, column: 3 }],
    [[], { line: 1, column: 1 }],
  ])('finds %j, or what is nearest around it', (path, position) => {
    expect(positionOfPath(text, path)).toEqual(position);
    const lines = text.replaceAll('\n', '\r\n');
    expect(createPositions(lines)(path)).toEqual(position);
  });
});

/** Every place of a value, as `positionOfPath` takes it. */
function pathsOf(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [path, ...inner.flatMap(([key, one]) => pathsOf(one, [...path, key]))];
}

const valueAt = (value: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], value); // a path of the value

describe('any JSON', () => {
  // Keys that a plain object takes by themselves are tried above.
  const json = fc.jsonValue({ maxDepth: 4 }).filter(value => !JSON.stringify(value).includes('__proto__'));
  const spaces = fc.constantFrom(undefined, 2, 1, '\t');
  const upTo = (text: string, { line, column }: { line: number; column: number }): string =>
    [...text.split('\n').slice(0, line - 1), (text.split('\n')[line - 1] ?? '').slice(0, column - 1)].join(
      '\n',
    );

  it('is read as it is, however it is spaced', () => {
    fc.assert(
      fc.property(json, spaces, fc.constantFrom('', '\n', ' \n'), (value, space, end) => {
        const text = JSON.stringify(value, undefined, space) + end;
        expect(parseJson(text)).toEqual({ kind: 'parsed', value: JSON.parse(text) });
      }),
    );
  });

  it('is found at each of its places', () => {
    fc.assert(
      fc.property(json, spaces, (value, space) => {
        const text = JSON.stringify(value, undefined, space);
        const positions = createPositions(text);
        for (const path of pathsOf(value)) {
          const position = positionOfPath(text, path);
          expect(positions(path)).toEqual(position);
          expect(positions([...path, 'none', 0])).toEqual(positionOfPath(text, [...path, 'none', 0]));
          const rest = text.slice(upTo(text, position).length);
          const key = path.at(-1);
          // Properties are shown at their key.
          const wanted =
            typeof key === 'string' ? JSON.stringify(key) : JSON.stringify(valueAt(value, path)).slice(0, 1);
          expect(rest.slice(0, wanted.length), JSON.stringify(path)).toBe(wanted);
        }
      }),
    );
  });

  it('that is cut is broken where it ends, or before', () => {
    const nested = fc.array(json, { minLength: 1 });
    fc.assert(
      fc.property(nested, spaces, fc.nat(), (value, space, at) => {
        const text = JSON.stringify(value, undefined, space);
        const cut = text.slice(0, at % text.length);
        const parsed = parseJson(cut);
        expect(parsed.kind).toBe('broken');
        if (parsed.kind === 'broken') expect(upTo(cut, parsed).length).toBeLessThanOrEqual(cut.length);
      }),
    );
  });

  it('that is too long to be compared with what is written is read all the same', () => {
    const long = { a: 'x'.repeat(70_000), b: [1, 2] };
    expect(parseJson(JSON.stringify(long))).toEqual({ kind: 'parsed', value: long });
    expect(parseJson(`{"a":"${'x'.repeat(70_000)}","a":1}`)).toMatchObject({
      kind: 'broken',
      column: 70_009,
      reason: 'the key "a" stands here twice',
    });
  });
});
