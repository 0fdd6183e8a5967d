import { describe, expect, it } from 'vitest';
import { assembled, call, dropped, item, memory } from '../../../test/support/assembled.ts';
import { budgetOf } from './budget-of.ts';

const result = assembled({
  context: { knowledge: [item('docs#0', 'd', 60)] },
  trace: {
    memory_calls: [call('docs'), call('notes')],
    dropped: [
      dropped('notes#0', 'budget', { tokens: 45, cut_order: 0 }),
      dropped('notes#1', 'duplicate', { tokens: 45 }),
    ],
  },
  meta: { token_estimate: 60, section_tokens: { knowledge: 60 }, estimator: 'o200k_base' },
});
const memories = { docs: memory('docs', { section: 'knowledge' }), notes: memory('notes', {}) };

describe('budgetOf', () => {
  it('joins what was kept and what was cut into one budget', () => {
    const request = { scope_variables: {}, constraints: { max_tokens: 80 } };
    expect(budgetOf({ request, limitOverride: undefined, result, memories })).toMatchObject({
      limit: 80,
      sampleLimit: 80,
      strategy: 'peel',
      estimator: 'o200k_base',
      counts: 'items',
      used: 60,
      needed: 105,
      max: 200,
      items: [
        { id: 'docs#0', kept: true },
        { id: 'notes#0', kept: false },
      ],
      sections: [{ section: 'knowledge', tokens: 60 }],
      cliffs: [
        { limit: 105, leaves: ['notes#0'] },
        { limit: 60, leaves: ['docs#0'] },
      ],
    });
  });

  it.each([
    ['the slider wins over the sample', { max_tokens: 80 }, 300, { limit: 300, sampleLimit: 80, max: 300 }],
    ['without a limit there is none', {}, undefined, { limit: undefined, sampleLimit: undefined, max: 200 }],
    ['a limit of the wrong type is none', { max_tokens: 'many' }, undefined, { limit: undefined, max: 200 }],
    ['pack is told apart', { budget_strategy: 'pack' }, 80, { strategy: 'pack' }],
    [
      'counting the rendered text has no cliffs by item',
      { count: 'rendered' },
      80,
      { counts: 'rendered', cliffs: [] },
    ],
    ['long tracks end at thousands', { max_tokens: 32_100 }, undefined, { max: 33_000 }],
  ])('%s', (_name, constraints, limitOverride, expected) => {
    const request = { scope_variables: {}, constraints };
    expect(budgetOf({ request, limitOverride, result, memories })).toMatchObject(expected);
  });
});
