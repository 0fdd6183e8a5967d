import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ToldEvent } from '../../../shared/model/flight.ts';
import { packageDraftSchema } from '../../../shared/model/handoff.ts';
import { type AppHarness, startApp } from '../../../test/support/app-harness.ts';
import { memoryOf, staticStep } from '../../../test/support/engine-definitions.ts';
import { writeTree } from '../../../test/support/temporary-folder.ts';
import { createWorld } from '../../platform/world.ts';

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
      context: origin('what the project knows') + lines,
    });
    expect((await hear('session_start', { reason: 'resume' })).context).toContain(
      '- Decided since: Use tabs',
    );
  });

  it('which decisions hold no longer when its session goes on: overridden, superseded, or thought over', async () => {
    const time = { now: '2026-11-21T10:00:00.000Z' };
    const real = createWorld();
    const app = startApp({ world: { ...real, clock: { ...real.clock, nowIso: () => time.now } } });
    const cwd = await app.openEmpty();
    const goesOn = (reason: string) =>
      app.call('flights.hear', { session_id: 'one', agent: 'codex', event: 'session_start', reason, cwd });
    const decide = async (summary: string, more = {}) => {
      const told = { domain: summary, scope: 'project', summary, rationale: 'habit', ...more };
      return (await app.call('ledger.decide', told)).id;
    };
    const [tabs, noon, red] = [
      await decide('Use tabs'),
      await decide('Sail at noon'),
      await decide('Paint red'),
    ];
    time.now = '2026-11-21T10:30:00.000Z';
    await goesOn('startup');
    time.now = '2026-11-21T11:00:00.000Z';
    await decide('Use blanks', { supersedes: tabs });
    await app.call('ledger.override', { id: noon, reason: 'tide' });
    await app.call('ledger.reconsider', { id: red, reason: 'rust' });
    const lines = async () => ((await goesOn('resume')).context ?? '').split('\n').slice(2);
    expect(await lines()).toEqual([
      '- Decided since: Use blanks',
      '- No longer holds: Sail at noon',
      '- No longer holds: Use tabs',
      '- Under consideration again: Paint red',
    ]);
    time.now = '2026-11-21T12:00:00.000Z';
    await lines();
    time.now = '2026-11-21T13:00:00.000Z';
    expect(await lines()).toEqual([]);
  });

  it('what others left, and which errors are known, since it was heard of last when it goes on', async () => {
    const time = { now: '2026-11-21T10:00:00.000Z' };
    const real = createWorld();
    const { call, openEmpty } = startApp({
      world: { ...real, clock: { ...real.clock, nowIso: () => time.now } },
    });
    await openEmpty();
    const leave = async (summary: string) => {
      const left = { session_id: 'zero', producer_agent: 'scout', file_path: 'f', summary };
      await call('packages.save', { ...left, package_type: 'handoff', priority: 'high' });
      await call('errorPatterns.record', {
        error_type: 'Bash',
        message: `no ${summary}`,
        solution: 'Run it',
      });
    };
    const start = async (reason: string) => {
      const told = { session_id: 'one', agent: 'codex', event: 'session_start' as const, reason };
      return ((await call('flights.hear', told)).context ?? '').split('\n').slice(2);
    };
    const lines = (summary: string) => [
      `- Left by scout: ${summary}`,
      `- Known error: Bash: no ${summary}; Run it`,
    ];
    await leave('early');
    time.now = '2026-11-21T10:30:00.000Z';
    expect(await start('startup')).toEqual(lines('early'));
    time.now = '2026-11-21T11:00:00.000Z';
    await leave('later');
    expect(await start('resume')).toEqual(lines('later'));
    time.now = '2026-11-21T12:00:00.000Z';
    await start('resume');
    time.now = '2026-11-21T13:00:00.000Z';
    expect(await start('resume')).toEqual([]);
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

  it('by the rules as much as the configuration says, with its origin, and no more than agents take', async () => {
    const { call } = state.harness;
    const items = Array.from({ length: 100 }, (_, at) => `Line ${at} of the table of tides and ferries.`);
    const memory = memoryOf('tides', { pipeline: [staticStep(...items)] });
    await call('memories.save', { memory, expected_hash: null });
    const rules = [rule('r', 'addVar.event', 'eq', 'prompt', 'tides')];
    const engine = { id: 'e', name: 'E', description: '', enabled: true, rules };
    await call('engines.save', { engine, expected_hash: null });
    const given = async (hook_tokens: number) => {
      await call('config.set', { changes: { hook_tokens } });
      await hear('prompt', { prompt: 'Mend it' });
      const { entries } = await call('flights.get', { session_id: 'one' });
      return entries.at(-1)?.given;
    };
    for (const most of [100, 500]) {
      const tokens = (await given(most))?.tokens;
      expect(tokens).toBeLessThanOrEqual(most);
      // As much as fits, to a line of a dozen tokens and the heading.
      expect(tokens).toBeGreaterThan(most - 40);
    }
    expect((await given(2000))?.text).toContain('Line 99 of');
    expect(await given(20)).toBeUndefined();
    await expect(call('config.set', { changes: { hook_tokens: 2251 } })).rejects.toThrow('from 1 to 2250');
  });

  it('a warning about a file that it is about to change, once a session', async () => {
    await state.harness.call('ledger.post', { entry_type: 'warning', summary: 'Frozen', scope: 'src/a.ts' });
    const edit = (file: string) => hear('before_tool', { tool: 'Edit', files: [`${state.folder}/${file}`] });
    expect((await edit('src/b.ts')).context).toBeUndefined();
    expect((await edit('src/a.ts')).context).toContain('- Noted on 2026-11-21: Frozen');
    expect(await edit('src/a.ts')).toEqual({});
  });

  it('once also where tools begin at the same time, and only what the others do not tell', async () => {
    const { call } = state.harness;
    const memory = memoryOf('generated', { pipeline: [staticStep('About generated')] });
    await call('memories.save', { memory, expected_hash: null });
    const rules = [rule('r', 'addVar.file', 'ends_with', '.ts', 'generated')];
    const engine = { id: 'e', name: 'E', description: '', enabled: true, rules };
    await call('engines.save', { engine, expected_hash: null });
    for (const name of ['a', 'b'])
      await call('ledger.post', {
        entry_type: 'warning',
        summary: `Frozen ${name}`,
        scope: `src/${name}.ts`,
      });
    const patches = [['src/a.ts'], ['src/a.ts', 'src/b.ts'], ['src/a.ts']];
    for (const [event, texts] of [
      ['before_tool', ['Frozen a', 'Frozen b']],
      ['after_tool', ['About generated']],
    ] as const) {
      const heard = await Promise.all(patches.map(files => hear(event, { tool: 'apply_patch', files })));
      const whole = heard.map(({ context = '' }) => context).join('\n');
      for (const text of texts) expect([text, whole.split(text).length - 1]).toEqual([text, 1]);
    }
  });

  it('in each context of its own once: what a subagent was told, neither its session nor another one was', async () => {
    const { call } = state.harness;
    const memory = memoryOf('generated', { pipeline: [staticStep('About generated')] });
    await call('memories.save', { memory, expected_hash: null });
    const rules = [rule('r', 'addVar.file', 'ends_with', 'src/a.ts', 'generated')];
    const engine = { id: 'e', name: 'E', description: '', enabled: true, rules };
    await call('engines.save', { engine, expected_hash: null });
    await call('ledger.post', { entry_type: 'warning', summary: 'Frozen', scope: 'src/a.ts' });
    const told = async (agent_id?: string) => {
      const own = { tool: 'Edit', files: [`${state.folder}/src/a.ts`], ...(agent_id && { agent_id }) };
      const texts = [await hear('before_tool', own), await hear('after_tool', own)];
      return texts.map(({ context = '' }) => context.slice(context.indexOf('\n')).trim().split('\n').at(-1));
    };
    const all = ['- Noted on 2026-11-21: Frozen', expect.stringContaining('About generated')];
    for (const agent_id of ['first', 'second', undefined]) {
      expect(await told(agent_id)).toEqual(all);
      expect(await told(agent_id)).toEqual(['', '']);
    }
    await hear('after_compaction', { agent_id: 'first' });
    for (const agent_id of ['second', undefined]) expect(await told(agent_id)).toEqual(['', '']);
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

it('a compaction saves what is open still, in the ledger and of what was told, and nothing that was answered', async () => {
  const { call } = state.harness;
  const remaining = async () => {
    await hear('before_compaction', { reason: 'auto' });
    const { sessions } = await call('health.state', { session_id: 'one' });
    return sessions[0]?.notes.remaining?.toSorted();
  };
  const answer = (id: string) =>
    call('ledger.post', { entry_type: 'answer', summary: 'Done', relates_to: [id] });
  await hear('prompt', { prompt: 'Mend the ferry' });
  expect(await remaining()).toBeUndefined();
  const question = await call('ledger.post', { entry_type: 'question', summary: 'Which harbour?' });
  const need = await call('ledger.post', { entry_type: 'need', summary: 'A pump' });
  await call('ledger.post', { entry_type: 'finding', summary: 'The ferry leaks' });
  expect(await remaining()).toEqual(['A pump', 'Which harbour?']);
  await answer(question.id);
  expect(await remaining()).toEqual(['A pump']);
  await answer(need.id);
  expect(await remaining()).toEqual([]);
  await call('health.record', { session_id: 'one', remaining: ['Paint it'] });
  expect(await remaining()).toEqual(['Paint it']);
});

it('a compaction saves the decisions that the session made, and none of others', async () => {
  const { call } = state.harness;
  const decide = (summary: string, more: object = {}) =>
    call('ledger.decide', { domain: 'd', summary, rationale: 'r', ...more });
  const decided = async () => {
    await hear('before_compaction', { reason: 'auto' });
    const { sessions } = await call('health.state', { session_id: 'one' });
    return sessions[0]?.notes.decisions;
  };
  await hear('prompt', { prompt: 'Mend the ferry' });
  const others = await decide('Paint the pier');
  expect(await decided()).toBeUndefined();
  const made = await decide('Weld the hull', { depends_on: [others.id] });
  await hear('after_tool', {
    tool: 'mcp__weft__twining_decide',
    input: JSON.stringify({ summary: 'Weld the hull', depends_on: [others.id] }),
    response: JSON.stringify([{ type: 'text', text: `Decided:\n${made.id} now active: Weld the hull` }]),
  });
  await hear('after_tool', { tool: 'mcp__weft__twining_what_changed', response: JSON.stringify({ others }) });
  const printed = await decide('Tar the deck');
  await hear('after_tool', {
    tool: 'Bash',
    input: JSON.stringify({ command: 'weft call ledger.decide - < decision.json' }),
    response: JSON.stringify(printed),
  });
  expect(printed.hints.map(({ id }) => id)).toContain(others.id);
  expect(await decided()).toEqual(['Weld the hull', 'Tar the deck']);
});

it('counts the context of a session as its tools fill it', async () => {
  await hear('after_tool', { tool: 'Read', response: 'x', response_chars: 4000 });
  const { session } = await state.harness.call('health.report', { session_id: 'one' });
  expect([session.tool_calls, session.message_tokens]).toEqual([{ low: 1, medium: 0, high: 0 }, 1000]);
});

describe('the context of a session has in it', () => {
  const read = (more: Partial<ToldEvent> = {}) =>
    hear('after_tool', { tool: 'Read', response: 'x', response_chars: 200_000, ...more });
  const answered = (answer_id: string, input_tokens: number) =>
    hear('stop', {
      answers: [
        {
          answer_id,
          usage: { input_tokens, cache_read_tokens: 0, cache_creation_tokens: 0, output_tokens: 0 },
        },
      ],
    });
  const found = async () => {
    const { sessions } = await state.harness.call('health.state', { session_id: 'one' });
    const [{ assessment, blocked, notes } = {}] = sessions;
    return [assessment?.tokens, assessment?.basis, blocked, notes?.files];
  };

  it('what tools gave back since the last answer, until the next one counts it', async () => {
    await hear('prompt', { prompt: 'Mend the ferry' });
    await answered('a', 20_000);
    for (let times = 0; times < 2; times += 1) await read();
    expect(await found()).toEqual([120_000, 'measured', false, undefined]);
    await answered('b', 171_000);
    await hear('prompt', { prompt: 'more' });
    expect(await found()).toEqual([171_001, 'measured', true, undefined]);
  });

  it.each([
    ['before any answer', () => Promise.resolve(), [8, 'estimated', false, ['src/a.ts']]],
    ['after one', () => answered('a', 20_000), [20_004, 'measured', false, ['src/a.ts']]],
  ])('nothing that a subagent read, %s', async (_, before, after) => {
    await hear('prompt', { prompt: 'Mend the ferry' });
    await before();
    for (let times = 0; times < 5; times += 1) await read({ agent_id: 'sub', agent_type: 'Explore' });
    const files = [`${state.folder}/src/a.ts`];
    await hear('after_tool', { tool: 'Edit', agent_id: 'sub', agent_type: 'Explore', files });
    await hear('prompt', { prompt: 'On with it.....' });
    expect(await found()).toEqual(after);
  });
});

it('the first prompt is the task of a session, also where its start was told', async () => {
  await hear('session_start', { reason: 'startup' });
  for (const prompt of ['Mend the ferry', 'Go on']) await hear('prompt', { prompt });
  const { session } = await state.harness.call('health.report', { session_id: 'one' });
  expect(session.notes.task).toBe('Mend the ferry');
});

it('keeps what others keep beside a session when it starts', async () => {
  const { call } = state.harness;
  await call('sessions.save', { session_id: 'one', metadata: { project_id: 'ferry', lead: 'Ada' } });
  await hear('session_start', { reason: 'resume' });
  const { sessions } = await call('sessions.list', {});
  expect(sessions.map(({ metadata }) => metadata)).toEqual([
    { project_id: 'ferry', lead: 'Ada', agent: 'claude-code' },
  ]);
});

describe('what a session leaves', () => {
  it('a package of a subagent, which the next session begins with, and a report in the ledger', async () => {
    const { call } = state.harness;
    await hear('session_start', { reason: 'startup' });
    await hear('prompt', { prompt: 'Find the leak' });
    await hear('subagent_stop', { agent_type: 'Explore', message: 'The cache\nnever shrinks.' });
    await hear('after_tool', { tool: 'apply_patch', files: [`${state.folder}/src/a.ts`] });
    await hear('session_end', { reason: 'exit' });
    const { packages } = await call('packages.list', { session_id: 'one' });
    expect(packages).toMatchObject([
      { producer_agent: 'Explore', package_type: 'handoff', summary: 'The cache never shrinks.' },
    ]);
    const { records } = await call('ledger.list', { agents: ['weft'] });
    expect(records).toMatchObject([
      { kind: 'entry', entry: { entry_type: 'status', summary: 'Session of claude-code: Find the leak' } },
    ]);
    expect(JSON.stringify(records)).toContain('1 turns, 1 tool calls');
    expect(JSON.stringify(records)).toContain('src/a.ts');
    const { context } = await hear('session_start', { session_id: 'two', reason: 'startup' });
    expect(context).toContain('- Left by Explore: The cache never shrinks.');
  });

  it.each([
    ['no transcript', {}],
    ['a transcript of a long path', { transcript: `/${'deep/'.repeat(300)}t.jsonl` }],
    ['a message that is cut within a picture', { message: `${'a'.repeat(199)}👍` }],
    ['a transcript with line breaks in its name', { transcript: '/a\n\u2028b.jsonl' }],
    ['a message with a line break of other programs', { message: 'a\u0085b' }],
    ['a subagent without a name', { agent_type: '' }],
  ])('a package that every door would take, of %s', async (_, more) => {
    const { call } = state.harness;
    await hear('prompt', { prompt: 'Find the leak' });
    await hear('subagent_stop', { agent_type: 'Explore', message: 'The cache never shrinks.', ...more });
    const { packages } = await call('packages.list', { session_id: 'one' });
    expect(packages).toHaveLength(1);
    const draft = z.object(packageDraftSchema.shape); // a stored package has keys of its own beside
    expect(draft.safeParse(packages[0]).error).toBeUndefined();
    expect(packages[0]?.summary.isWellFormed()).toBe(true);
  });

  it('packages for whoever has not taken them in, whoever else has', async () => {
    const { call } = state.harness;
    const left = async (summary: string, consumers: string[] = []) => {
      const told = { session_id: 'one', producer_agent: 'scout', file_path: 'f', summary, consumers };
      const { id } = await call('packages.save', { ...told, package_type: 'handoff', priority: 'medium' });
      return id;
    };
    const linesFor = async (agent: string) => {
      const { context = '' } = await hear('session_start', { agent, session_id: `of ${agent}` });
      return [...context.matchAll(/Left by scout: (.*)/g)].map(([, summary]) => summary).toSorted();
    };
    const taken = { open: await left('For all'), own: await left('For codex', ['codex']) };
    await left('For both', ['codex', 'gemini']);
    expect([await linesFor('codex'), await linesFor('gemini'), await linesFor('cursor')]).toEqual([
      ['For all', 'For both', 'For codex'],
      ['For all', 'For both'],
      ['For all'],
    ]);
    for (const id of Object.values(taken))
      await call('packages.markConsumed', { package_ids: [id], agent_type: 'codex' });
    expect([await linesFor('codex'), await linesFor('gemini'), await linesFor('cursor')]).toEqual([
      ['For both'],
      ['For all', 'For both'],
      ['For all'],
    ]);
  });

  it('nothing where nothing was asked', async () => {
    await hear('session_start', { reason: 'startup' });
    await hear('session_end');
    expect((await state.harness.call('ledger.list', {})).total).toBe(0);
  });
});

it('a decision about a file is told once before it is changed, whatever the agent calls its tool', async () => {
  const { call } = state.harness;
  await call('ledger.decide', {
    domain: 'd',
    scope: 'src/a.ts',
    summary: 'Keep it pure',
    rationale: 'tests',
  });
  await call('ledger.decide', { domain: 'e', scope: 'project', summary: 'Use tabs', rationale: 'habit' });
  const file = { files: [`${state.folder}/src/a.ts`] };
  expect(await hear('before_tool', { tool: 'read_file', ...file })).toEqual({});
  const told = await hear('before_tool', { tool: 'search_replace', ...file });
  expect([told.context?.includes('Decided: Keep it pure (tests)'), told.context?.includes('tabs')]).toEqual([
    true,
    false,
  ]);
  expect(await hear('before_tool', { tool: 'Edit', ...file })).toEqual({});
});

it('rules may ask for the branch, the languages of the folder and what was changed', async () => {
  const { call } = state.harness;
  await writeTree(state.folder, { '.git/HEAD': 'ref: refs/heads/mend\n', 'go.mod': 'module m\n' });
  const memory = memoryOf('m', { pipeline: [staticStep('On the branch')] });
  await call('memories.save', { memory, expected_hash: null });
  const when = [
    { field: 'addVar.branch', operator: 'eq' as const, value: 'mend' },
    { field: 'addVar.languages', operator: 'contains' as const, value: 'go' },
    { field: 'addVar.changed_files', operator: 'contains' as const, value: 'b.go' },
  ];
  const rules = [{ id: 'r', name: 'r', when, then: { add_memories: ['m'] } }];
  const engine = { id: 'e', name: 'E', description: '', enabled: true, rules };
  await call('engines.save', { engine, expected_hash: null });
  expect(await hear('prompt', { prompt: 'Now' })).toEqual({});
  await hear('after_tool', { tool: 'write_file', files: [`${state.folder}/b.go`] });
  expect((await hear('prompt', { prompt: 'Now' })).context).toContain('On the branch');
});

describe('a tool or a compaction is held up', () => {
  const full = { message: 'x', measured_tokens: 190_000, window: 200_000 };

  it('only where the configuration says so, and never a tool of Weft', async () => {
    const { call } = state.harness;
    await call('health.record', { session_id: 'one', ...full });
    expect((await hear('before_tool', { tool: 'Bash' })).block).toBeUndefined();
    await call('config.set', { changes: { health: { hold_tools: true } } });
    expect((await hear('before_tool', { tool: 'Bash' })).block).toContain('Context at 95%');
    for (const tool of ['Read', 'mcp__weft__twining_post', 'weft_twining_post'])
      expect((await hear('before_tool', { tool })).block).toBeUndefined();
  });

  it('where its state cannot be saved and that is demanded', async () => {
    const { call } = state.harness;
    await writeTree(state.folder, { '.rune': 'no folder' });
    const told = { prompt: 'Mend it' };
    await hear('prompt', told);
    expect((await hear('before_compaction', { reason: 'auto' })).block).toBeUndefined();
    await call('config.set', { changes: { health: { demand_save: true } } });
    expect((await hear('before_compaction', { reason: 'auto' })).block).toContain('NOT saved');
  });

  it('and then has not happened: the context is as full as it was, and nothing is told again', async () => {
    const { call } = state.harness;
    await call('config.set', { changes: { health: { demand_save: true } } });
    await writeTree(state.folder, { '.rune': 'no folder' });
    const memory = memoryOf('generated', { pipeline: [staticStep('About generated')] });
    await call('memories.save', { memory, expected_hash: null });
    const rules = [rule('r', 'addVar.file', 'ends_with', 'src/a.ts', 'generated')];
    const engine = { id: 'e', name: 'E', description: '', enabled: true, rules };
    await call('engines.save', { engine, expected_hash: null });
    const usage = { input_tokens: 190_000, cache_read_tokens: 0, cache_creation_tokens: 0, output_tokens: 0 };
    const read = () => hear('after_tool', { tool: 'Read', files: ['src/a.ts'], response: 'x' });
    await hear('prompt', { prompt: 'Mend it', answers: [{ answer_id: 'a', usage }] });
    expect((await read()).context).toContain('About generated');
    const before = await call('flights.get', { session_id: 'one' });
    expect((await hear('before_compaction', { reason: 'auto' })).block).toContain('NOT saved');
    const { flight } = await call('flights.get', { session_id: 'one' });
    expect([flight.context_tokens, before.flight.context_tokens]).toEqual([190_000, 190_000]);
    expect([await read(), await hear('prompt', { prompt: 'Go on' })]).toEqual([{}, {}]);
    const { sessions } = await call('health.state', { session_id: 'one' });
    expect(sessions).toMatchObject([{ assessment: { status: 'RED', basis: 'measured' } }]);
  });
});

describe('what the model read before a compaction is no count of what it reads after it', () => {
  const usage = { input_tokens: 190_000, cache_read_tokens: 0, cache_creation_tokens: 0, output_tokens: 0 };

  it.each<[string, () => Promise<unknown>]>([
    ['a session that goes on', () => hear('session_start', { reason: 'compact' })],
    ['the next prompt', () => hear('prompt', { prompt: 'Go on' })],
  ])('nor holds a tool up: %s', async (_, goOn) => {
    const { call } = state.harness;
    await call('config.set', { changes: { health: { hold_tools: true } } });
    await hear('prompt', { prompt: 'Mend it' });
    await hear('stop', { answers: [{ answer_id: 'a', usage }] });
    await hear('after_tool', { tool: 'Read', response: 'x' });
    expect((await hear('before_tool', { tool: 'Bash' })).block).toContain('Context at 95%');
    await hear('before_compaction', { reason: 'auto' });
    await goOn();
    await hear('after_tool', { tool: 'Read', response: 'x' });
    const { sessions } = await call('health.state', { session_id: 'one' });
    expect(sessions).toMatchObject([
      { assessment: { status: 'GREEN', basis: 'estimated' }, blocked: false, compactions: 1 },
    ]);
    expect((await hear('before_tool', { tool: 'Bash' })).block).toBeUndefined();
  });

  it('but is one as long as only a subagent has compacted', async () => {
    await hear('stop', { answers: [{ answer_id: 'a', usage }] });
    await hear('after_compaction', { agent_id: 'sub' });
    const { flight } = await state.harness.call('flights.get', { session_id: 'one' });
    expect(flight.context_tokens).toBe(190_000);
  });
});

it('the saved state is given with the next prompt where no session begins after a compaction', async () => {
  await hear('prompt', { prompt: 'Mend the parser' });
  await hear('before_compaction', { reason: 'auto' });
  await hear('after_compaction');
  expect((await hear('prompt', { prompt: 'Go on' })).context).toContain('Task: Mend the parser');
  expect((await hear('prompt', { prompt: 'Go on' })).context).toBeUndefined();
});

describe('after a compaction before which nothing was saved', () => {
  const compact = () => hear('session_start', { reason: 'compact' });

  it.each(['.rune', '.rune/progress.md'])(
    'an agent is told so where it could not be: %s is in the way',
    async path => {
      await writeTree(
        state.folder,
        path === '.rune' ? { '.rune': 'no folder' } : { [`${path}/x`]: 'a folder' },
      );
      await hear('prompt', { prompt: 'Mend it' });
      await hear('before_compaction', { reason: 'auto' });
      const { context } = await compact();
      expect(context).toContain(origin('health, after the compaction'));
      expect(context).toContain('Not everything could be saved before the compaction.');
      expect(context).toMatch(/NOT saved: .*progress\.md/);
    },
  );

  it('control: nothing is told where all is well', async () => {
    await hear('before_compaction', { reason: 'auto' });
    expect(await compact()).toEqual({});
  });
});

it('a known mend comes with what a command printed, where the agent does not say that it failed', async () => {
  const { call } = state.harness;
  await call('errorPatterns.record', { error_type: 'Bash', message: 'boom', solution: 'Run it twice' });
  const run = { tool: 'Bash', agent: 'codex', input: '{}' };
  expect((await hear('after_tool', { ...run, response: 'fine\n' })).context).toBeUndefined();
  expect((await hear('after_tool', { ...run, response: 'boom\n' })).context).toContain('Run it twice');
});
