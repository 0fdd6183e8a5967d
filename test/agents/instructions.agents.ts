import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { createDiskTree, findInstructionFiles } from '../../electron/services/flights/disk-tree.ts';
import { predictInstructions } from '../../shared/instructions/instruction-readers.ts';
import type { Situation } from '../../shared/instructions/situation.ts';
import type { InstructionAgent } from '../../shared/model/instruction-file.ts';
import { type InstructionTree, instructionTree } from './instruction-trees.ts';
import { startScriptedModel } from './scripted-model.ts';

const trees = Number(process.env.WEFT_TREES ?? 200);

interface Laid {
  readonly home: string;
  readonly repository: string;
}

/** The tree on the disk, under a folder of its own. */
async function lay(tree: InstructionTree): Promise<Laid> {
  const top = await realpath(await mkdtemp(join(tmpdir(), 'weft-tree-')));
  const [home, repository] = [join(top, 'home'), join(top, 'w/repo')];
  await mkdir(home);
  if (tree.isRepository) await mkdir(join(repository, '.git'), { recursive: true });
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
      process.env.WEFT_TEST_AGENT ?? '',
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

it.skipIf((process.env.WEFT_TEST_AGENT ?? '') === '')(
  `Claude Code has of ${trees} trees what was foreseen, in each request`,
  async () => {
    const differences: unknown[] = [];
    for (let seed = 1; seed <= trees; seed += 1) {
      const tree = instructionTree(seed);
      const laid = await lay(tree);
      const [foreseenMarks, marks] = [
        await foreseen('claude-code', tree, laid),
        await askClaudeCode(tree, laid),
      ];
      if (JSON.stringify(marks) !== JSON.stringify(foreseenMarks))
        differences.push({ seed, marks, foreseenMarks });
      await rm(join(laid.home, '..'), { recursive: true, force: true });
    }
    expect(differences).toEqual([]);
    // One run takes about a second.
  },
  1_800_000,
);
