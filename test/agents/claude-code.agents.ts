import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HostedProject } from '../support/hosted-project.ts';
import { ask, initialised, isInstalled, mark, marksOf, scripted, textOf } from './real-agents.ts';
import type { Turn } from './scripted-model.ts';

const read = ({ folder }: HostedProject): Turn => ({
  call: { name: 'Read', input: { file_path: join(folder, 'src/a.ts') } },
});
const fails: Turn = { call: { name: 'Bash', input: { command: 'echo boom happened; exit 3' } } };

const sessionOf = (said: string): string => JSON.parse(said).session_id;

/** All files but those of git, with their bytes. */
async function treeOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.map(entry => ({ entry, path: join(entry.parentPath, entry.name) }));
  const kept = files.filter(({ path }) => !path.startsWith(join(folder, '.git')));
  const pairs = kept.map(async ({ entry, path }) => [
    path.slice(folder.length),
    entry.isDirectory() ? 'folder' : (await readFile(path)).toString('base64'),
  ]);
  return Object.fromEntries(await Promise.all(pairs));
}

describe.skipIf(!isInstalled('claude-code'))('Claude Code, after weft init', () => {
  it('has what the rules say of a prompt, a file and a failure in its next request, and its state after a compaction', async () => {
    const project = await initialised('claude-code');
    await mark(project, 'Exit code 3\nboom happened');
    const model = await scripted([read(project), fails]);
    const session = sessionOf(await ask('claude-code', project, model, 'Look at a.ts'));
    expect(marksOf(model)).toEqual([
      ['warning', 'rules'],
      ['warning', 'rules', 'file'],
      ['warning', 'rules', 'file', 'mend'],
    ]);
    expect(textOf(model, 0)).toContain('What this project knows (Weft)');
    const told = await project.call('flights.get', { session_id: session });
    expect(told).toMatchObject({
      flight: { turns: 1, tool_calls: 2, answers: 3, usage: { input_tokens: 300 } },
    });
    await ask('claude-code', project, model, '/compact', { session });
    await ask('claude-code', project, model, 'Go on', { session });
    expect(textOf(model, -1)).toContain('saved before the compaction');
    expect(textOf(model, -1)).toContain('Task: Look at a.ts');
    // Its servers are there some time after it has started.
    expect(JSON.stringify(model.requests)).toContain('mcp__weft__context_for_agent');
  });

  it('goes on without a word where the host is killed between any two events', async () => {
    const project = await initialised('claude-code');
    await project.call('ledger.summarize');
    const killed: (number | undefined)[] = [];
    const kills = (turn: Turn): Turn => ({
      ...turn,
      does: async () => {
        const pid = await project.hostPid();
        killed.push(pid);
        if (pid !== undefined) process.kill(pid, 'SIGKILL');
      },
    });
    const model = await scripted([
      kills(read(project)),
      kills(fails),
      kills(read(project)),
      { text: 'ready' },
    ]);
    const said = JSON.parse(await ask('claude-code', project, model, 'Look at a.ts'));
    expect(said).toMatchObject({ is_error: false, result: 'ready' });
    expect(model.requests).toHaveLength(4);
    expect(killed.filter(pid => pid !== undefined).length).toBeGreaterThan(0);
    expect(said.stderr).toBeUndefined();
  });

  it('leaves no trace in the repository once it is taken away', async () => {
    const project = await initialised('claude-code');
    const model = await scripted([read(project), fails]);
    await ask('claude-code', project, model, 'Look at a.ts');
    const { stdout } = await project.weft(['init', '--remove']);
    expect(stdout).toContain('it is gone');
    expect(Object.keys(await treeOf(project.folder))).toEqual(['/src', '/src/a.ts']);
  });
});
