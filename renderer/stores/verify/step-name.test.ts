import { expect, it } from 'vitest';
import { stepName } from './step-name.ts';

it('begins small, and keeps the ids as they are', () => {
  expect(stepName('Create memory API-Notes')).toBe('create memory API-Notes');
});
