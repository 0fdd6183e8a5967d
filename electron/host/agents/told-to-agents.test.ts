import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/model/json.ts';
import { startApp } from '../../../test/support/app-harness.ts';
import { memoryOf, staticStep } from '../../../test/support/engine-definitions.ts';
import { writeTree } from '../../../test/support/temporary-folder.ts';
import { hookFormats } from './hook-formats.ts';

/** A project with a warning about a file, a known error and a rule for prompts, and what an agent's hook prints there. */
async function hooked(agent: keyof typeof hookFormats) {
  const harness = startApp();
  const { call, ask } = harness;
  const folder = await harness.openEmpty();
  await call('ledger.post', { entry_type: 'warning', summary: 'Frozen', scope: 'src/a.ts' });
  for (const error_type of ['Shell', 'Bash'])
    await call('errorPatterns.record', { error_type, message: 'boom', solution: 'Run it twice' });
  const memory = memoryOf('style', { pipeline: [staticStep('About style')] });
  await call('memories.save', { memory, expected_hash: null });
  const when = [{ field: 'addVar.event', operator: 'eq' as const, value: 'prompt' }];
  const rules = [{ id: 'r', name: 'r', when, then: { add_memories: ['style'] } }];
  const engine = { id: 'e', name: 'E', description: '', enabled: true, rules };
  await call('engines.save', { engine, expected_hash: null });
  const format = hookFormats[agent];
  const hook = async (hook_event_name: string, more: JsonObject = {}) => {
    const input = { hook_event_name, session_id: 's', conversation_id: 's', cwd: folder, ...more };
    const event = format.read(input);
    if (event === undefined) throw new Error(`${hook_event_name} is no event of ${agent}`);
    const answer = await call('flights.hear', event);
    return { printed: JSON.stringify(format.write(answer, input) ?? {}), block: answer.block };
  };
  const printed = async (name: string, more: JsonObject = {}) => {
    const said = (await hook(name, more)).printed;
    return ['Frozen', 'About style', 'Run it twice', 'Task: '].filter(text => said.includes(text));
  };
  const recorded = async () => {
    const { entries } = await call('flights.get', { session_id: 's' });
    return entries.flatMap(({ event, given }) => (given === undefined ? [] : [event]));
  };
  /** As a hook that has gone before it was answered. */
  const missed = async (hook_event_name: string, more: JsonObject = {}) => {
    const event = format.read({ hook_event_name, session_id: 's', cwd: folder, ...more });
    const cancel = { cancelled: true, onCancel: () => () => {} };
    expect(await ask('flights.hear', event, { cancel })).toMatchObject({ ok: true });
  };
  return { call, folder, hook, missed, printed, recorded };
}

const change = (tool_name: string) => ({ tool_name, tool_input: { file_path: 'src/a.ts' } });

it('Cursor, which takes no text with a prompt nor before a tool, is given it with the next one that is done', async () => {
  const { call, printed, recorded } = await hooked('cursor');
  const shell = { tool_name: 'Shell', tool_input: { command: 'make' } };
  await printed('sessionStart');
  expect(await printed('beforeSubmitPrompt', { prompt: 'Mend it' })).toEqual([]);
  // The text of a prompt that none of its tools followed is of no use with the next prompt.
  expect(await printed('beforeSubmitPrompt', { prompt: 'Go on' })).toEqual([]);
  expect(await printed('preToolUse', change('Write'))).toEqual([]);
  expect(await printed('preToolUse', change('Write'))).toEqual([]);
  expect(await recorded()).toEqual(['session_start']);
  expect((await call('flights.get', { session_id: 's' })).entries.at(-1)?.event).toBe('prompt');
  expect(await printed('postToolUse', { ...change('Write'), tool_output: 'ok' })).toEqual([
    'Frozen',
    'About style',
  ]);
  expect(await printed('postToolUseFailure', { ...shell, error_message: 'boom' })).toEqual([]);
  expect(await printed('preCompact', { trigger: 'auto' })).toEqual([]);
  expect(await printed('beforeSubmitPrompt', { prompt: 'Again' })).toEqual([]);
  const after = await Promise.all([1, 2].map(() => printed('postToolUse', { ...shell, tool_output: 'ok' })));
  expect(after.flat().toSorted()).toEqual(['About style', 'Run it twice', 'Task: ']);
  expect(await printed('preToolUse', change('Write'))).toEqual([]);
  expect(await printed('postToolUse', change('Write'))).toEqual([]);
  expect(await recorded()).toEqual(['session_start', 'after_tool', 'after_tool']);
});

it('Gemini CLI, which takes no text before a tool, is given it with what the tool gave', async () => {
  const { printed, recorded } = await hooked('gemini');
  expect(await printed('BeforeTool', change('replace'))).toEqual([]);
  expect(await recorded()).toEqual([]);
  expect(await printed('AfterTool', { ...change('replace'), tool_response: { llmContent: 'ok' } })).toEqual([
    'Frozen',
  ]);
  expect(await recorded()).toEqual(['after_tool']);
});

it('opencode, of whose tools those that fail are not told, is given it with what comes next', async () => {
  const { printed, recorded } = await hooked('opencode');
  const edit = { tool_name: 'edit', tool_input: { filePath: 'src/a.ts' } };
  expect(await printed('PreToolUse', edit)).toEqual([]);
  expect(await printed('PreToolUse', edit)).toEqual([]);
  expect(await recorded()).toEqual([]);
  expect(await printed('PostToolUse', { ...edit, tool_response: 'ok' })).toEqual(['Frozen']);
  expect(await recorded()).toEqual(['after_tool']);
});

