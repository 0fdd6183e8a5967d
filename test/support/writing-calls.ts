import { contract, type Input, type ProcedureName } from '../../shared/contract/contract.ts';
import { type ContextContract, contextContractSchema } from '../../shared/model/context-contract.ts';
import { contextTestSchema } from '../../shared/model/context-test.ts';
import { layoutSchema } from '../../shared/model/layout.ts';
import { memorySchema } from '../../shared/model/memory.ts';
import type { Entity, Topic } from '../../shared/model/profile.ts';
import { engineSchema } from '../../shared/model/rule.ts';
import { sampleSchema } from '../../shared/model/sample.ts';
import type { AppHarness } from './app-harness.ts';
import { engineAdding, memoryOf } from './engine-definitions.ts';
import { infected } from './hostile-names.ts';

/** Procedures that write to the open project, as the contract has them. */
export const writingProcedures: readonly string[] = Object.entries(contract).flatMap(
  ([name, { access, project }]) => (access === 'write' && project ? [name] : []),
);

/** What the inputs need of what was made before. */
export interface Written {
  readonly entry: string;
  readonly decision: string;
  readonly pattern: string;
  readonly packageId: number;
  readonly backup: string;
}

const at = '2026-11-21T10:00:00.000Z';
const key = { instance: 'i', namespace: 'n', key: 'k' };
const edge = { from: 'a', relation: 'knows', to: 'b' };
const failure = { error_type: 'TypeError', message: 'x is undefined' };
const { contribution } = memoryOf('any');
const files = [{ path: 'one.md', text: '# One\n\nSome words.' }];
const messages = [
  { id: 'm1', index: 0, role: 'user', parts: 'Where is the ferry?' },
  { id: 'm2', index: 1, role: 'assistant', parts: 'On the way.' },
];
const packaged: Input<'packages.save'> = {
  session_id: 's',
  package_type: 'research',
  file_path: 'notes.md',
  producer_agent: 'tech_lead',
  priority: 'high',
  summary: 'what was found',
  consumers: ['developer'],
};
const decided = { domain: 'd', scope: 'project', summary: 'It is decided', rationale: 'why' };
const topic: Topic = {
  slug: 'ferries',
  label: 'Ferries',
  aliases: [],
  domain: 'work',
  summary: 'Booking of ferries.',
  facts: [],
  importance: 0.8,
  proficiency: 'expert',
  conversations: [],
  mentions: 3,
};
const entity: Entity = {
  id: 'ann',
  name: 'Ann',
  type: 'person',
  aliases: [],
  facts: [],
  sentiment: 0,
  importance: 0.5,
  mentions: 1,
};

const contractOf = (id: string): ContextContract => ({
  id,
  name: id,
  severity: 'warning',
  state: { kind: 'never', memory: 'memory' },
});

/** What handlers judge themselves. */
const judged: Readonly<Record<string, { safeParse(value: unknown): { success: boolean } }>> = {
  engine: engineSchema,
  memory: memorySchema,
  sample: sampleSchema,
  layout: layoutSchema,
  contract: contextContractSchema,
  test: contextTestSchema,
};

/** The same call with every text in it changed, hostile without another wish, that its procedure takes. */
export const infectedInput = <Name extends ProcedureName>(
  name: Name,
  input: Input<Name>,
  change?: (text: string) => string,
): Input<Name> =>
  infected(
    input,
    value =>
      contract[name].input.safeParse(value).success &&
      Object.entries(value).every(([key, part]) => judged[key]?.safeParse(part).success ?? true),
    // Names something of Weft's own, or what is there under a name that must be an id.
    path => path === 'embedder' || path.startsWith('request.rule_engine_ids.'),
    change,
  );

