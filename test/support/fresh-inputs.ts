import type { ProcedureName } from '../../shared/contract/contract.ts';
import type { AppHarness } from './app-harness.ts';
import { engineAdding, memoryOf } from './engine-definitions.ts';

/** A good input that writes over nothing that an earlier one wrote, by a number. */
export type MakeInput = (number: number) => Promise<object> | object;

const rule = (number: number) => ({ id: `r${number}`, name: 'R', when: [], then: { add_memories: [] } });
const messages = [{ id: 'm1', index: 0, role: 'user', parts: 'Where is the ferry?' }];
const named = { importance: 0.5, mentions: 1, aliases: [], facts: [] };

/** For the procedures of which one good call, made again and again, would write over itself or be refused. */
export function freshInputs({ call }: AppHarness): {
  readonly [Name in ProcedureName]?: readonly MakeInput[];
} {
  const decide = async (number: number) =>
    (await call('ledger.decide', { domain: `d${number}`, summary: `decided ${number}`, rationale: 'why' }))
      .id;
  const reconsidered = async (number: number) => {
    const id = await decide(number);
    return (await call('ledger.reconsider', { id })).decision.id;
  };
  return {
    'engines.save': [
      number => ({ engine: { ...engineAdding(`saved${number}`), rules: [rule(1)] }, expected_hash: null }),
    ],
    'engines.addRule': [number => ({ id: 'conditional', rule: rule(number) })],
    'engines.updateRule': [
      async number => {
        await call('engines.addRule', { id: 'conditional', rule: rule(number + 1000) });
        return { id: 'conditional', rule_id: `r${number + 1000}`, changes: { name: 'Changed' } };
      },
    ],
    'memories.save': [number => ({ memory: memoryOf(`saved${number}`), expected_hash: null })],
    'samples.save': [
      number => ({ sample: { id: `saved${number}`, name: 'Saved', request: {} }, expected_hash: null }),
    ],
    'tests.save': [
      number => ({
        test: { id: `saved${number}`, name: 'Saved', request: {}, expect: [] },
        expected_hash: null,
      }),
    ],
    'contracts.save': [
      number => ({
        contract: {
          id: `saved${number}`,
          name: 'Saved',
          severity: 'error',
          state: { kind: 'never', memory: 'memory' },
        },
        expected_hash: null,
      }),
    ],
    'layouts.save': [number => ({ layout: { id: `saved${number}`, pins: { 'rule:r': { x: 1, y: 2 } } } })],
    'kv.set': [number => ({ instance: 'i', namespace: 'n', key: `k${number}`, value: 2 })],
    'documents.import': [
      number => ({ collection: 'docs', files: [{ path: `two${number}.md`, text: 'Two.' }] }),
    ],
    'graph.upsert': [
      number => ({ nodes: [{ id: `d${number}`, kind: 'k', name: 'd' }] }),
      number => ({ edges: [{ from: 'a', relation: `r${number}`, to: 'b' }] }),
    ],
    'graph.saveView': [number => ({ id: `view${number}`, label: 'View' })],
    'sessions.save': [number => ({ session_id: `s${number}` })],
    'health.record': [number => ({ session_id: `h${number}`, task: 'a task', moment: 'before_compaction' })],
    'flights.hear': [
      number => ({ session_id: `f${number}`, agent: 'codex', event: 'stop', message: 'done' }),
    ],
    'errorPatterns.record': [
      number => ({
        error_type: `Type${'abcdefghijklmnop'.charAt(number)}Error`,
        message: 'no',
        solution: 'yes',
      }),
    ],
    'ledger.override': [async number => ({ id: await decide(number), reason: 'why' })],
    'ledger.reconsider': [async number => ({ id: await decide(number + 1000), reason: 'why' })],
    'ledger.confirm': [async number => ({ id: await reconsidered(number + 2000), reason: 'why' })],
    'conversations.import': [
      number => ({ id: `talk${number}`, messages, embedder: 'none' }),
      number => ({
        files: [
          { name: `talk${number}.json`, text: JSON.stringify([{ role: 'user', content: `${number}` }]) },
        ],
        embedder: 'none',
      }),
    ],
    'topics.save': [
      number => ({
        topic: {
          ...named,
          slug: `tides${number}`,
          label: 'Tides',
          domain: 'work',
          proficiency: 'expert',
          conversations: [],
        },
      }),
    ],
    'entities.save': [
      number => ({ entity: { ...named, id: `bob${number}`, name: 'Bob', type: 'person', sentiment: 0 } }),
    ],
    'presence.update': [number => ({ device_id: `d${number}` })],
  };
}
