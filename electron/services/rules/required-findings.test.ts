import { expect, it } from 'vitest';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import { startApp } from '../../../test/support/app-harness.ts';

const memory = (id: string, required: boolean) => ({
  id,
  label: id,
  version: '1.0.0',
  status: 'active' as const,
  inputs_scope: [],
  additional_variables: [],
  retrieval: {
    pipeline: [
      {
        type: 'static' as const,
        params: { items: [`${id} ${'one '.repeat(20)}`, `${id} ${'two '.repeat(20)}`] },
      },
    ],
  },
  contribution: {
    section: 'knowledge' as const,
    priority: 'high' as const,
    format: 'prose' as const,
    required,
  },
});
const engine = {
  id: 'e',
  name: 'E',
  description: '',
  enabled: true,
  rules: [
    {
      id: 'r',
      name: 'R',
      priority: 1,
      when: [{ field: 'addVar.phase', operator: 'eq' as const, value: 'plan' }],
      then: { add_memories: ['must', 'may'] },
    },
  ],
};
const sample = (id: string, phase: string, max_tokens?: number) => ({
  id,
  name: `Sample ${id}`,
  request: {
    scope_variables: {},
    additional_variables: { phase },
    ...(max_tokens !== undefined && { constraints: { max_tokens } }),
  },
});

/** Two items of 85 characters, 22 tokens each. */
const required = 44;

it.each([
  ['exactly fill it', required, 'plan', 0],
  ['exceed it by one', required - 1, 'plan', 1],
  ['exceed it, whatever the budget would have cut', 1, 'plan', 1],
  ['are not asked for', 1, 'review', 0],
  ['meet no limit', undefined, 'plan', 0],
])('required items that %s', async (_, limit, phase, count) => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const { findings } = await call('rules.analyze', {
    engines: [engine],
    memories: [memory('must', true), memory('may', false)],
    samples: [sample('s', phase, limit)],
  });
  const found = findings.filter(({ code }) => code === 'required-over-budget');
  expect(found).toEqual(
    count === 0
      ? []
      : [
          {
            code: 'required-over-budget',
            severity: 'warning',
            possible: false,
            message: `The required items of "must" alone have ${required} tokens in the sample "Sample s", whose limit is ${limit}.`,
            rules: [],
            memories: ['must'],
            witness: sample('s', phase, limit).request,
          },
        ],
  );
});

it('says nothing of items that stand as data, since those are not required', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const must = memory('must', true);
  const imported = {
    ...must,
    origin: 'import' as const,
    contribution: { ...must.contribution, section: 'constraints' as const },
  };
  const codesOf = async (known: PersistentMemory) => {
    const { findings } = await call('rules.analyze', {
      engines: [engine],
      memories: [known, memory('may', false)],
      samples: [sample('s', 'plan', 1)],
    });
    return findings.map(({ code }) => code);
  };
  expect(await codesOf(imported)).not.toContain('required-over-budget');
  expect(await codesOf({ ...imported, contribution: must.contribution })).toContain('required-over-budget');
});

it('says nothing of a sample that cannot be assembled', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const unfit = sample('s', 'plan', 1);
  const { findings } = await call('rules.analyze', {
    engines: [engine],
    memories: [memory('must', true), memory('may', false)],
    samples: [{ ...unfit, request: { ...unfit.request, explicit_memory: ['nobody'] } }],
  });
  expect(findings.map(({ code }) => code)).not.toContain('required-over-budget');
});
