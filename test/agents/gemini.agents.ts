import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask, initialised, isInstalled, mark, marksOf, scripted } from './real-agents.ts';

describe.skipIf(!isInstalled('gemini'))('Gemini CLI, after weft init', () => {
  it('has what the rules say of a prompt and a file in its next request', async () => {
    const project = await initialised('gemini');
    await mark(project, 'boom');
    const model = await scripted([
      { call: { name: 'read_file', input: { file_path: join(project.folder, 'src/a.ts') } } },
    ]);
    await ask('gemini', project, model, 'Look at a.ts');
    expect(marksOf(model)).toEqual([
      ['warning', 'rules'],
      ['warning', 'rules', 'file'],
    ]);
  });
});
