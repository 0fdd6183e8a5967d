import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { Output } from '../../../shared/contract/contract.ts';
import { type AppHarness, startApp } from '../../../test/support/app-harness.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { createWorld } from '../../platform/world.ts';

const days = ['2026-11-20T10:00:00.000Z', '2026-11-21T10:00:00.000Z', '2026-11-22T10:00:00.000Z'] as const;

interface Followed extends AppHarness {
  readonly decision: string;
  readonly warning: string;
  readonly question: string;
  /** Sets the clock. */
  at(moment: string): void;
  /** The ledger's files as they are now. */
  save(): Promise<string>;
  records(): Promise<Output<'ledger.list'>['records']>;
}

/** A ledger of the first day. */
async function follow(): Promise<Followed> {
  const clock: { now: string } = { now: days[0] };
  const real = createWorld();
  const harness = startApp({ world: { ...real, clock: { ...real.clock, nowIso: () => clock.now } } });
  await harness.openEmpty();
  const { call } = harness;
  const decided = await call('ledger.decide', { domain: 'd', summary: 'Use SQLite', rationale: 'r' });
  const warned = await call('ledger.post', { entry_type: 'warning', summary: 'Careful' });
  const asked = await call('ledger.post', { entry_type: 'question', summary: 'Which cache?' });
  return {
    ...harness,
    decision: decided.id,
    warning: warned.id,
    question: asked.id,
    at: moment => {
      clock.now = moment;
    },
    save: async () => {
      const folder = temporaryFolder();
      for (const { path, encoding, content } of (await call('ledger.export', {})).files) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), content, encoding);
      }
      return folder;
    },
    records: async () => (await call('ledger.list', {})).records,
  };
}

/** Everything that can become of a record. */
const lives: [
  string,
  (ledger: Followed) => Promise<unknown>,
  (ledger: Followed) => { kind: string; id: string },
][] = [
  [
    'overridden',
    ({ call, decision: id }) => call('ledger.override', { id, reason: 'too dear' }),
    ({ decision: id }) => ({ kind: 'decision', id }),
  ],
  [
    'reconsidered',
    ({ call, decision: id }) => call('ledger.reconsider', { id }),
    ({ decision: id }) => ({ kind: 'decision', id }),
  ],
  [
    'confirmed',
    async ({ call, decision: id }) => {
      await call('ledger.reconsider', { id });
      await call('ledger.confirm', { id });
    },
    ({ decision: id }) => ({ kind: 'decision', id }),
  ],
  [
    'superseded',
    ({ call, decision: supersedes }) =>
      call('ledger.decide', { domain: 'd', summary: 'Use files', rationale: 'r', supersedes }),
    ({ decision: id }) => ({ kind: 'decision', id }),
  ],
  [
    'resolved',
    ({ call, warning: id }) => call('ledger.resolve', { id }),
    ({ warning: id }) => ({ kind: 'entry', id }),
  ],
  [
    'answered',
    ({ call, question }) =>
      call('ledger.post', { entry_type: 'answer', summary: 'None', relates_to: [question] }),
    ({ question: id }) => ({ kind: 'entry', id }),
  ],
];

it.each(lives)('what was %s since the files were written stays so, and is told', async (_, act, nameOf) => {
  const ledger = await follow();
  const from = await ledger.save();
  ledger.at(days[1]);
  await act(ledger);
  const before = await ledger.records();
  ledger.at(days[2]);
  const told = { kept: [{ ...nameOf(ledger), here: days[1], there: days[0] }] };
  expect(await ledger.call('ledger.import', { from, dry_run: true })).toMatchObject(told);
  const report = await ledger.call('ledger.import', { from });
  expect(report).toMatchObject(told);
  const { kind } = nameOf(ledger);
  const of = (wanted: string, unchanged: number) => ({
    created: 0,
    replaced: 0,
    unchanged: unchanged - Number(kind === wanted),
    kept: Number(kind === wanted),
  });
  expect([report.decisions, report.entries]).toEqual([of('decision', 1), of('entry', 2)]);
  expect(await ledger.records()).toEqual(before);
});

