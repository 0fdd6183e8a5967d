import { expect, it } from 'vitest';
import { isId } from '../../shared/model/id-name.ts';
import { freeId, freeIdFromName } from './free-id.ts';

it.each([
  ['notes', [], 'notes'],
  ['notes', ['notes'], 'notes-2'],
  ['notes', ['Notes', 'notes-2'], 'notes-3'],
  ['notes-2', ['notes-2'], 'notes-3'],
  ['notes-2', ['notes-2', 'notes'], 'notes-3'],
])('gives %s next to %j the id %s', (wanted, taken, id) => {
  expect(freeId(wanted, taken)).toBe(id);
});

it('stays a valid id when the wanted one is as long as ids may be', () => {
  const long = 'a'.repeat(64);
  const id = freeId(long, [long]);
  expect([isId(id), id]).toEqual([true, `${'a'.repeat(62)}-2`]);
});

it('makes an id from a name', () => {
  expect(freeIdFromName('Release notes', 'memory', ['release-notes'])).toBe('release-notes-2');
});
