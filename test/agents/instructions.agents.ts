import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { createDiskTree, findInstructionFiles } from '../../electron/services/flights/disk-tree.ts';
import { predictInstructions } from '../../shared/instructions/instruction-readers.ts';
import type { Situation } from '../../shared/instructions/situation.ts';
import type { InstructionAgent } from '../../shared/model/instruction-file.ts';
import { waitForOutput } from '../support/run-weft.ts';
import { removeFolder } from '../support/temporary-folder.ts';
import { type InstructionTree, instructionTree } from './instruction-trees.ts';
import { startScriptedModel, type Turn } from './scripted-model.ts';

const trees = Number(process.env.WEFT_TREES ?? 200);
/** Others are drawn from another seed on. */
const firstSeed = Number(process.env.WEFT_FIRST_TREE ?? 1);
const seeds = Array.from({ length: trees }, (_, at) => firstSeed + at);

/** Where an agent is installed; empty where it is not. */
function programOf(agent: 'claude-code' | 'opencode'): string {
  const programs: Record<string, string> = JSON.parse(process.env.WEFT_TEST_AGENTS ?? '{}');
  return programs[agent] ?? '';
}

interface Laid {
  readonly home: string;
  readonly repository: string;
}

async function newTop(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), 'weft-tree-')));
}

/** The tree on the disk, under a folder of its own. */
async function lay(tree: InstructionTree, top: string, home = join(top, 'home')): Promise<Laid> {
  const repository = join(top, 'w/repo');
  await mkdir(home, { recursive: true });
  await mkdir(repository, { recursive: true });
  if (tree.isRepository) execFileSync('git', ['init', '--quiet'], { cwd: repository });
  for (const [path, text] of Object.entries(tree.files)) {
    const at = path.startsWith('~/') ? join(home, path.slice(2)) : join(repository, path);
    await mkdir(dirname(at), { recursive: true });
    await (text.startsWith('-> ') ? symlink(text.slice(3), at) : writeFile(at, text));
  }
  return { home, repository };
}

/** The marks that are foreseen in the request after so many reads. */
async function foreseen(agent: InstructionAgent, tree: InstructionTree, laid: Laid): Promise<string[][]> {
  const { home, repository } = laid;
  const disk = createDiskTree();
  const { files: found } = await findInstructionFiles(repository);
  const known = tree.isRepository ? repository : undefined;
  const requests: string[][] = [];
  for (let turn = 0; turn <= tree.reads.length; turn += 1) {
    const reads = tree.reads.slice(0, turn).map(path => join(repository, path));
    const situation: Situation = {
      tree: disk,
      home,
      folder: join(repository, tree.folder),
      repository: known,
      reads,
      found,
    };
    const { files } = await predictInstructions(agent, situation);
    const texts = files.filter(file => file.loaded).map(({ path }) => textOf(tree, path, situation));
    requests.push(marksIn((await Promise.all(texts)).join('\n')));
  }
  return requests;
}

/** Back from how a file is shown to what stands in it. */
async function textOf(
  _: InstructionTree,
  path: string,
  { tree, home, repository, folder }: Situation,
): Promise<string> {
  if (path.startsWith('~/')) return tree.read(join(home, path.slice(2)));
  return tree.read(path.startsWith('/') ? path : join(repository ?? folder, path));
}

const marksIn = (text: string): string[] => [...new Set(text.match(/MARK-\d+-\d+-END/g) ?? [])].toSorted();

/** The marks in each request that Claude Code makes while it reads, one file a turn. */
async function askClaudeCode(
  { folder, reads }: InstructionTree,
  { home, repository }: Laid,
): Promise<string[][]> {
  const turns = reads.map(path => ({ call: { name: 'Read', input: { file_path: join(repository, path) } } }));
  const model = await startScriptedModel(turns);
  try {
    const child = spawn(
      programOf('claude-code'),
      ['-p', 'go', '--allowedTools', 'Read', '--output-format', 'json'],
      {
        cwd: join(repository, folder),
        env: {
          PATH: process.env.PATH,
          HOME: home,
          TERM: 'dumb',
          ANTHROPIC_BASE_URL: model.address,
          ANTHROPIC_API_KEY: 'nothing',
          DISABLE_TELEMETRY: '1',
          DISABLE_AUTOUPDATER: '1',
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        },
        stdio: 'ignore',
      },
    );
    await once(child, 'close');
    return model.requests.map(({ body }) => marksIn(JSON.stringify(body)));
  } finally {
    await model.close();
  }
}

