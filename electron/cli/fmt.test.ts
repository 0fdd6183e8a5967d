import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { runSourceCommand, sourceDist } from '../../test/support/run-source-command.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';

it('fmt --schema names the schema in each definition, which nothing else reports, moves or takes away', async () => {
  const cwd = temporaryFolder();
  const place = { cwd, userDataDir: temporaryFolder(), distDir: sourceDist(), env: { WEFT_HOST: 'off' } };
  const run = (...words: string[]) => runSourceCommand(words, place);
  expect(await run('demo', '--project', cwd)).toMatchObject({ code: 0 });
  await run('fmt');
  await run('trust');
  // Everything stands one line lower then.
  const said = async () =>
    JSON.stringify([await run('lint', '--json'), await run('trust', '--show')]).replaceAll(
      /line\\+": \d+/g,
      '',
    );
  const before = await said();
  expect(await run('fmt', '--check', '--schema')).toMatchObject({ code: 1 });
  expect(await run('fmt', '--schema')).toMatchObject({ code: 0, stderr: '' });
  const files = globSync(
    '.codebolt/{context-rule-engines,PersistentMemory,contracts,weft/samples,weft/tests}/*.json',
    { cwd },
  );
  expect(new Set(files.map(file => dirname(file))).size).toBeGreaterThan(3);
  for (const file of files) {
    const [[key, reference] = []] = Object.entries(JSON.parse(readFileSync(join(cwd, file), 'utf8')));
    expect([file, key, existsSync(join(cwd, dirname(file), String(reference)))]).toEqual([
      file,
      '$schema',
      true,
    ]);
  }
  expect(await said()).toBe(before);
  expect(await run('fmt', '--check')).toEqual({ code: 0, stdout: '', stderr: '' });
  const [engine = ''] = files.filter(file => file.includes('engines'));
  const id = JSON.parse(readFileSync(join(cwd, engine), 'utf8')).id;
  const update = { id, changes: { description: 'Another' } };
  const called = await runSourceCommand(['call', 'engines.update', '-'], {
    ...place,
    stdin: JSON.stringify(update),
  });
  expect([called.code, readFileSync(join(cwd, engine), 'utf8')]).toEqual([
    0,
    expect.stringMatching(/^\{\n {2}"\$schema": "\.\.\/weft\/schemas\/engine\.json",\n {2}"id"/),
  ]);
});
