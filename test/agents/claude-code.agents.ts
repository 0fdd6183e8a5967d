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

const read = ({ folder }: HostedProject): Turn => ({
  call: { name: 'Read', input: { file_path: join(folder, 'src/a.ts') } },
});
const edit = ({ folder }: HostedProject): Turn => ({
  call: {
    name: 'Edit',
    input: { file_path: join(folder, 'src/a.ts'), old_string: 'a = 1', new_string: 'a = 2' },
  },
});
const fails: Turn = { call: { name: 'Bash', input: { command: 'echo boom happened; exit 3' } } };

const sessionOf = (said: string): string => JSON.parse(said).session_id;

describe.skipIf(!isInstalled('claude-code'))('Claude Code, after weft init', () => {
  it('has what the rules say of a prompt, a file and a failure in its next request', async () => {
    const { model, told } = await heardInTime('claude-code', async project => {
      await mark(project, 'Exit code 3\nboom happened');
      const model = await scripted([read(project), fails]);
      const session_id = sessionOf(await ask('claude-code', project, model, 'Look at a.ts'));
      return { model, told: await project.call('flights.get', { session_id }) };
    });
    expect(marksOf(model)).toEqual([
      ['warning', 'rules'],
      ['warning', 'rules', 'file'],
      ['warning', 'rules', 'file', 'mend'],
    ]);
    expect(textOf(model, 0)).toContain('What this project knows (Weft)');
    expect(told).toMatchObject({
      flight: { turns: 1, tool_calls: 2, answers: 3, usage: { input_tokens: 300 } },
    });
    // Its servers are there some time after it has started.
    expect(JSON.stringify(model.requests)).toContain('mcp__weft__context_for_agent');
  });

  it('saves before /compact, and has what was saved in the request after it', async () => {
    const { model, saved } = await heardInTime('claude-code', async project => {
      const first = await scripted([read(project), edit(project)]);
      const session = sessionOf(await ask('claude-code', project, first, 'Look at a.ts'));
      await leaveState(project);
      const saved: boolean[] = [];
      const summing = summary(project, saved);
      await ask('claude-code', project, await scripted([summing, summing]), '/compact', { session });
      const model = await scripted([]);
      await ask('claude-code', project, model, 'Go on', { session });
      return { model, saved };
    });
    expect(new Set(saved)).toEqual(new Set([true]));
    expect(savedStateIn(model, 0)).toEqual([...savedStates]);
  });

  it('goes on without a word where the host is killed between any two events', async () => {
    const project = await initialised('claude-code');
    await project.call('ledger.summarize');
    const killed: number[] = [];
    const model = await scripted([
      killsHost(project, read(project), killed),
      killsHost(project, fails, killed),
      killsHost(project, edit(project), killed),
      { text: 'ready' },
    ]);
    const said = JSON.parse(await ask('claude-code', project, model, 'Look at a.ts'));
    expect(said).toMatchObject({ is_error: false, result: 'ready' });
    expect(model.requests).toHaveLength(4);
    expect(killed.length).toBeGreaterThan(0);
  });

  it('leaves no trace in the repository once it is taken away', async () => {
    const project = await initialised('claude-code');
    const { '/src': folder, '/src/a.ts': file } = await treeOf(project.folder);
    const model = await scripted([read(project), fails]);
    await ask('claude-code', project, model, 'Look at a.ts');
    const { stdout } = await project.weft(['init', '--remove']);
    expect(stdout).toContain('it is gone');
    expect(await treeOf(project.folder)).toEqual({ '/src': folder, '/src/a.ts': file });
  });
});
