import { expect, it } from 'vitest';
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