/** Makes what the inputs below speak of, in the open project. */
export async function writeBefore({ call }: AppHarness): Promise<Written> {
  for (const id of ['engine', 'other'])
    await call('engines.save', { engine: engineAdding(id, 'memory'), expected_hash: null });
  for (const id of ['memory', 'second', 'third'])
    await call('memories.save', { memory: memoryOf(id), expected_hash: null });
  for (const id of ['sample', 'gone'])
    await call('samples.save', { sample: { id, name: id, request: {} }, expected_hash: null });
  for (const id of ['test', 'gone'])
    await call('tests.save', { test: { id, name: id, request: {}, expect: [] }, expected_hash: null });
  for (const id of ['contract', 'gone'])
    await call('contracts.save', { contract: contractOf(id), expected_hash: null });
  for (const id of ['engine', 'gone']) await call('layouts.save', { layout: { id, pins: {} } });
  await call('kv.set', { ...key, value: 1 });
  await call('documents.import', { collection: 'docs', files });
  const nodes = ['a', 'b', 'c'].map(id => ({ id, kind: 'k', name: id }));
  await call('graph.upsert', { nodes, edges: [edge] });
  const entry = await call('ledger.post', { entry_type: 'need', summary: 'a need' });
  const decision = await call('ledger.decide', decided);
  const pattern = await call('errorPatterns.record', { ...failure, solution: 'check it' });
  const { id: packageId } = await call('packages.save', packaged);
  await call('conversations.import', { id: 'talk', messages, embedder: 'none' });
  await call('topics.save', { topic });
  await call('entities.save', { entity });
  // Two requests of two causes.
  await call('recordings.start', {});
  for (const rule_engine_ids of [['engine'], []])
    await call('assembly.assemble', { request: { scope_variables: {}, rule_engine_ids } });
  await call('recordings.list', {});
  await call('recordings.stop', {});
  const { name: backup } = await call('backup.create', {});
  return { entry: entry.id, decision: decision.id, pattern: pattern.pattern_hash, packageId, backup };
}

/**
 * One good call of every procedure that writes, in an order in which each finds what it needs; who adds a procedure
 * adds it here, or the tests that walk the contract fail.
 */
