import { expect, it } from 'vitest';
import type { Step } from '../../../../shared/model/memory.ts';
import { checkStepParams } from '../../../../shared/pipeline/check-step-params.ts';
import { stepKinds } from '../../../../shared/pipeline/step-kinds.ts';
import { askedParams, problemWords } from './step-params.ts';

const names = (step: Step) => askedParams(step).map(([name]) => name);

it.each([
  ['exists', undefined, false],
  ['not_exists', undefined, false],
  ['not_exists', 'left over', true],
  ['eq', undefined, true],
  [undefined, undefined, true],
])('a filter by %j with the value %j asks for a value: %j', (operator, value, isAsked) => {
  const step = { type: 'filter', params: { field: 'area', operator, value } } as Step; // a half-filled form
  expect(names(step).includes('value')).toBe(isAsked);
});

it.each(Object.keys(stepKinds).filter(type => type !== 'filter'))('asks for all that %s knows', type => {
  const step = { type } as Step; // a key of the table of types
  expect(names(step)).toEqual(Object.keys(stepKinds[step.type].params));
});

it.each<[Step, string[]]>([
  [{ type: 'vector_search', params: {} }, ['Missing: Collection']],
  [
    { type: 'reduce_latest', params: { sortField: 7 } },
    ['Missing: Entity field', 'Sort field must be a text'],
  ],
  [
    { type: 'document_search', params: { topK: 0.5 } },
    ['Top must be a whole number of at least 1 and at most 1000'],
  ],
  [{ type: 'rewrite_query', params: { odd: 1 } }, ['rewrite_query has no "odd"; it knows source']],
])('says %j in the words of the form', (step, words) => {
  expect(checkStepParams(step).map(problem => problemWords(step, problem))).toEqual(words);
});
