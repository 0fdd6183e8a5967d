import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HostedProject } from '../support/hosted-project.ts';
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

const fails: Turn = {
  call: { name: 'bash', input: { command: 'echo boom happened; exit 3', description: 'fails' } },
};
const reads = ({ folder }: HostedProject): Turn => ({
  call: { name: 'read', input: { filePath: join(folder, 'src/a.ts') } },
});
const changes = ({ folder }: HostedProject): Turn => ({
  call: {
    name: 'edit',
    input: { filePath: join(folder, 'src/a.ts'), oldString: 'a = 1', newString: 'a = 2' },
  },
});

describe.skipIf(!isInstalled('opencode'))('opencode, after weft init', () => {
  it('has what the rules say of a prompt, a file and a failure in its next request', async () => {
    const { model, told } = await heardInTime('opencode', async project => {
      await mark(project, 'Exit code 3\nboom happened\n');
      const model = await scripted([reads(project), fails]);
      await ask('opencode', project, model, 'Look at a.ts');
      return { model, told: await project.call('flights.list') };
    });
    expect(marksOf(model)).toEqual([
      ['warning', 'rules'],
      ['warning', 'rules', 'file'],
      ['warning', 'rules', 'file', 'mend'],
    ]);
    expect(textOf(model, 0)).toContain('What this project knows (Weft)');
    expect(JSON.stringify(model.requests)).toContain('weft_context_for_agent');
    expect(told).toMatchObject({
      flights: [
        {
          agent: 'opencode',
          turns: 1,
          tool_calls: 2,
          answers: 3,
          window: 100_000,
          usage: { input_tokens: 300 },
        },
      ],
    });
  });

  it('saves before it compacts, and has what was saved in the request after it', async () => {
    const { model, saved } = await heardInTime('opencode', async project => {
      const saved: boolean[] = [];
      const full = { ...reads(project), readTokens: 99_500, does: () => leaveState(project) };
      const model = await scripted([reads(project), changes(project), full], summary(project, saved));
      await ask('opencode', project, model, 'Look at a.ts');
      return { model, saved };
    });
    expect(saved.at(-1)).toBe(true);
    expect(textOf(model, 3)).toContain('SUMMARY of the talk');
    expect(savedStateIn(model, 3)).toEqual([...savedStates]);
  });

  it('goes on without a word where the host is killed between any two events', async () => {
    const project = await initialised('opencode');
    await project.call('ledger.summarize');
    const killed: number[] = [];
    const model = await scripted([
      killsHost(project, reads(project), killed),
      killsHost(project, fails, killed),
      { text: 'ready' },
    ]);
    expect(await ask('opencode', project, model, 'Look at a.ts')).toContain('"text":"ready"');
    expect(model.requests).toHaveLength(3);
    expect(killed.length).toBeGreaterThan(0);
  });

  it('leaves no trace in the repository once it is taken away', async () => {
    const project = await initialised('opencode');
    const { '/src': folder, '/src/a.ts': file } = await treeOf(project.folder);
    await ask('opencode', project, await scripted([reads(project), fails]), 'Look at a.ts');
    await project.weft(['init', '--remove']);
    expect(await treeOf(project.folder)).toEqual({ '/src': folder, '/src/a.ts': file });
  });
});
