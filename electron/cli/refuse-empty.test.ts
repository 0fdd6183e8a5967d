import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runSourceCommand } from '../../test/support/run-source-command.ts';
import { temporaryFolder, writeTree } from '../../test/support/temporary-folder.ts';

it.each([
  [['import', ''], '<from...>'],
  [['import', 'notes.md', ''], '<from...>'],
  [['open', ''], '[dir]'],
  [['new', ''], '<dir>'],
  [['trust', ''], '[dir]'],
  [['evaluate', ''], '<request>'],
  [['call', 'engines.list', ''], '[input]'],
  [['loads', ''], '[file]'],
  [['export-ledger', ''], '<folder>'],
  [['export', 'guidance', '--out', ''], '--out'],
  [['render', '--agent', 'a', '--out', ''], '--out'],
  [['bundle', '--key', ''], '--key'],
  [['lint', '--project', ''], '--project'],
  [['--project', '', 'lint'], '--project'],
  [['audit', '--mend', ''], '--mend'],
])(
  'an empty value, as a variable of the shell that is not set gives it, is bad usage: %j',
  async (values, name) => {
    const cwd = temporaryFolder();
    await writeTree(cwd, { 'notes.md': 'Kept as it is.\n' });
    const { code, stdout, stderr } = await runSourceCommand(values, { cwd, env: { WEFT_HOST: 'off' } });
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: `weft: ${name} is empty; perhaps a variable of the shell is not set\n`,
    });
    expect(readdirSync(cwd)).toEqual(['notes.md']);
  },
);