it.each(lives)('what was %s in newer files comes with them', async (_, act, nameOf) => {
  const ledger = await follow();
  const older = await ledger.save();
  ledger.at(days[1]);
  await act(ledger);
  const records = await ledger.records();
  const newer = await ledger.save();
  await ledger.openEmpty();
  await ledger.call('ledger.import', { from: older });
  expect(await ledger.records()).not.toEqual(records);
  const report = await ledger.call('ledger.import', { from: newer });
  expect(report).toMatchObject({ kept: [] });
  expect(report[nameOf(ledger).kind === 'decision' ? 'decisions' : 'entries']).toMatchObject({ replaced: 1 });
  expect(await ledger.records()).toEqual(records);
});

it('what was edited in the files without a newer moment is taken', async () => {
  const ledger = await follow();
  const from = await ledger.save();
  const [decision] = (await ledger.records()).flatMap(one => (one.kind === 'decision' ? [one.decision] : []));
  const edited = { ...decision, rationale: 'a better reason' };
  await writeFile(join(from, `.twining/decisions/${ledger.decision}.json`), JSON.stringify(edited));
  expect(await ledger.call('ledger.import', { from })).toMatchObject({
    decisions: { replaced: 1 },
    kept: [],
  });
  expect(await ledger.records()).toContainEqual({ kind: 'decision', decision: edited });
});

const entry = (id: string, more: object = {}) => ({
  id,
  timestamp: days[0],
  entry_type: 'finding',
  summary: 's',
  ...more,
});

it('what cannot be read of a file is told, kept, and written again behind the rest', async () => {
  const { call, openEmpty } = startApp();
  const project = await openEmpty();
  const resolved = entry('open', { entry_type: 'warning', resolved_at: '' });
  const lines = [entry('e'), resolved, entry('e', { summary: 'again' }), entry('x', { entry_type: 'risk' })];
  const decision = {
    ...entry('d'),
    domain: 'd',
    confidence: 'high',
    status: 'active',
    status_changed_at: '',
  };
  const entities = [{ id: 'n', name: 'N', type: 'file' }, { id: 'n', name: 'Other', type: 'file' }, 5, null];
  const index = [{ id: 'gone', summary: 'no file' }, 7];
  const files: Record<string, string> = {
    'blackboard.jsonl': `${lines.map(line => JSON.stringify(line)).join('\n')}\nnot JSON\n`,
    'decisions/d.json': JSON.stringify(decision),
    'decisions/index.json': JSON.stringify(index),
    'graph/entities.json': JSON.stringify(entities),
    'graph/relations.json': '{"no": "list"}',
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(project, '.twining', path)), { recursive: true });
    await writeFile(join(project, '.twining', path), text);
  }
  const exported = async () =>
    new Map((await call('ledger.export', {})).files.map(({ path, content }) => [path, content]));
  const report = await call('ledger.import', { from: '.' });
  expect(report.refused.map(({ file, line, reason }) => [file, line, reason])).toEqual([
    ['blackboard.jsonl', 3, 'the id "e" stands on an earlier line'],
    ['blackboard.jsonl', 4, expect.stringContaining('entry_type')],
    ['blackboard.jsonl', 5, expect.stringContaining('is no JSON')],
    ['graph/entities.json', undefined, 'item 2: the id "n" stands at an earlier one'],
    ['graph/entities.json', undefined, 'item 3 is no object'],
    ['graph/entities.json', undefined, 'item 4 is no object'],
    ['graph/relations.json', undefined, 'is no list'],
  ]);
  expect((await call('ledger.summarize', {})).active_warnings).toBe(1);
  const first = await exported();
  const parsed = (path: string): unknown => JSON.parse(first.get(`.twining/${path}`) ?? '');
  expect(first.get('.twining/blackboard.jsonl')).toBe(files['blackboard.jsonl']);
  expect(parsed('decisions/d.json')).toEqual(decision);
  expect(parsed('decisions/index.json')).toEqual([expect.objectContaining({ id: 'd' }), 7, index[0]]);
  expect(parsed('graph/entities.json')).toEqual(entities);
  expect(parsed('graph/relations.json')).toEqual({ no: 'list' });
  await call('ledger.import', { from: '.' });
  expect(await exported()).toEqual(first);
  // What somebody mended is no longer kept as it was.
  await writeFile(join(project, '.twining/blackboard.jsonl'), `${JSON.stringify(entry('x'))}\n`);
  await call('ledger.import', { from: '.' });
  expect((await exported()).get('.twining/blackboard.jsonl')).toBe(
    [lines[0], lines[1], entry('x')].map(line => `${JSON.stringify(line)}\n`).join(''),
  );
});

