import { expect, it } from 'vitest';
import { leftInWords } from './LeftWork.tsx';

it('tells of a closed window what it had not saved, and nothing else of its history', () => {
  const documents = [
    { kind: 'engines', id: 'rules', base: 'x', saved: { name: 'A' }, value: { name: 'B' } },
    { kind: 'samples', id: 'same', base: 'x', saved: { name: 'A' }, value: { name: 'A' } },
    { kind: 'tests', id: 'gone', base: 'x', saved: { name: 'A' }, value: null },
  ] as const;
  expect(leftInWords({ documents })).toBe('2 files: “B” and “A”.');
});
