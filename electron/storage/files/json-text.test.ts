import { describe, expect, it } from 'vitest';
import { parseJson, positionOfPath } from './json-text.ts';

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
    ['an unclosed text', '{"a": "b\n}', 1, 7, 'this text has no closing quote'],
  ])('says where and why %s is broken', (_name, text, line, column, reason) => {
    expect(parseJson(text)).toEqual({ kind: 'broken', line, column, reason });
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
  });
});
