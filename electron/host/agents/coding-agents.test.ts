import { expect, it } from 'vitest';
import { flightEventSchema } from '../../../shared/model/flight.ts';
import { redactionModes } from '../../../shared/model/redaction-mode.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import { gemini } from './gemini.ts';
import { hookFormats } from './hook-formats.ts';

const claudeCode = hookFormats['claude-code'];

it('reads an event of Claude Code, and leaves out what it does not tell', () => {
  const input = {
    hook_event_name: 'PostToolUse',
    session_id: 's',
    transcript_path: '/t.jsonl',
    cwd: '/work',
    tool_name: 'Read',
    tool_input: { file_path: '/repo/a.ts' },
    tool_response: 'text',
    duration_ms: 3,
  };
  expect(claudeCode?.read(input)).toEqual({
    session_id: 's',
    agent: 'claude-code',
    event: 'after_tool',
    cwd: '/work',
    transcript: '/t.jsonl',
    tool: 'Read',
    input: '{"file_path":"/repo/a.ts"}',
    response: 'text',
    input_chars: 26,
    response_chars: 4,
    duration_ms: 3,
    files: ['/repo/a.ts'],
  });
});

it('cuts what is long at white space, and says how long it was', () => {
  const input = { hook_event_name: 'PostToolUse', session_id: 's', tool_response: 'word '.repeat(5000) };
  const told = claudeCode?.read(input);
  expect([told?.response?.length, told?.response?.endsWith('word'), told?.response_chars]).toEqual([
    15_999,
    true,
    25_000,
  ]);
});

it.each([
  ['Chinese', '请按规则修改这个文件。'.repeat(2000)],
  ['Chinese after a line', `/plan\n${'请按规则修改'.repeat(4000)}`],
  ['Thai', 'ช่วยแก้ไขไฟล์นี้'.repeat(2000)],
  ['JSON without white space', JSON.stringify(Array.from({ length: 3000 }, () => 'value'))],
  ['one word', 'a'.repeat(20_000)],
  ['pictures', `a${'👍'.repeat(10_000)}`],
])('cuts a long text without white space, and leaves what stands before: %s', (_, prompt) => {
  const told = claudeCode?.read({ hook_event_name: 'UserPromptSubmit', session_id: 's', prompt });
  expect(told?.prompt?.length).toBeGreaterThan(15_900);
  expect(prompt.startsWith(told?.prompt ?? '?')).toBe(true);
  expect(told?.prompt?.isWellFormed()).toBe(true);
});

it('leaves nothing of the secret that a cut falls into', () => {
  const secret = `sk-${'Ab1'.repeat(20)}`;
  for (const before of ['word '.repeat(3195), '请按规则修改'.repeat(2665), '"value",'.repeat(1997)]) {
    const text = `${before}"${secret}" and more`.padEnd(17_000);
    const inputs = [
      hookFormats['claude-code'].read({
        hook_event_name: 'PostToolUse',
        session_id: 's',
        tool_response: text,
      }),
      hookFormats.gemini.read({
        hook_event_name: 'AfterTool',
        session_id: 's',
        tool_response: { error: text },
      }),
    ];
    expect(text.slice(0, 16_000)).toContain('sk-A');
    expect([inputs[0]?.response, inputs[1]?.error].map(told => told?.includes('sk-'))).toEqual([
      false,
      false,
    ]);
  }
});

it.each([{}, { hook_event_name: 'Unknown', session_id: 's' }, { hook_event_name: 'Stop' }])(
  'takes %j for no event',
  input => {
    expect(claudeCode?.read(input)).toBeUndefined();
  },
);

const eventNames = {
  'claude-code': ['SessionStart', 'PostToolUse', 'SubagentStop'],
  opencode: ['PostToolUse'],
  codex: ['PreToolUse'],
  gemini: ['AfterTool', 'SessionEnd'],
  cursor: ['postToolUse', 'subagentStop'],
} as const;

it.each(Object.entries(eventNames))('no field that is out of shape loses an event: %s', (agent, events) => {
  const long = 'x'.repeat(5000);
  const usage = { input_tokens: 1, cache_read_tokens: 0, cache_creation_tokens: 0, output_tokens: 1 };
  const answers = [
    { answer_id: 'a', model: {}, window: 0, usage },
    { answer_id: 'b', usage: { ...usage, input_tokens: null } },
  ];
  const odd = [
    -5,
    0.5,
    Number.POSITIVE_INFINITY,
    true,
    '',
    long,
    long.repeat(4),
    {},
    [],
    [1],
    [long],
    Array(101).fill('x'),
    { path: long },
    answers,
  ];
  const fields =
    'source trigger reason cwd transcript_path agent_transcript_path model window prompt tool_name tool_use_id tool_input tool_response error is_interrupt duration_ms file_path memory_type load_reason globs trigger_file_path parent_file_path compact_summary last_assistant_message agent_id agent_type permission_mode workspace_roots tool_output error_message duration context_window_size subagent_type summary answers';
  for (const hook_event_name of events)
    for (const field of fields.split(' '))
      for (const value of odd) {
        const event = hookFormats[agent as keyof typeof eventNames].read({
          hook_event_name,
          session_id: 's',
          [field]: value,
        });
        expect([field, value, flightEventSchema.safeParse(event).error?.issues]).toEqual([
          field,
          value,
          undefined,
        ]);
      }
});

