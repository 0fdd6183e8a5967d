import { expect, it } from 'vitest';
import { checkMemory } from '../model/validate-memory.ts';
import { freshMemory } from './memory-start.ts';
import { memoryStarts } from './memory-starts.ts';

it.each(Object.entries(memoryStarts))('%s is right but for what a user still writes', (name, { steps }) => {
  const codes = checkMemory(freshMemory('m', name, steps)).map(({ code }) => code);
  expect(codes.filter(code => code !== 'missing_param')).toEqual([]);
});
