import { describe, expect, it } from 'vitest';
import type { ToldEvent } from '../../../shared/model/flight.ts';
import { type AppHarness, startApp } from '../../../test/support/app-harness.ts';
import { memoryOf, staticStep } from '../../../test/support/engine-definitions.ts';
import { sampled } from '../../../test/support/property-runs.ts';

const edit = { tool: 'Edit', files: ['src/ferry.ts'] };

/** A session in which all happens that a later event has to know of. */
const steps: readonly Omit<ToldEvent, 'session_id' | 'agent'>[] = [
  { event: 'session_start', reason: 'startup' },
  { event: 'prompt', prompt: 'Mend the ferry' },
  { event: 'before_tool', ...edit },
  { event: 'after_tool', ...edit },
  { event: 'before_tool', ...edit },
  { event: 'after_tool', ...edit },
  { event: 'prompt', prompt: 'And the pier' },
  { event: 'before_compaction', reason: 'auto' },
  { event: 'after_compaction' },
  { event: 'prompt', prompt: 'Go on' },
  { event: 'prompt', prompt: 'Go on' },
  { event: 'before_tool', ...edit },
  { event: 'after_tool', ...edit },
  { event: 'session_end', reason: 'exit' },
];

async function openProject(): Promise<AppHarness> {
  const harness = startApp();
  await harness.openEmpty();
  for (const id of ['of-file', 'of-changed'])
    await harness.call('memories.save', {
      memory: memoryOf(id, { pipeline: [staticStep(`About ${id}`)] }),
      expected_hash: null,
    });
  const rule = (id: string, field: string, operator: 'eq' | 'contains') => ({
    id,
    name: id,
    when: [{ field, operator, value: 'src/ferry.ts' }],
    then: { add_memories: [id] },
  });
  const rules = [
    rule('of-file', 'addVar.file', 'eq'),
    rule('of-changed', 'addVar.changed_files', 'contains'),
  ];
  const engine = { id: 'e', name: 'E', description: '', enabled: true, rules };
  await harness.call('engines.save', { engine, expected_hash: null });
  await harness.call('ledger.post', { entry_type: 'warning', summary: 'Frozen', scope: 'src/ferry.ts' });
  return harness;
}

/** More than what is looked through of a session, of events that leave nothing. */
const much = 220;

/** What the session is told step by step, and what it leaves, with so many events before a step. */
async function run({ call }: AppHarness, session_id: string, before: number) {
  const hear = (event: (typeof steps)[number]) =>
    call('flights.hear', { session_id, agent: 'claude-code', ...event });
  const told: (string | undefined)[] = [];
  for (const [at, step] of steps.entries()) {
    for (let more = 0; at === before && more < much; more += 1) await hear({ event: 'stop' });
    told.push((await hear(step)).context);
  }
  const { records } = await call('ledger.list', { agents: ['weft'] });
  const report = records.find(record => JSON.stringify(record).includes(session_id));
  const { summary, detail } = report?.kind === 'entry' ? report.entry : {};
  return JSON.parse(JSON.stringify({ told, summary, detail }).replaceAll(session_id, 'ID'));
}

describe('however much a session has told', () => {
  it('it is told each thing once, and leaves the same', async () => {
    const harness = await openProject();
    const short = await run(harness, 'session-short', -1);
    const has = (text: string) =>
      short.told.flatMap((told: string | null, at: number) => (told?.includes(text) ? [at] : []));
    expect({
      warned: has('Frozen'),
      file: has('About of-file'),
      changed: has('About of-changed'),
      saved: has('Task: And the pier'),
      named: has('src/ferry.ts').filter((at: number) => at === 9),
    }).toEqual({ warned: [0, 2], file: [3, 12], changed: [3, 6, 9, 10], saved: [9], named: [9] });
    expect([short.summary, short.detail]).toEqual([
      'Session of claude-code: Mend the ferry',
      expect.stringContaining('Files changed: src/ferry.ts'),
    ]);
    for (const before of sampled([...steps.keys()].slice(1), 5)) {
      const long = await run(harness, `session-${before}`, before);
      expect([before, long]).toEqual([before, short]);
    }
  });
});
