import { expect, it } from 'vitest';
import { assembled, call, dropped, item, memory } from '../../../test/support/assembled.ts';
import { contributedItems } from './contributed-items.ts';

it('puts kept and cut items back into placement order and leaves out what never reached the budget', () => {
  const result = assembled({
    context: { constraints: [item('rules#0')], history: [item('old#0'), item('new#0')] },
    trace: {
      memory_calls: [call('old'), call('new'), call('rules')],
      dropped: [
        dropped('old#10', 'budget'),
        dropped('old#2', 'budget'),
        dropped('old#3', 'duplicate'),
        dropped('vital#0', 'budget', { preview: 'vi', tokens: 7, cut_order: 3 }),
      ],
    },
  });
  const memories = {
    rules: memory('rules', { section: 'constraints' }),
    old: memory('old', {}),
    new: memory('new', {}),
    vital: memory('vital', { priority: 'critical', required: true }),
  };
  expect(contributedItems(result, memories).map(({ id, kept }) => [id, kept])).toEqual([
    ['rules#0', true],
    ['vital#0', false],
    ['old#0', true],
    ['old#2', false],
    ['old#10', false],
    ['new#0', true],
  ]);
  expect(contributedItems(result, memories)[1]).toEqual({
    id: 'vital#0',
    memoryId: 'vital',
    section: 'history',
    tokens: 7,
    required: true,
    kept: false,
    cutOrder: 3,
    text: 'vi',
  });
});
