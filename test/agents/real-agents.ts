import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { engineAdding, memoryOf, staticStep } from '../support/engine-definitions.ts';
import type { HostedProject } from '../support/hosted-project.ts';
import { hostedProject } from '../support/hosts.ts';
import { temporaryFolder, writeTree } from '../support/temporary-folder.ts';
import { type ScriptedModel, startScriptedModel, type Turn } from './scripted-model.ts';

/** How a real agent is started against the scripted model, in an environment made from nothing. */
interface RealAgent {
  /** `session` is one to go on with. */
  values(prompt: string, address: string, session?: string): readonly string[];
  env(address: string): Readonly<Record<string, string>>;
  /** Files of its home folder. */
  home(folder: string): Readonly<Record<string, string>>;
}

export const realAgents = {
  'claude-code': {
    values: (prompt, _, session) => [
      ...['-p', prompt, '--allowedTools', 'Read,Bash,Edit', '--output-format', 'json'],
      ...(session === undefined ? [] : ['--resume', session]),
    ],
    env: address => ({
      ANTHROPIC_BASE_URL: address,
      ANTHROPIC_API_KEY: 'nothing',
      DISABLE_TELEMETRY: '1',
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    }),
    home: () => ({}),
  },
  codex: {
    values: (prompt, address, session) => [
      'exec',
      ...(session === undefined ? [] : ['resume', session]),
      ...[
        '--skip-git-repo-check',
        '--dangerously-bypass-hook-trust',
        '--dangerously-bypass-approvals-and-sandbox',
      ],
      ...['-c', 'model="scripted"', '-c', 'model_provider="scripted"', '-c', 'web_search="disabled"'],
      '-c',
      `model_providers.scripted={name="scripted",base_url="${address}/v1",env_key="NO_KEY",wire_api="responses"}`,
      prompt,
    ],
    env: () => ({ NO_KEY: 'nothing' }),
    home: folder => ({
      '.codex/config.toml': `[projects.${JSON.stringify(folder)}]\ntrust_level = "trusted"\n`,
    }),
  },
  opencode: {
    values: (prompt, _, session) => [
      ...['run', '--format', 'json'],
      ...(session === undefined ? [] : ['--session', session]),
      prompt,
    ],
    env: address => ({
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        provider: {
          scripted: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${address}/v1`, apiKey: 'nothing' },
            models: { model: { name: 'scripted', limit: { context: 100_000, output: 1000 } } },
          },
        },
        model: 'scripted/model',
        small_model: 'scripted/model',
        autoupdate: false,
        share: 'disabled',
      }),
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    }),
    home: () => ({}),
  },
  gemini: {
    values: prompt => ['-m', 'gemini-2.5-flash', '--yolo', '--skip-trust', '-o', 'json', '-p', prompt],
    env: address => ({ GEMINI_API_KEY: 'nothing', GOOGLE_GEMINI_BASE_URL: address }),
    home: () => ({
      '.gemini/settings.json': JSON.stringify({ security: { auth: { selectedType: 'gemini-api-key' } } }),
    }),
  },
} as const satisfies Readonly<Record<string, RealAgent>>;
export type RealAgentName = keyof typeof realAgents;

const programs: Readonly<Record<string, string>> = JSON.parse(process.env.WEFT_TEST_AGENTS ?? '{}');

export const isInstalled = (name: RealAgentName): boolean => Object.hasOwn(programs, name);

/** A repository with one file, in which `weft init` was run for an agent. */
export async function initialised(name: RealAgentName): Promise<HostedProject> {
  // In its usual place of that home: some agents hand their hooks little of the environment.
  const project = await hostedProject({
    home: join(temporaryFolder(), ...usualUserData),
    init: ['--agent', name],
  });
  await mkdir(homeOf(project), { recursive: true });
  await writeTree(homeOf(project), realAgents[name].home(project.folder));
  await writeTree(project.folder, { 'src/a.ts': 'export const a = 1;\n' });
  return project;
}

export const marks = ['warning', 'rules', 'file', 'mend'] as const;

/** Rules for a prompt and for a file, a warning and a known error, each with a mark of its own. */
export async function mark({ call }: HostedProject, failure: string): Promise<void> {
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
  await call('ledger.post', { entry_type: 'warning', summary: 'MARK-warning', detail: '', agent_id: 'user' });
  for (const error_type of ['Bash', 'bash', 'run_shell_command'])
    await call('errorPatterns.record', { error_type, message: failure, solution: 'MARK-mend' });
}

export async function scripted(turns: readonly Turn[]): Promise<ScriptedModel> {
  const model = await startScriptedModel(turns);
  onTestFinished(() => model.close());
  return model;
}

/** Runs an agent to its end; what it has written to stdout. */
export async function ask(
  name: RealAgentName,
  project: HostedProject,
  model: ScriptedModel,
  prompt: string,
  more: { readonly session?: string; readonly values?: readonly string[] } = {},
): Promise<string> {
  const agent: RealAgent = realAgents[name];
  const values = agent.values(prompt, model.address, more.session);
  const child = spawn(
    programs[name] ?? '',
    [...values.slice(0, -1), ...(more.values ?? []), ...values.slice(-1)],
    {
      cwd: project.folder,
      env: {
        PATH: process.env.PATH,
        HOME: homeOf(project),
        TERM: 'dumb',
        WEFT_USER_DATA: project.userDataDir,
        ...agent.env(model.address),
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
  return said.stdout;
}

const usualUserData = ['.local', 'share', 'weft'] as const;

const homeOf = ({ userDataDir }: HostedProject): string =>
  join(userDataDir, ...usualUserData.map(() => '..'));

export const textOf = ({ requests }: ScriptedModel, at: number): string =>
  JSON.stringify(requests.at(at)?.body);

/** Of each request, which marks were in it; a known error is told at the beginning as well, so its mend has words of its own. */
export const marksOf = (model: ScriptedModel): string[][] =>
  model.requests.map((_, at) =>
    marks.filter(one => textOf(model, at).includes(one === 'mend' ? '): MARK-mend' : `MARK-${one}`)),
  );
