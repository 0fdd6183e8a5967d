import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { runSourceCommand } from '../../test/support/run-source-command.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';

it.skipIf(process.platform === 'win32').each(['plain', 'two words', "it's $HOME; `id`"])(
  'prints a command that a shell takes as it is meant: of the folder %s',
  async folder => {
    const { stdout } = await runSourceCommand(['new', folder, '--no-host'], { cwd: temporaryFolder() });
    const [, command = ''] = stdout.split('go on with: weft ');
    const words = execFileSync('sh', ['-c', `printf '%s\\n' ${command}`], { encoding: 'utf8' });
    expect(words).toBe(`open\n${folder}\n`);
  },
);
