import { expect, it } from 'vitest';
import { unknownWords } from './unknown-words.ts';

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
