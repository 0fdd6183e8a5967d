import { expect, it } from 'vitest';
import { idOfFile, noUnreadable, unknownWords } from './unknown-words.ts';

it('tells a definition nobody made from one whose file cannot be read', () => {
  const files = [
    { file: '.codebolt/PersistentMemory/broken.json', line: 3, column: 2, reason: 'a value is missing here' },
    { file: '.codebolt/PersistentMemory/closed.json', reason: 'the file may not be read' },
  ];
  expect(['broken', 'closed', 'roken', 'none'].map(id => unknownWords('memory', id, files))).toEqual([
    'the memory "broken" cannot be read: .codebolt/PersistentMemory/broken.json:3:2: a value is missing here',
    'the memory "closed" cannot be read: .codebolt/PersistentMemory/closed.json: the file may not be read',
    'there is no memory "roken"',
    'there is no memory "none"',
  ]);
});

it('tells what is withheld, which can be read', () => {
  const withheld = [{ file: 'engines/new.json', reason: 'it came later', isWithheld: true as const }];
  expect(unknownWords('rule engine', 'new', withheld)).toBe(
    'the rule engine "new" is withheld: it came later',
  );
  expect(noUnreadable).toEqual({ engines: [], memories: [] });
  expect(
    ['a/b.json.json', 'c.json', 'd', 'e.json/f.txt'].map(file => idOfFile({ file, reason: '' })),
  ).toEqual(['b.json', 'c', 'd', 'f.txt']);
});