it('what a subagent tells stays its own, however its id is told', () => {
  const idOf = (agent_id: string | number) =>
    claudeCode?.read({ hook_event_name: 'Stop', session_id: 's', agent_id })?.agent_id;
  const [one, other] = [idOf(`${'a'.repeat(300)}1`), idOf(`${'a'.repeat(300)}2`)];
  expect([one, idOf(7)]).toEqual([expect.stringMatching(/^sha256-[0-9a-f]{32}$/), '7']);
  expect(one).not.toBe(other);
});

it.each(Object.keys(eventNames))('an id of a session, however long, loses no event of it: %s', agent => {
  const [hook_event_name] = eventNames[agent as keyof typeof eventNames];
  const told = (session_id: unknown) =>
    hookFormats[agent as keyof typeof eventNames].read({ hook_event_name, session_id });
  for (const id of ['s'.repeat(200), 's'.repeat(201), '\ud83d\ude00'.repeat(1_000_000), 7]) {
    const event = told(id);
    expect(flightEventSchema.safeParse(event).error?.issues).toBeUndefined();
    expect(told(id)).toEqual(event);
  }
  // What stands for a long id is no secret to who looks for them.
  const hashed = told('s'.repeat(201))?.session_id ?? '';
  for (const mode of redactionModes) expect(redactValue(hashed, mode)).toBe(hashed);
  expect(told('s'.repeat(200))?.session_id).toBe('s'.repeat(200));
});

it('names the place that a patch moves a file to', () => {
  const patch =
    '*** Begin Patch\r\n*** Update File: src/a.ts\r\n*** Move to: lib/b.ts\r\n@@\r\n-x\r\n+*** Move to: no.ts\r\n*** End Patch';
  const told = hookFormats.codex.read({
    hook_event_name: 'PreToolUse',
    session_id: 's',
    tool_name: 'apply_patch',
    tool_input: { command: patch },
  });
  expect(told?.files).toEqual(['src/a.ts', 'lib/b.ts']);
});

it('takes a patch that Codex gets through its shell for a change of the files in it', () => {
  const command = "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: src/a.ts\n*** End Patch\nEOF";
  const read = (tool_input: object) =>
    hookFormats.codex.read({
      hook_event_name: 'PreToolUse',
      session_id: 's',
      tool_name: 'Bash',
      tool_input: { ...tool_input },
    });
  expect(read({ command })).toMatchObject({ tool: 'apply_patch', files: ['src/a.ts'] });
  expect(read({ command: 'grep apply_patch README.md' })?.tool).toBe('Bash');
});

it('reads a command of Gemini CLI that failed as other agents tell it', () => {
  const lines = ['<untrusted_context>', 'Output: one', 'two', 'Exit Code: 3', 'Process Group PGID: 24166'];
  const read = (llmContent: string) =>
    hookFormats.gemini.read({
      hook_event_name: 'AfterTool',
      session_id: 's',
      tool_name: 'run_shell_command',
      tool_response: { llmContent },
    });
  expect(read([...lines, '</untrusted_context>'].join('\n'))).toMatchObject({
    event: 'tool_failed',
    error: 'Exit code 3\none\ntwo',
  });
  expect(read('Output: one')?.event).toBe('after_tool');
});

it.each([
  [
    'win32',
    String.raw`C:\Program Files\nodejs\node.exe`,
    String.raw`& "C:\Program Files\nodejs\node.exe" C:\w\cli.js`,
  ],
  ['win32', String.raw`C:\node\node.exe`, String.raw`C:\node\node.exe C:\w\cli.js`],
  ['linux', '/a b/node', String.raw`'/a b/node' 'C:\w\cli.js'`],
] as const)(
  'has a hook of Gemini CLI start on %s, by PowerShell or a shell, with the program %s',
  (platform, program, line) => {
    const edits = gemini.setUp({
      scope: 'project',
      platform,
      weft: { program, values: [String.raw`C:\w\cli.js`], env: {} },
      folderOf: (_, usual) => usual,
      isThere: () => true,
    });
    const entries = edits.flatMap(edit => (edit.kind === 'json' ? edit.entries : []));
    const stop = entries.find(({ at }) => at.join('.') === 'hooks.AfterAgent')?.value;
    const command = `${line} hook --agent gemini`;
    expect(stop).toMatchObject({ hooks: [{ type: 'command', name: 'weft', command }] });
  },
);

it('answers only where the agent hears', () => {
  const say = (hook_event_name: string) => claudeCode?.write({ context: 'text' }, { hook_event_name });
  expect(say('UserPromptSubmit')).toEqual({
    hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'text' },
  });
  expect([say('PreCompact'), claudeCode?.write({}, { hook_event_name: 'UserPromptSubmit' })]).toEqual([
    undefined,
    undefined,
  ]);
});
