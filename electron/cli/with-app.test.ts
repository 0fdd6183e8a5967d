import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { commandContext } from '../../test/support/run-source-command.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { caller, openDoor } from './with-app.ts';

it.each(['given', 'found'])(
  'says of a project that was %s and is gone by now that it is, and takes no other',
  async how => {
    vi.stubEnv('WEFT_USER_DATA', temporaryFolder());
    const above = temporaryFolder();
    const project = join(above, 'project');
    for (const folder of [above, project]) await mkdir(join(folder, '.codebolt'), { recursive: true });
    const { context } = commandContext({ cwd: project, env: { WEFT_HOST: 'off' } });
    const opened = await openDoor(context, how === 'given' ? { project } : {}, true);
    onTestFinished(() => opened.close());
    await rm(project, { recursive: true });
    expect(await opened.door.dispatch(caller, 'engines.list', {})).toEqual({
      ok: false,
      error: { code: 'not_found', message: `there is no folder ${project}; check the path` },
    });
  },
);
