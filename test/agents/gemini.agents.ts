import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HostedProject } from '../support/hosted-project.ts';
import {
  ask,
  heardInTime,
  initialised,
  isInstalled,
  killsHost,
  mark,
  marksOf,
  scripted,
  textOf,
  treeOf,
} from './real-agents.ts';
import type { Turn } from './scripted-model.ts';

const reads = ({ folder }: HostedProject): Turn => ({
  call: { name: 'read_file', input: { file_path: join(folder, 'src/a.ts') } },
});
const fails: Turn = {
  call: { name: 'run_shell_command', input: { command: 'echo boom happened; exit 3', description: 'fails' } },
};

// It says before each call of its model that it may compress, and nothing of whether it did: no test of that.
describe.skipIf(!isInstalled('gemini'))('Gemini CLI, after weft init', () => {
  it('has what the rules say of a prompt, a file and a failure in its next request', async () => {
    const { model, told } = await heardInTime('gemini', async project => {
      await mark(project, 'Exit code 3\nboom happened');
      const model = await scripted([reads(project), fails]);
      await ask('gemini', project, model, 'Look at a.ts');
      return { model, told: await project.call('flights.list') };
    });
    expect(marksOf(model)).toEqual([
      ['warning', 'rules'],
      ['warning', 'rules', 'file'],
      ['warning', 'rules', 'file', 'mend'],
    ]);
    expect(textOf(model, 0)).toContain('What this project knows (Weft)');
    expect(JSON.stringify(model.requests)).toContain('mcp_weft_context_for_agent');
    expect(told).toMatchObject({
      flights: [
        { agent: 'gemini', turns: 1, tool_calls: 2, usage: { input_tokens: 300, cache_read_tokens: 150 } },
      ],
    });
  });

  it('goes on without a word where the host is killed between any two events', async () => {
    const project = await initialised('gemini');
    await project.call('ledger.summarize');
    const killed: number[] = [];
    const model = await scripted([
      killsHost(project, reads(project), killed),
      killsHost(project, fails, killed),
      { text: 'ready' },
    ]);
    expect(JSON.parse(await ask('gemini', project, model, 'Look at a.ts'))).toMatchObject({
      response: 'ready',
    });
    expect(model.requests).toHaveLength(3);
    expect(killed.length).toBeGreaterThan(0);
  });

  it('leaves no trace in the repository once it is taken away', async () => {
    const project = await initialised('gemini');
    const { '/src': folder, '/src/a.ts': file } = await treeOf(project.folder);
    await ask('gemini', project, await scripted([reads(project), fails]), 'Look at a.ts');
    await project.weft(['init', '--remove']);
    expect(await treeOf(project.folder)).toEqual({ '/src': folder, '/src/a.ts': file });
  });
});
