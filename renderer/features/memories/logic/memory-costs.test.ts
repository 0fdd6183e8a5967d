import { expect, it } from 'vitest';
import type {
  AssembledContext,
  ContextItem,
  MemoryCall,
} from '../../../../shared/model/assembled-context.ts';
import { memoryCosts, memoryNotes } from './memory-costs.ts';

const item = (memoryId: string, index: number, tokens: number): ContextItem => ({
  id: `${memoryId}#${index}`,
  memory_id: memoryId,
  content: 'text',
  tokens,
  weight: 2,
  source: { kind: 'static' },
});
const call = (memoryId: string, kept: number, changes: Partial<MemoryCall> = {}): MemoryCall => ({
  memory_id: memoryId,
  requested_by: [],
  status: 'ok',
  items: kept,
  kept,
  started_ms: 0,
  duration_ms: 1,
  format: 'prose',
  steps: [],
  ...changes,
});
const assembled: AssembledContext = {
  request_id: 'r',
  context: {
    constraints: [item('rules', 0, 10)],
    knowledge: [item('docs', 0, 30), item('docs', 2, 12)],
  },
  trace: {
    memory_calls: [
      call('rules', 1),
      call('docs', 2, { items: 5 }),
      call('state', 0, {
        status: 'skipped',
        error: { code: 'missing_variable', message: 'thread_id is missing' },
      }),
    ],
    rules_applied: [],
    variables_used: [],
    missing_variables: [],
    shadowed_variables: [],
    dropped: [
      {
        item_id: 'docs#1',
        memory_id: 'docs',
        section: 'knowledge',
        tokens: 9,
        reason: 'duplicate',
        survivor: 'rules#0',
      },
      {
        item_id: 'docs#3',
        memory_id: 'docs',
        section: 'knowledge',
        tokens: 900,
        reason: 'budget',
        cut_order: 1,
      },
      {
        item_id: 'docs#4',
        memory_id: 'docs',
        section: 'knowledge',
        tokens: 200,
        reason: 'budget',
        cut_order: 0,
      },
    ],
    warnings: [],
    stages: [],
  },
  meta: {
    token_estimate: 52,
    estimator: 'chars4',
    section_tokens: {},
    total_items: 3,
    truncated: true,
    degraded: false,
    duration_ms: 1,
  },
};

it('sums what each asked memory comes to, also to nothing', () => {
  expect([...memoryCosts(assembled)]).toEqual([
    ['rules', { tokens: 10, kept: 1, items: 1, status: 'ok' }],
    ['docs', { tokens: 42, kept: 2, items: 5, status: 'ok' }],
    ['state', { tokens: 0, kept: 0, items: 0, status: 'skipped' }],
  ]);
});

it('says what was cut and why, one note a cause', () => {
  expect(memoryNotes(assembled, 'docs')).toEqual([
    {
      kind: 'duplicate',
      title: '1 item is cut as a duplicate',
      detail: 'The same text comes from rules, which stands earlier.',
    },
    {
      kind: 'budget',
      title: '2 items are cut by the budget',
      detail: "1,100 tokens did not fit the sample's limit.",
    },
  ]);
});

it('passes on why a pipeline did not run', () => {
  expect(memoryNotes(assembled, 'state')).toEqual([
    { kind: 'skipped', title: 'The pipeline was skipped', detail: 'thread_id is missing' },
  ]);
});

it('has nothing to say about a memory that was not asked for', () => {
  expect(memoryNotes(assembled, 'unknown')).toEqual([]);
});
