import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runSourceCommand } from '../../test/support/run-source-command.ts';
import { temporaryFolder, writeTree } from '../../test/support/temporary-folder.ts';

it('runs the benches of the repository it was built in, and ends as they do', async () => {
  const folder = temporaryFolder();
  const script =
    'import { writeFileSync } from "node:fs"; writeFileSync("asked", process.argv.slice(2).join()); console.log("ran"); process.exitCode = process.argv.length - 2';
  await writeTree(folder, { 'electron/check-node.js': '', 'test/bench/bench.ts': script });
  const run = (...words: string[]) =>
    runSourceCommand(['bench', ...words], { distDir: join(folder, 'dist') });
  expect(await run()).toEqual({ code: 0, stdout: 'ran\n', stderr: '' });
  expect(await run('rules', '--', '--long')).toMatchObject({ code: 1 });
  expect(readFileSync(join(folder, 'asked'), 'utf8')).toBe('rules,--long');
});

it('says in one line what benches need where there is none', async () => {
  expect(await runSourceCommand(['bench'], { distDir: temporaryFolder() })).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^weft: benches need the repository of Weft: [^\n]*\n$/),
  });
});

it('says which benches there are where none is named, or one that is not there', async () => {
  const distDir = join(import.meta.dirname, '../../dist');
  const names = 'there are rules, calls, contracts,';
  for (const [words, why] of [
    [[], `name a bench; ${names}`],
    [['rulse'], `there is no bench "rulse"; ${names}`],
  ] as const) {
    const { code, stdout, stderr } = await runSourceCommand(['bench', ...words, '--json'], { distDir });
    const { ok, error } = JSON.parse(stdout);
    expect([code, ok, error.code]).toEqual([2, false, 'invalid_input']);
    expect(error.message.startsWith(why)).toBe(true);
    expect(stderr).toBe(`weft: ${error.message}\n`);
  }
});

it('gives the result alone where it is asked for as JSON', async () => {
  const folder = temporaryFolder();
  const script =
    'console.log("measures"); console.error("warms up"); console.log(JSON.stringify(process.argv.slice(2)))';
  await writeTree(folder, { 'electron/check-node.js': '', 'test/bench/bench.ts': script });
  const place = { distDir: join(folder, 'dist') };
  const { stdout, stderr } = await runSourceCommand(['bench', 'rules', '--json'], place);
  expect([JSON.parse(stdout), stderr.split('\n').toSorted()]).toEqual([
    ['rules', '--json'],
    ['', 'measures', 'warms up'],
  ]);
});
