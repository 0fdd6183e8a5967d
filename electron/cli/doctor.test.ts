import { expect, it } from 'vitest';
import { runSourceCommand } from '../../test/support/run-source-command.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';

it('names a command that makes a project where there is none', async () => {
  const cwd = temporaryFolder();
  const { stdout } = await runSourceCommand(['doctor'], { cwd });
  const [, command = ''] = /make one with "weft (\w+) DIR"/.exec(stdout) ?? [];
  expect(await runSourceCommand([command, 'p', '--no-host'], { cwd })).toMatchObject({ code: 0, stderr: '' });
  const found = await runSourceCommand(['doctor', '--project', 'p', '--no-host', '--json'], { cwd });
  expect(JSON.parse(found.stdout).findings).toContainEqual(
    expect.objectContaining({ check: 'project', ok: true }),
  );
});