export const writingCalls: { readonly [Name in ProcedureName]?: (written: Written) => Input<Name> } = {
  'backup.create': () => ({}),
  'backup.acknowledge': () => ({}),
  'backup.restore': ({ backup }) => ({ name: backup }),
  'storage.purge': () => ({ parts: ['backups'], dry_run: true }),
  'project.trust': () => ({ decision: 'grant' }),
  'drafts.save': () => ({ draft: { engines: [] } }),
  'config.set': () => ({ changes: { redaction_mode: 'both' } }),
  'engines.create': () => ({ engine: { name: 'New', rules: [] } }),
  'engines.update': () => ({ id: 'engine', changes: { name: 'Changed' } }),
  'engines.save': () => ({ engine: engineAdding('saved', 'memory'), expected_hash: null }),
  'engines.addRule': () => ({
    id: 'engine',
    rule: { id: 'added', name: 'R', when: [], then: { add_memories: [] } },
  }),
  'engines.updateRule': () => ({ id: 'engine', rule_id: 'added', changes: { name: 'Changed' } }),
  'engines.deleteRule': () => ({ id: 'engine', rule_id: 'added' }),
  'engines.duplicate': () => ({ id: 'engine' }),
  'engines.import': () => ({
    files: [{ name: 'x.json', text: JSON.stringify(engineAdding('imported', 'memory')) }],
    on_conflict: 'keep',
  }),
  'engines.delete': () => ({ id: 'other' }),
  'rules.renameField': () => ({ from: 'addVar.old', to: 'addVar.new' }),
  'memories.create': () => ({ memory: { label: 'New', retrieval: { pipeline: [] }, contribution } }),
  'memories.update': () => ({ id: 'memory', changes: { label: 'Changed' } }),
  'memories.duplicate': () => ({ id: 'memory' }),
  'memories.import': () => ({
    files: [{ name: 'x.json', text: JSON.stringify(memoryOf('imported')) }],
    on_conflict: 'keep',
  }),
  'memories.save': () => ({ memory: memoryOf('saved'), expected_hash: null }),
  'audit.mend': () => ({ undo: { memories: [memoryOf('undone')], engines: [], samples: [] } }),
  'memories.delete': () => ({ id: 'second' }),
  'memories.rename': () => ({ id: 'third', to: 'fourth' }),
  'documents.import': () => ({ collection: 'docs', files: [{ path: 'two.md', text: 'Two.' }] }),
  'documents.embed': () => ({ collection: 'docs' }),
  'documents.delete': () => ({ collection: 'docs', path: 'one.md' }),
  'documents.sync': () => ({ collection: 'synced', folder: 'notes' }),
  'documents.syncStop': () => ({ collection: 'synced' }),
  'kv.set': () => ({ ...key, value: 2 }),
  'kv.delete': () => key,
  'events.append': () => ({ instance: 'i', events: [{ type: 't', content: 'c', timestamp: at }] }),
  'graph.upsert': () => ({ nodes: [{ id: 'd', kind: 'k', name: 'd' }] }),
  'graph.saveView': () => ({ id: 'view', label: 'View' }),
  'graph.delete': () => ({ nodes: ['c'] }),
  'samples.save': () => ({ sample: { id: 'saved', name: 'Saved', request: {} }, expected_hash: null }),
  'samples.delete': () => ({ id: 'gone' }),
  'tests.save': () => ({
    test: { id: 'saved', name: 'Saved', request: {}, expect: [] },
    expected_hash: null,
  }),
  'tests.delete': () => ({ id: 'gone' }),
  'contracts.create': () => ({ contract: { name: 'New', state: { kind: 'never', memory: 'memory' } } }),
  'contracts.update': () => ({ id: 'contract', changes: { name: 'Changed' } }),
  'contracts.save': () => ({ contract: contractOf('saved'), expected_hash: null }),
  'contracts.delete': () => ({ id: 'gone' }),
  'recordings.start': () => ({}),
  'recordings.stop': () => ({}),
  'recordings.delete': () => ({ origin: 'sample' }),
  'layouts.save': () => ({ layout: { id: 'saved', pins: { 'rule:r': { x: 1, y: 2 } } } }),
  'layouts.delete': () => ({ id: 'gone' }),
  'imports.apply': () => ({
    files: [{ name: 'guide.md', text: '# A guide' }],
    on_conflict: 'keep',
    collection: 'guides',
  }),
  'ledger.post': () => ({ entry_type: 'need', summary: 'another need' }),
  'ledger.decide': () => ({ ...decided, summary: 'Something else' }),
  'ledger.resolve': ({ entry }) => ({ id: entry }),
  'ledger.override': ({ decision }) => ({ id: decision, reason: 'why' }),
  'ledger.reconsider': ({ decision }) => ({ id: decision }),
  'ledger.confirm': ({ decision }) => ({ id: decision }),
  'ledger.import': () => ({ from: 'ledger' }),
  'ledger.sync': () => ({}),
  'sessions.save': () => ({ session_id: 's' }),
  'packages.save': () => ({ ...packaged, file_path: 'more.md' }),
  'packages.markConsumed': ({ packageId }) => ({ package_ids: [packageId], agent_type: 'developer' }),
  'errorPatterns.record': () => ({ ...failure, solution: 'another' }),
  'errorPatterns.feedback': ({ pattern }) => ({ pattern_hash: pattern, helped: true }),
  'health.record': () => ({ session_id: 's', task: 'a task', tool_calls: { low: 1, medium: 0, high: 0 } }),
  'health.acknowledgeCompaction': () => ({ session_id: 's' }),
  'flights.hear': () => ({ session_id: 's', agent: 'claude-code', event: 'after_tool', tool: 'Read' }),
  'conversations.import': () => ({ id: 'other-talk', messages, embedder: 'none' }),
  'conversations.derive': () => ({}),
  'conversations.delete': () => ({ conversation_id: 'talk' }),
  'topics.save': () => ({ topic: { ...topic, slug: 'tides' } }),
  'topics.delete': () => ({ slug: 'ferries' }),
  'entities.save': () => ({ entity: { ...entity, id: 'bob' } }),
  'entities.delete': () => ({ id: 'ann' }),
  'bundles.rebuild': () => ({}),
  'presence.update': () => ({ device_id: 'd', local_time: at }),
};
