import { expect, it } from 'vitest';
import type { Output } from '../../../../shared/contract/contract.ts';
import type { Step } from '../../../../shared/model/memory.ts';
import { branchOutcomes, elementTokens, fieldsOfElements, stepOutcomes } from './step-results.ts';

const pipeline: Step[] = [
  { type: 'document_search', alias: 'docs' },
  { type: 'rank', alias: 'best', params: { strategy: 'recency' } },
  { type: 'format', alias: 'text', params: { format: 'prose' } },
];
const trace = (type: string, alias: string, count: number) => ({
  type,
  alias,
  duration_ms: 1,
  count,
  result: 'elements' as const,
});
const output: Output<'memories.execute'> = {
  call: {
    memory_id: 'm',
    requested_by: [],
    status: 'failed',
    items: 0,
    kept: 0,
    started_ms: 0,
    duration_ms: 2,
    format: 'prose',
    steps: [trace('document_search', 'docs', 1), { ...trace('score', 'best', 0), error: 'no number' }],
  },
  items: [],
  step_results: [{ alias: 'docs', elements: [{ content: 'a', score: 1 }] }],
};

it('gives each step what it returned, and none to steps that did not run or were of another type then', () => {
  expect(stepOutcomes(pipeline, output)).toEqual([
    { trace: output.call.steps[0], elements: [{ content: 'a', score: 1 }], text: undefined, read: undefined },
    undefined,
    undefined,
  ]);
  expect(stepOutcomes(pipeline, undefined)).toEqual([undefined, undefined, undefined]);
});

it('gives steps in branches what they returned, by the alias they have there', () => {
  const inner: Step = { type: 'static', params: { items: ['a'] } };
  const branched: Step[] = [{ type: 'conditional', params: { condition: 'true', thenSteps: [inner] } }];
  const alias = 'conditional_1_then_static_1';
  const ran = {
    ...output,
    call: {
      ...output.call,
      steps: [
        { ...trace('conditional', 'conditional_1', 0), result: 'boolean' as const },
        trace('static', alias, 1),
      ],
    },
  };
  const outcomeOf = branchOutcomes(branched, {
    ...ran,
    step_results: [{ alias, elements: [{ content: 'a' }] }],
  });
  expect([
    outcomeOf(alias, inner),
    outcomeOf(alias, { type: 'format' }),
    outcomeOf('conditional_1_else_static_1', inner),
    branchOutcomes(branched, undefined)(alias, inner),
  ]).toEqual([
    { trace: trace('static', alias, 1), elements: [{ content: 'a' }], text: undefined, read: undefined },
    undefined,
    undefined,
    undefined,
  ]);
});

it('knows the fields of elements', () => {
  const elements = [
    { content: 'a', score: 1, counts: { chars4: 1 } },
    { content: 'b', topic: 'x', tags: ['t'], source: { kind: 'static' } },
  ];
  expect(fieldsOfElements(elements)).toEqual(['content', 'score', 'topic', 'tags']);
});

it('counts tokens exactly where a count is stored', () => {
  const element = { content: 'abcde', counts: { o200k_base: 1 } };
  expect([elementTokens(element, 'o200k_base'), elementTokens(element, 'chars4')]).toEqual([1, 2]);
});
