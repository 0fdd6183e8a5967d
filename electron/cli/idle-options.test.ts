import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runSourceCommand } from '../../test/support/run-source-command.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';

it.each([
  [['assemble', 'now.json', '--budget', '5'], '--budget does nothing without --conversation; leave it out'],
  [
    ['assemble', '-', '--message', 'hi', '--budget', '5'],
    '--message and --budget do nothing without --conversation; leave them out',
  ],
  [
    ['assemble', '--conversation', 'talk', '--explain', '--format', 'xml'],
    '--format and --explain do nothing beside --conversation; leave them out',
  ],
  [
    ['init', '--agent', 'codex', '--folder', 'records'],
    '--folder does nothing without --ledger-in-git; leave it out',
  ],
  [['trust', '--show', '--revoke'], '--revoke does nothing beside --show; leave it out'],
  [['audit', '--mend', 'a', '--only', 'secret'], '--only does nothing beside --mend; leave it out'],
  [['bundle', '--new-key', 'a.pem', '--out', 'b.json'], '--out does nothing without --key; leave it out'],
  [
    ['bundle', '--verify', 'b.json', '--public-key', 'k', '--name', 'a'],
    '--name does nothing without --key; leave it out',
  ],
  [
    ['bundle', '--key', 'a.pem', '--public-key', 'k'],
    '--public-key does nothing without --verify; leave it out',
  ],
])('an option that would do nothing is bad usage: %j', async (values, why) => {
  const cwd = temporaryFolder();
  const run = await runSourceCommand(values, { cwd, stdin: '{"scope_variables":{}}' });
  expect(run).toEqual({ code: 2, stdout: '', stderr: `weft: ${why}\n` });
  expect(readdirSync(cwd)).toEqual([]);
});
