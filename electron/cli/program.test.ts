import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runSourceCommand } from '../../test/support/run-source-command.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';

async function listedCommands(): Promise<string[]> {
  const { stdout } = await runSourceCommand(['--help']);
  const [, listed = ''] = stdout.split('\nCommands:\n');
  return [...listed.matchAll(/^ {2}(\S+)/gm)].map(([, name = '']) => name).filter(name => name !== 'help');
}

describe('the help', () => {
  it('lists every word that is a command, and tells of each what it is for', async () => {
    const names = await listedCommands();
    expect(names).toEqual(expect.arrayContaining(['init', 'mcp', 'hook', 'bundle']));
    for (const name of names) {
      const { code, stdout } = await runSourceCommand([name, '--help']);
      expect([name, code, stdout.split('\n')[0]]).toEqual([name, 0, expect.stringContaining(`weft ${name}`)]);
      expect([name, stdout.split('\n\n')[1]]).toEqual([name, expect.stringMatching(/\w+ \w+/)]);
    }
  });

  it('control: a word that is no command is bad usage', async () => {
    expect(await runSourceCommand(['hok', '--help'])).toMatchObject({
      stdout: expect.stringContaining('Commands:'),
    });
    expect(await runSourceCommand(['hok'])).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('a hook that is led to by options before its word', () => {
  it.each([
    [['--json', 'hook']],
    [['--json', 'hook', '--agent', 'nobody']],
    [['--json', 'hook', '--odd', 'words']],
    [['--project', 'nowhere', 'hook', '--agent']],
  ])('is in no way in the way: %j', async values => {
    const userDataDir = temporaryFolder();
    const run = await runSourceCommand(values, { stdin: 'nonsense', userDataDir });
    expect([run, readdirSync(userDataDir)]).toEqual([{ code: 0, stdout: '', stderr: '' }, ['hook.log']]);
  });
});
