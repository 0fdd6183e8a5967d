import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyProject, startApp } from '../../../test/support/app-harness.ts';
import { temporaryFolder, writeTree } from '../../../test/support/temporary-folder.ts';
import type { OpenProject } from '../project/project.ts';
import { warmTokenizer } from './project-holder.ts';

async function warm(requests: readonly object[], fails = false) {
  const { app, call, openEmpty, log } = startApp();
  await openEmpty();
  for (const [index, request] of requests.entries())
    await call('samples.save', {
      sample: { id: `s${index}`, name: `S${index}`, request: { scope_variables: {}, ...request } },
      expected_hash: null,
    });
  const asked: string[] = [];
  const tokens = {
    countTokens: async (estimator: string, texts: readonly string[]) => {
      asked.push(estimator);
      if (fails) throw new Error('no room');
      return texts.map(() => 1);
    },
  };
  const project: OpenProject = await app.projects.require();
  await warmTokenizer(project, { ...app.options.world, tokens }, app.options.logger);
  return { asked, log };
}

it('loads each exact tokenizer that a sample counts with, once, and no other', async () => {
  const by = (estimator: string) => ({ constraints: { estimator } });
  expect((await warm([by('o200k_base'), by('chars4'), {}, by('o200k_base')])).asked).toEqual(['o200k_base']);
  expect((await warm([{}])).asked).toEqual([]);
});

it('only notes what fails', async () => {
  const { log } = await warm([{ constraints: { estimator: 'cl100k_base' } }], true);
  expect(log).toEqual(['the tokenizer could not be loaded ahead {"error":"Error: no room"}']);
});

it('a project that could not be opened is tried again, and told of by what is wrong with it', async () => {
  const folder = temporaryFolder();
  const { ask, call } = startApp({ findProject: () => folder });
  const refused = { ok: false, error: { code: 'not_found', message: expect.stringContaining(folder) } };
  for (const _ of [1, 2]) expect(await ask('engines.list')).toMatchObject(refused);
  await mkdir(join(folder, '.codebolt'));
  expect(await call('engines.list', {})).toMatchObject({ engines: [] });
});

it('a folder that cannot be tidied keeps no project from being opened', async () => {
  const folder = await emptyProject();
  await writeTree(folder, { '.codebolt/contracts': 'no folder' });
  const { call } = startApp({ findProject: () => folder });
  expect(await call('engines.list', {})).toMatchObject({ engines: [] });
});
