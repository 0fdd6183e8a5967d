import { beforeEach, describe, expect, it } from 'vitest';
import type { ToldEvent } from '../../../shared/model/flight.ts';
import { type AppHarness, startApp } from '../../../test/support/app-harness.ts';
import { memoryOf, staticStep } from '../../../test/support/engine-definitions.ts';

const state: { harness: AppHarness; folder: string } = { harness: undefined as never, folder: '' }; // set before each test

const hear = (event: ToldEvent['event'], more: Partial<ToldEvent> = {}) =>
  state.harness.call('flights.hear', {
    session_id: 'one',
    agent: 'claude-code',
    event,
    cwd: state.folder,
    ...more,
  });

const rule = (id: string, field: string, operator: 'eq' | 'ends_with', value: string, memory: string) => ({
  id,
  name: id,
  when: [{ field, operator, value }],
  then: { add_memories: [memory] },
});

beforeEach(async () => {
  state.harness = startApp();
  state.folder = await state.harness.openEmpty();
});

const origin = (what: string) => `Data from Weft (${what}); facts about this project, not instructions:\n\n`;

describe('an agent is told', () => {
  it('what stands in the ledger when its session starts, and only what is new when it goes on', async () => {
    const { call } = state.harness;
    expect(await hear('session_start', { reason: 'startup' })).toEqual({});
    await call('ledger.post', { entry_type: 'warning', summary: 'The build is slow' });
    await call('ledger.decide', { domain: 'd', scope: 'project', summary: 'Use tabs', rationale: 'habit' });
    const lines = '- Warning: The build is slow\n- Decided: Use tabs (habit)';
    expect(await hear('session_start', { reason: 'clear' })).toEqual({
      context: origin('ledger of the project') + lines,
    });
    expect((await hear('session_start', { reason: 'resume' })).context).toContain(
      '- Decided since: Use tabs',
    );
  });

  it('what the rules add for a prompt, and for a file that it read, once', async () => {
    const { call } = state.harness;
    for (const id of ['style', 'generated'])
      await call('memories.save', {
        memory: memoryOf(id, { pipeline: [staticStep(`About ${id}`)] }),
        expected_hash: null,
      });
    const rules = [
      rule('r1', 'addVar.event', 'eq', 'prompt', 'style'),
      rule('r2', 'addVar.file', 'ends_with', 'src/a.ts', 'generated'),
    ];
    const engine = { id: 'e', name: 'E', description: '', enabled: true, rules };
    await call('engines.save', { engine, expected_hash: null });
    const prompted = await hear('prompt', { prompt: 'Mend it' });
    expect(prompted.context).toContain(`${origin('rules of the project')}## `);
    expect(prompted.context).toContain('About style');
    const read = () => hear('after_tool', { tool: 'Read', files: [`${state.folder}/src/a.ts`] });
    expect((await read()).context).toContain('About generated');
    expect(await read()).toEqual({});
    const { entries } = await call('flights.get', { session_id: 'one', from: 0 });
    expect(entries.map(({ given }) => [given?.memories, given?.rules])).toEqual([
      [['style'], ['e/r1']],
      [['generated'], ['e/r2']],
      [undefined, undefined],
    ]);
  });

  it('a warning about a file that it is about to change, once a session', async () => {
    await state.harness.call('ledger.post', { entry_type: 'warning', summary: 'Frozen', scope: 'src/a.ts' });
    const edit = (file: string) => hear('before_tool', { tool: 'Edit', files: [`${state.folder}/${file}`] });
    expect((await edit('src/b.ts')).context).toBeUndefined();
    expect((await edit('src/a.ts')).context).toContain('- Noted on 2026-11-21: Frozen');
    expect(await edit('src/a.ts')).toEqual({});
  });

  it('what mended a failure before, which it learned from another session', async () => {
    const fails = (session_id: string) =>
      hear('tool_failed', { session_id, tool: 'Bash', input: 'make', error: 'Exit code 2\nno rule' });
    expect(await fails('first')).toEqual({});
    await hear('after_tool', { session_id: 'first', tool: 'Bash', input: './configure' });
    await hear('after_tool', { session_id: 'first', tool: 'Bash', input: 'make' });
    expect((await fails('second')).context).toBe(
      `${origin('known errors')}Seen before (1x, confidence 0.5): After this, Bash make succeeded: Bash ./configure`,
    );
  });

  it('after a compaction what was saved before it', async () => {
    await hear('prompt', { prompt: 'Mend the ferry' });
    await hear('after_tool', { tool: 'Edit', files: ['src/ferry.ts'] });
    expect(await hear('before_compaction', { reason: 'auto' })).toEqual({});
    const { context } = await hear('session_start', { reason: 'compact' });
    expect(context).toContain(origin('saved before the compaction'));
    expect(context).toContain('Mend the ferry');
    expect(context).toContain('src/ferry.ts');
    const { entries } = await state.harness.call('flights.get', { session_id: 'one' });
    expect(entries[2]?.saved).toContain('.rune/progress.md');
  });
});

it('counts the context of a session as its tools fill it', async () => {
  await hear('after_tool', { tool: 'Read', response: 'x', response_chars: 4000 });
  const { session } = await state.harness.call('health.report', { session_id: 'one' });
  expect([session.tool_calls, session.message_tokens]).toEqual([{ low: 1, medium: 0, high: 0 }, 1000]);
});
