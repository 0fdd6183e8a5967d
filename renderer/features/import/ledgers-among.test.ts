import { expect, it } from 'vitest';
import { ledgersAmong } from './ledgers-among.ts';

it.each<[string, string[], string[]]>([
  ['the folder itself', ['.twining/blackboard.jsonl', '.twining/decisions/a.json'], ['.twining']],
  ['one in a project', ['acme/.twining/config.yml', 'acme/docs/a.md'], ['acme/.twining']],
  ['a copy under another name', ['copy/blackboard.jsonl', 'copy/decisions/index.json'], ['copy']],
  ['decisions with their index', ['old/decisions/index.json', 'old/decisions/a.json'], ['old']],
  ['several', ['x/.twining/a', 'y/.twining/b'], ['x/.twining', 'y/.twining']],
  ['one in another once', ['copy/blackboard.jsonl', 'copy/.twining/blackboard.jsonl'], ['copy']],
  ['none where files only look alike', ['blackboard.jsonl', 'docs/decisions/a.json', 'a.twining/b.md'], []],
])('finds %s', (_, paths, expected) => {
  expect(ledgersAmong(paths)).toEqual(expected);
});
