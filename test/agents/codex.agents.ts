import { describe, expect, it } from 'vitest';
import {
  ask,
  heardInTime,
  initialised,
  isInstalled,
  killsHost,
  leaveState,
  mark,
  marksOf,
  savedStateIn,
  savedStates,
  scripted,
  summary,
  textOf,
  treeOf,
} from './real-agents.ts';
import type { Turn } from './scripted-model.ts';

const runs = (cmd: string): Turn => ({ call: { name: 'exec_command', input: { cmd } } });
const patch = ['*** Begin Patch', '*** Update File: src/a.ts', '@@', '-export const a = 1;'];
const changes: Turn = {
  call: { name: 'apply_patch', input: [...patch, '+export const a = 2;', '*** End Patch'].join('\n') },
};
const reads = runs('cat src/a.ts');
const fails = runs('echo boom happened; exit 3');

describe.skipIf(!isInstalled('codex'))('Codex, after weft init', () => {
  it('has what the rules say of a prompt, a file and a failure in its next request', async () => {
    const { model, told } = await heardInTime('codex', async project => {
      await mark(project, 'boom happened');
      const model = await scripted([reads, fails]);
      await ask('codex', project, model, 'Look at a.ts');
      return { model, told: await project.call('flights.list') };
    });
    expect(marksOf(model)).toEqual([
      ['warning', 'rules'],
      ['warning', 'rules', 'file'],
      ['warning', 'rules', 'file', 'mend'],
    ]);
    expect(JSON.stringify(model.requests)).toContain('mcp__weft');
    expect(textOf(model, 0)).toContain('What this project knows (Weft)');
    expect(told).toMatchObject({
      flights: [
        { agent: 'codex', turns: 1, tool_calls: 2, usage: { input_tokens: 300, cache_read_tokens: 150 } },
      ],
    });
  });

  it('saves before it compacts, and has what was saved in the request after it', async () => {
    const { model, saved } = await heardInTime('codex', async project => {
      const saved: boolean[] = [];
      const full = { ...runs('true'), readTokens: 6000, does: () => leaveState(project) };
      const model = await scripted([changes, full], summary(project, saved));
      const values = ['-c', 'model_auto_compact_token_limit=5000'];
      await ask('codex', project, model, 'Look at a.ts', { values });
      return { model, saved };
    });
    expect(saved).toEqual([true]);
    expect(textOf(model, 2)).toContain('SUMMARY of the talk');
    expect(savedStateIn(model, 2)).toEqual([...savedStates]);
  });

  it('goes on without a word where the host is killed between any two events', async () => {
    const project = await initialised('codex');
    await project.call('ledger.summarize');
    const killed: number[] = [];
    const model = await scripted([
      killsHost(project, reads, killed),
      killsHost(project, fails, killed),
      { text: 'ready' },
    ]);
    expect(await ask('codex', project, model, 'Look at a.ts')).toMatch(/^ready$/m);
    expect(model.requests).toHaveLength(3);
    expect(killed.length).toBeGreaterThan(0);
  });

  it('leaves no trace in the repository once it is taken away', async () => {
    const project = await initialised('codex');
    const { '/src': folder, '/src/a.ts': file } = await treeOf(project.folder);
    await ask('codex', project, await scripted([reads, fails]), 'Look at a.ts');
    await project.weft(['init', '--remove']);
    expect(await treeOf(project.folder)).toEqual({ '/src': folder, '/src/a.ts': file });
  });
});
