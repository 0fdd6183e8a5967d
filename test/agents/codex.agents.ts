import { describe, expect, it } from 'vitest';
import { ask, initialised, isInstalled, mark, marksOf, scripted, textOf } from './real-agents.ts';
import type { Turn } from './scripted-model.ts';

const runs = (cmd: string): Turn => ({ call: { name: 'exec_command', input: { cmd } } });

describe.skipIf(!isInstalled('codex'))('Codex, after weft init', () => {
  it('has what the rules say of a prompt, a file and a failure in its next request', async () => {
    const project = await initialised('codex');
    await mark(project, 'boom happened');
    const model = await scripted([runs('cat src/a.ts'), runs('echo boom happened; exit 3')]);
    await ask('codex', project, model, 'Look at a.ts');
    expect(marksOf(model)).toEqual([
      ['warning', 'rules'],
      ['warning', 'rules', 'file'],
      ['warning', 'rules', 'file', 'mend'],
    ]);
    expect(textOf(model, 0)).toContain('mcp__weft');
    expect(textOf(model, 0)).toContain('What this project knows (Weft)');
    const { flights } = (await project.call('flights.list')) as { flights: { agent: string }[] }; // its own form
    expect(flights).toMatchObject([
      { agent: 'codex', turns: 1, tool_calls: 2, usage: { input_tokens: 300, cache_read_tokens: 150 } },
    ]);
  });

  it('goes on without a word where the host is killed', async () => {
    const project = await initialised('codex');
    await project.call('ledger.summarize');
    const pid = (await project.hostPid()) ?? 0;
    expect(pid).toBeGreaterThan(0);
    const model = await scripted([
      { ...runs('cat src/a.ts'), does: () => void process.kill(pid, 'SIGKILL') },
      { text: 'ready' },
    ]);
    expect(await ask('codex', project, model, 'Look at a.ts')).toContain('ready');
  });
});
