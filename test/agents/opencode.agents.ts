import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask, initialised, isInstalled, mark, marksOf, scripted, textOf } from './real-agents.ts';
import type { Turn } from './scripted-model.ts';

const fails: Turn = {
  call: { name: 'bash', input: { command: 'echo boom happened; exit 3', description: 'fails' } },
};
const reads = (folder: string): Turn => ({
  call: { name: 'read', input: { filePath: join(folder, 'src/a.ts') } },
});

describe.skipIf(!isInstalled('opencode'))('opencode, after weft init', () => {
  it('has what the rules say of a prompt, a file and a failure in its next request', async () => {
    const project = await initialised('opencode');
    await mark(project, 'Exit code 3\nboom happened\n');
    const model = await scripted([reads(project.folder), fails]);
    await ask('opencode', project, model, 'Look at a.ts');
    expect(marksOf(model)).toEqual([
      ['warning', 'rules'],
      ['warning', 'rules', 'file'],
      ['warning', 'rules', 'file', 'mend'],
    ]);
    expect(textOf(model, 0)).toContain('weft_context_for_agent');
    expect(textOf(model, 0)).toContain('What this project knows (Weft)');
    const { flights } = (await project.call('flights.list')) as { flights: { agent: string }[] }; // its own form
    expect(flights).toMatchObject([
      {
        agent: 'opencode',
        turns: 1,
        tool_calls: 2,
        answers: 3,
        window: 100_000,
        usage: { input_tokens: 300 },
      },
    ]);
  });

  it('goes on without a word where the host is killed', async () => {
    const project = await initialised('opencode');
    await project.call('ledger.summarize');
    const pid = (await project.hostPid()) ?? 0;
    expect(pid).toBeGreaterThan(0);
    const model = await scripted([
      { ...reads(project.folder), does: () => void process.kill(pid, 'SIGKILL') },
      { text: 'ready' },
    ]);
    expect(await ask('opencode', project, model, 'Look at a.ts')).toContain('ready');
  });
});