it.skipIf(programOf('claude-code') === '')(
  `Claude Code has of ${trees} trees what was foreseen, in each request`,
  async () => {
    const differences: unknown[] = [];
    for (const seed of seeds) {
      const tree = instructionTree(seed);
      const top = await newTop();
      const laid = await lay(tree, top);
      const [foreseenMarks, marks] = [
        await foreseen('claude-code', tree, laid),
        await askClaudeCode(tree, laid),
      ];
      if (JSON.stringify(marks) !== JSON.stringify(foreseenMarks))
        differences.push({ seed, marks, foreseenMarks });
      await removeFolder(top);
    }
    expect(differences).toEqual([]);
    // One run takes about a second.
  },
  1_800_000,
);

interface Opencode {
  readonly home: string;
  ask(tree: InstructionTree, laid: Laid): Promise<string[][]>;
  close(): Promise<void>;
}

/** One server for all trees: it reads instruction files anew for each request. */
async function startOpencode(): Promise<Opencode> {
  const home = await newTop();
  const turns: Turn[] = [];
  const model = await startScriptedModel(turns);
  const options = { baseURL: `${model.address}/v1`, apiKey: 'nothing' };
  const models = { scripted: { name: 'scripted', limit: { context: 100_000, output: 1000 } } };
  const provider = { test: { npm: '@ai-sdk/openai-compatible', name: 'test', options, models } };
  const settings = {
    model: 'test/scripted',
    small_model: 'test/scripted',
    autoupdate: false,
    share: 'disabled',
    provider,
  };
  await mkdir(join(home, '.config/opencode'), { recursive: true });
  await writeFile(join(home, '.config/opencode/opencode.json'), JSON.stringify(settings));
  const child = spawn(programOf('opencode'), ['serve', '--port', '0', '--hostname', '127.0.0.1'], {
    cwd: home,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      TERM: 'dumb',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [, address = ''] = await waitForOutput(child, /listening on (http:\S+)/);
  const post = async (path: string, folder: string, body: object): Promise<unknown> => {
    const reply = await fetch(`${address}${path}?directory=${encodeURIComponent(folder)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return reply.json();
  };
  return {
    home,
    async ask({ folder, reads }, { repository }) {
      const from = model.requests.length;
      for (const [at, path] of reads.entries())
        turns[from + at] = { call: { name: 'read', input: { filePath: join(repository, path) } } };
      const at = join(repository, folder);
      const { id } = (await post('/session', at, {})) as { readonly id: string }; // its own form
      const parts = [{ type: 'text', text: 'go' }];
      await post(`/session/${id}/message`, at, { model: { providerID: 'test', modelID: 'scripted' }, parts });
      return model.requests.slice(from).map(({ body }) => marksIn(JSON.stringify(body)));
    },
    async close() {
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
      await model.close();
      await removeFolder(home);
    },
  };
}

/** Trees that one instance of the server can be asked about, one after the other in the same place. */
function placeOf({ folder, isRepository, files }: InstructionTree): string {
  return JSON.stringify([folder, isRepository, files['opencode.json'] ?? '']);
}

it.skipIf(programOf('opencode') === '')(
  `opencode has of ${trees} trees what was foreseen, in each request`,
  async () => {
    const opencode = await startOpencode();
    const tops = new Map<string, string>();
    const differences: unknown[] = [];
    try {
      for (const seed of seeds) {
        const tree = instructionTree(seed);
        const top = tops.get(placeOf(tree)) ?? (await newTop());
        tops.set(placeOf(tree), top);
        const laid = await lay(tree, top, opencode.home);
        const [foreseenMarks, marks] = [
          await foreseen('opencode', tree, laid),
          await opencode.ask(tree, laid),
        ];
        if (JSON.stringify(marks) !== JSON.stringify(foreseenMarks))
          differences.push({ seed, marks, foreseenMarks });
        await clear(tree, laid);
      }
    } finally {
      await opencode.close();
      for (const top of tops.values()) await removeFolder(top);
    }
    expect(differences).toEqual([]);
  },
  1_800_000,
);

/** Takes the files of a tree away, so that the next can lie in its place. */
async function clear({ files }: InstructionTree, { home, repository }: Laid): Promise<void> {
  for (const path of Object.keys(files))
    await rm(path.startsWith('~/') ? join(home, path.slice(2)) : join(repository, path), { force: true });
}