it.each([
  ['priority_weights: { recency: 1 }', 5, 'priority_weights.relevance', '0.3, 0.4, 0.2, 0.1'],
  ['priority_weights: much', 5, 'priority_weights', '0.3, 0.4, 0.2, 0.1'],
])(
  'a config.yml that says %s is told so, and what else it says is used',
  async (line, budget, key, instead) => {
    const { call, openEmpty } = startApp();
    const project = await openEmpty();
    await mkdir(join(project, '.twining'));
    const yaml = `context_assembly:\n  default_max_tokens: ${budget}\n  ${line}\n`;
    await writeFile(join(project, '.twining/config.yml'), yaml);
    await call('ledger.import', { from: '.' });
    const { explanation, warnings } = await call('ledger.assemble', { task: 't', explain: true });
    expect(explanation?.max_tokens).toBe(budget);
    expect(warnings).toEqual([
      expect.stringMatching(
        `^config\\.yml of the ledger: context_assembly\\.${key}: .*; used instead: ${instead}$`,
      ),
    ]);
    await writeFile(join(project, '.twining/config.yml'), 'context_assembly:\n  default_max_tokens: many\n');
    await call('ledger.import', { from: '.' });
    expect((await call('ledger.assemble', { task: 't', explain: true })).explanation?.max_tokens).toBe(4000);
    expect((await call('ledger.assemble', { task: 't' })).warnings).toEqual([
      expect.stringMatching(/default_max_tokens: .*; used instead: 4000$/),
    ]);
  },
);

it.each([
  ['context_assembly:\n  a: [1\n', 3, 'is no YAML: '],
  ['- one\n- two\n', 1, 'is no list of keys with values'],
  ['a: *nobody\n', 1, 'has aliases that cannot be followed'],
])('a config.yml that cannot be read is told with its line, and kept: %j', async (yaml, line, reason) => {
  const { call, openEmpty } = startApp();
  const project = await openEmpty();
  await mkdir(join(project, '.twining'));
  await writeFile(join(project, '.twining/config.yml'), yaml);
  const { refused, other_files } = await call('ledger.import', { from: '.' });
  expect(refused).toEqual([{ file: 'config.yml', line, reason: expect.stringContaining(reason) }]);
  expect(other_files).toEqual(['config.yml']);
  expect((await call('ledger.assemble', { task: 't' })).warnings).toEqual([
    expect.stringContaining(`config.yml of the ledger: line ${line}: ${reason}`),
  ]);
});

it('a file of the graph that is no list stands beside what the graph has of its own', async () => {
  const { call, openEmpty } = startApp();
  const project = await openEmpty();
  await mkdir(join(project, '.twining/graph'), { recursive: true });
  await writeFile(join(project, '.twining/graph/entities.json'), '{"no": "list"}');
  await call('ledger.import', { from: '.' });
  await call('graph.upsert', { nodes: [{ id: 'n', kind: 'file', name: 'N' }] });
  const entities = (await call('ledger.export', {})).files
    .filter(({ path }) => path.startsWith('.twining/graph/entities'))
    .map(({ path, content }) => [path, JSON.parse(content)]);
  expect(entities).toEqual([
    ['.twining/graph/entities.json', [expect.objectContaining({ id: 'n' })]],
    ['.twining/graph/entities.unread.json', { no: 'list' }],
  ]);
});
