import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { engineAdding, memoryOf, staticStep } from '../support/engine-definitions.ts';
import type { HostedProject } from '../support/hosted-project.ts';
import { hostedProject } from '../support/hosts.ts';
import { temporaryFolder, writeTree } from '../support/temporary-folder.ts';
import { type ScriptedModel, type ScriptedTurn, startScriptedModel, type Turn } from './scripted-model.ts';

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
      ...['--allowedTools', 'Read,Bash,Edit,mcp__weft', '--output-format', 'json'],
      ...(session === undefined ? [] : ['--resume', session]),
      ...['-p', prompt],
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
      ...['-c', 'model="gpt-5.5"', '-c', 'model_provider="scripted"', '-c', 'web_search="disabled"'],
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
    values: prompt => ['-m', 'gemini-2.5-flash', '--yolo', '-o', 'json', '-p', prompt],
    env: address => ({ GEMINI_API_KEY: 'nothing', GOOGLE_GEMINI_BASE_URL: address }),
    home: folder => ({
      '.gemini/settings.json': JSON.stringify({ security: { auth: { selectedType: 'gemini-api-key' } } }),
      // As its user trusts a folder; --skip-trust is read after the settings of the folder were left out.
      '.gemini/trustedFolders.json': JSON.stringify({ [folder]: 'TRUST_FOLDER' }),
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

/**
 * What a session comes to. Where the machine was too busy for an event to be answered in time the agent went on
 * without, as it should: then it is tried again, with another project.
 */
export async function heardInTime<Told>(
  name: RealAgentName,
  session: (project: HostedProject) => Promise<Told>,
  triesLeft = 5,
): Promise<Told> {
  const project = await initialised(name);
  const told = await session(project);
  const late = await readFile(join(project.userDataDir, 'hook.log'), 'utf8').catch(() => '');
  return late === '' || triesLeft === 0 ? told : heardInTime(name, session, triesLeft - 1);
}

export async function scripted(turns: readonly ScriptedTurn[], aside?: Turn): Promise<ScriptedModel> {
  const model = await startScriptedModel(turns, aside);
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

/** A turn before which the host of the project is killed, where one runs. */
export function killsHost({ hostPid }: HostedProject, turn: Turn, killed: number[]): Turn {
  return {
    ...turn,
    async does() {
      const pid = await hostPid();
      if (pid === undefined) return;
      killed.push(pid);
      process.kill(pid, 'SIGKILL');
    },
  };
}

/** A summary, and whether the state of a session was saved when it was asked for. */
export function summary({ folder }: HostedProject, saved: boolean[]): Turn {
  return { text: 'SUMMARY of the talk', does: () => void saved.push(existsSync(join(folder, '.rune'))) };
}

/** What is given after a compaction: of a task, a file that was changed, a decision and a question since it began. */
export const savedStates = [
  'saved before the compaction',
  'Look at a.ts',
  'src/a.ts',
  'Keep it short',
  'How short?',
] as const;

/** Those that stand in a request from where Weft says what was saved. */
export function savedStateIn(model: ScriptedModel, at: number): string[] {
  const [, ...given] = textOf(model, at).split('Data from Weft (');
  const saved = given.find(text => text.startsWith(savedStates[0])) ?? '';
  return savedStates.filter(one => saved.includes(one));
}

/** What a session leaves in the ledger that is to survive its compaction. */
export async function leaveState({ call }: HostedProject): Promise<void> {
  await call('ledger.decide', { domain: 'd', summary: savedStates[3], rationale: 'why' });
  await call('ledger.post', { entry_type: 'question', summary: savedStates[4] });
}

/** All files but those of git, with their bytes. */
export async function treeOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.map(entry => ({ entry, path: join(entry.parentPath, entry.name) }));
  const kept = files.filter(({ path }) => !`${path}/`.startsWith(`${folder}/.git/`));
  const pairs = kept.map(async ({ entry, path }) => [
    path.slice(folder.length),
    entry.isDirectory() ? 'folder' : (await readFile(path)).toString('base64'),
  ]);
  return Object.fromEntries(await Promise.all(pairs));
}

export const textOf = ({ requests }: ScriptedModel, at: number): string =>
  JSON.stringify(requests.at(at)?.body) ?? '';

/** Of each request, which marks were in it; a known error is told at the beginning as well, so its mend has words of its own. */
export const marksOf = (model: ScriptedModel): string[][] =>
  model.requests.map((_, at) =>
    marks.filter(one => textOf(model, at).includes(one === 'mend' ? '): MARK-mend' : `MARK-${one}`)),
  );