it('what would be told with a tool that is held up, is told with the next one', async () => {
  const { call, hook, printed, recorded } = await hooked('claude-code');
  await call('config.set', { changes: { health: { hold_tools: true } } });
  await call('health.record', { session_id: 's', message: 'x', measured_tokens: 190_000, window: 200_000 });
  expect(await hook('PreToolUse', change('Edit'))).toMatchObject({ printed: '{}', block: expect.anything() });
  expect(await recorded()).toEqual([]);
  // A subagent's context is not that of its session.
  const within = await hook('PreToolUse', { ...change('Edit'), agent_id: 'sub' });
  expect([within.block, within.printed.includes('Frozen')]).toEqual([undefined, true]);
  await call('config.set', { changes: { health: { hold_tools: false } } });
  expect(await printed('PreToolUse', change('Edit'))).toEqual(['Frozen']);
});

it('what was to be told to a hook that has gone is told with the next event, and holds nothing up', async () => {
  const { call, folder, hook, missed, printed, recorded } = await hooked('claude-code');
  await missed('PreToolUse', change('Edit'));
  expect(await recorded()).toEqual([]);
  expect(await printed('PreToolUse', change('Edit'))).toEqual(['Frozen']);
  expect(await printed('PreToolUse', change('Edit'))).toEqual([]);
  await hook('UserPromptSubmit', { prompt: 'Mend it' });
  await hook('PreCompact', { trigger: 'auto' });
  await missed('SessionStart', { source: 'compact' });
  expect(await printed('UserPromptSubmit', { prompt: 'Go on' })).toEqual(['About style', 'Task: ']);
  await call('config.set', { changes: { health: { demand_save: true } } });
  await rm(join(folder, '.rune'), { recursive: true });
  await writeTree(folder, { '.rune': 'no folder' });
  await missed('PreCompact', { trigger: 'auto' });
  const { entries } = await call('flights.get', { session_id: 's' });
  expect(entries.at(-1)).not.toHaveProperty('blocked');
});

it('a session that was cleared knows nothing of what it was told', async () => {
  const { hook, printed } = await hooked('claude-code');
  const before = () => printed('PreToolUse', change('Edit'));
  expect([await before(), await before()]).toEqual([['Frozen'], []]);
  await hook('SessionStart', { source: 'clear' });
  expect(await before()).toEqual(['Frozen']);
});

it('what waits for a subagent goes with it', async () => {
  const { hook, printed } = await hooked('cursor');
  const within = { agent_id: 'sub' };
  for (const ends of [false, true]) {
    await hook('preToolUse', { ...change('Write'), ...within });
    if (ends) await hook('subagentStop', within);
    const done = { tool_name: 'Shell', tool_input: { command: 'ls' }, tool_output: 'ok', ...within };
    expect(await printed('postToolUse', done)).toEqual(ends ? [] : ['Frozen']);
    within.agent_id = 'other';
  }
});

it.each([
  ['claude-code', 'PostToolUseFailure', 'error', 'PostToolUse'],
  ['cursor', 'postToolUseFailure', 'error_message', 'postToolUse'],
] as const)('of a tool that the user broke off nothing is learned: %s', async (agent, name, key, done) => {
  const { call, hook } = await hooked(agent);
  const tool = { tool_name: 'Bash', tool_input: { command: 'npm test' } };
  const tell = async (is_interrupt: boolean) => {
    await hook(name, { ...tool, [key]: 'It was ended', is_interrupt });
    await hook(done, { tool_name: 'Read', tool_input: { file_path: 'notes.md' } });
    await hook(done, tool);
    const { patterns } = await call('errorPatterns.list', {});
    return patterns.filter(({ signature }) => signature.message_pattern === 'It was ended').length;
  };
  expect([await tell(true), await tell(false)]).toEqual([0, 1]);
});

it.each([
  ['claude-code', 'SubagentStop', 'Stop', 'last_assistant_message'],
  ['codex', 'SubagentStop', 'Stop', 'last_assistant_message'],
  ['cursor', 'subagentStop', 'stop', 'summary'],
] as const)('the package of a subagent names its own transcript: %s', async (agent, name, stop, key) => {
  const { call, hook } = await hooked(agent);
  const transcript_path = '/t/session.jsonl';
  await hook(stop, { transcript_path });
  await hook(name, { transcript_path, agent_transcript_path: '/t/sub.jsonl', [key]: 'Found it' });
  await hook(name, { transcript_path, [key]: 'Found more' });
  const { packages } = await call('packages.list', {});
  expect(packages.map(({ file_path }) => file_path).toSorted()).toEqual(['/t/session.jsonl', '/t/sub.jsonl']);
  expect((await call('flights.get', { session_id: 's' })).flight.transcript).toBe(transcript_path);
});

it.each([
  ['claude-code', 'PreCompact', true],
  ['cursor', 'preCompact', false],
  ['gemini', 'PreCompress', false],
] as const)('a compaction of %s, %s, is said to wait only where it does', async (agent, name, waits) => {
  const { call, folder, hook } = await hooked(agent);
  await call('config.set', { changes: { health: { demand_save: true } } });
  await writeTree(folder, { '.rune': 'no folder' });
  expect((await hook(name, { trigger: 'manual' })).block !== undefined).toBe(waits);
});
