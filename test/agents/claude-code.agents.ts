import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { engineAdding, memoryOf, staticStep } from '../support/engine-definitions.ts';
import type { HostedProject } from '../support/hosted-project.ts';
import { hostedProject } from '../support/hosts.ts';
import { repository } from '../support/run-weft.ts';
import { type ScriptedModel, startScriptedModel, type Turn } from './scripted-model.ts';

const events = [
  'SessionStart',
  'InstructionsLoaded',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PreCompact',
  'PostCompact',
  'Stop',
  'SessionEnd',
];

/** A project whose rules, ledger and known errors each have a mark, with hooks for every event. */
async function markedProject(): Promise<HostedProject> {
  const project = await hostedProject();
  const { call, folder } = project;
  for (const id of ['rules', 'file'])
    await call('memories.save', {
      memory: memoryOf(id, { pipeline: [staticStep(`MARK-${id}`)] }),
      expected_hash: null,
    });
  const rule = (id: string, field: string, operator: string, value: string) => ({
    id,
    name: id,
    when: [{ field, operator, value }],
    then: { add_memories: [id] },
  });
  const rules = [
    rule('rules', 'addVar.event', 'eq', 'prompt'),
    rule('file', 'addVar.file', 'ends_with', 'src/a.ts'),
  ];
  await call('engines.save', { engine: { ...engineAdding('e', 'rules'), rules }, expected_hash: null });
  await call('errorPatterns.record', {
    error_type: 'Bash',
    message: 'Exit code 3\nboom happened',
    solution: 'MARK-mend',
  });
  const command = `"${process.execPath}" "${join(repository, 'dist/cli.js')}" hook`;
  const hooks = Object.fromEntries(events.map(name => [name, [{ hooks: [{ type: 'command', command }] }]]));
  await mkdir(join(folder, '.claude'));
  await writeFile(join(folder, '.claude/settings.json'), JSON.stringify({ hooks }));
  await mkdir(join(folder, 'src'));
  await writeFile(join(folder, 'src/a.ts'), 'export const a = 1;\n');
  return project;
}

async function scripted(turns: readonly Turn[]): Promise<ScriptedModel> {
  const model = await startScriptedModel(turns);
  onTestFinished(() => model.close());
  return model;
}

/** Runs it in an environment made from nothing; what it has said, as JSON. */
async function ask(project: HostedProject, model: ScriptedModel, prompt: string, session?: string) {
  const { folder, userDataDir } = project;
  const values = ['-p', prompt, '--allowedTools', 'Read,Bash', '--output-format', 'json'];
  const child = spawn(
    process.env.WEFT_TEST_AGENT ?? '',
    [...values, ...(session === undefined ? [] : ['--resume', session])],
    {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: join(userDataDir, 'home'),
        TERM: 'dumb',
        WEFT_USER_DATA: userDataDir,
        ANTHROPIC_BASE_URL: model.address,
        ANTHROPIC_API_KEY: 'nothing',
        DISABLE_TELEMETRY: '1',
        DISABLE_AUTOUPDATER: '1',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', text => {
    said.stdout += String(text);
  });
  child.stderr.on('data', text => {
    said.stderr += String(text);
  });
  const [code]: unknown[] = await once(child, 'close');
  expect(code, said.stderr + said.stdout).toBe(0);
  return JSON.parse(said.stdout) as { readonly session_id: string; readonly is_error: boolean }; // its own form
}

const textOf = ({ requests }: ScriptedModel, at: number): string => JSON.stringify(requests.at(at)?.body);
const marksIn = (text: string): string[] =>
  ['rules', 'file', 'mend'].filter(mark => text.includes(`MARK-${mark}`));
const read = (folder: string): Turn => ({
  call: { name: 'Read', input: { file_path: join(folder, 'src/a.ts') } },
});

it('Claude Code has what the rules say of a prompt, a file and a failure in its next request, and its state after a compaction', async () => {
  const project = await markedProject();
  const fails: Turn = { call: { name: 'Bash', input: { command: 'echo boom happened; exit 3' } } };
  const model = await scripted([read(project.folder), fails]);
  const { session_id } = await ask(project, model, 'Look at a.ts');
  expect([0, 1, 2].map(at => marksIn(textOf(model, at)))).toEqual([
    ['rules'],
    ['rules', 'file'],
    ['rules', 'file', 'mend'],
  ]);
  const told = await project.call('flights.get', { session_id });
  expect(told).toMatchObject({
    flight: { turns: 1, tool_calls: 2, answers: 3, usage: { input_tokens: 300 } },
  });
  await ask(project, model, '/compact', session_id);
  await ask(project, model, 'Go on', session_id);
  expect(textOf(model, -1)).toContain('saved before the compaction');
  expect(textOf(model, -1)).toContain('Task: Look at a.ts');
});

it('Claude Code goes on without a word where the host is killed between two events', async () => {
  const project = await markedProject();
  const pid = (await project.hostPid()) ?? 0;
  expect(pid).toBeGreaterThan(0);
  const model = await scripted([
    { ...read(project.folder), does: () => process.kill(pid, 'SIGKILL') },
    read(project.folder),
  ]);
  expect(await ask(project, model, 'Look at a.ts')).toMatchObject({ is_error: false });
  expect(model.requests).toHaveLength(3);
  expect(await project.hostPid()).not.toBe(pid);
});
