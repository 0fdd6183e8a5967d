import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runSourceCommand, sourceDist } from '../../test/support/run-source-command.ts';
import { temporaryFolder, writeTree } from '../../test/support/temporary-folder.ts';

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
  [
    ['assemble', 'now.json', '--json', '--cache', 'before.json', '--format', 'xml'],
    '--format and --cache do nothing beside --json; leave them out',
  ],
  [
    ['diff', 'HEAD', '--behavior', '--markdown', '--json'],
    '--markdown does nothing beside --json; leave it out',
  ],
  [['init', '--global', '--project', 'there'], '--project does nothing beside --global; leave it out'],
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
  [['open', 'here', '--project', 'there'], '--project does nothing beside DIR; leave it out'],
  [['--project', 'there', 'open', 'here', '--sample'], '--project does nothing beside DIR; leave it out'],
  [['trust', 'here', '--project', 'there'], '--project does nothing beside DIR; leave it out'],
  [
    ['import', 'talks.zip', '--on-conflict', 'replace', '--prune'],
    '--on-conflict and --prune do nothing for ledgers and archives; leave them out',
  ],
  [
    ['import', 'talks.zip', '--collection', 'docs', '--source', 'cursor_rules'],
    '--collection and --source do nothing for ledgers and archives; leave them out',
  ],
  [
    ['host', '--trust'],
    '--trust does nothing for a host, which does what was trusted for good (weft trust); leave it out',
  ],
  [
    ['--trust', '--no-host', 'host', 'start'],
    '--trust and --no-host do nothing for a host, which does what was trusted for good (weft trust); leave them out',
  ],
  [['new', 'here', '--project', 'there'], '--project does nothing beside DIR; leave it out'],
])('an option that would do nothing is bad usage: %j', async (values, why) => {
  const cwd = temporaryFolder();
  const run = await runSourceCommand(values, { cwd, stdin: '{"scope_variables":{}}' });
  const error = `${JSON.stringify({ ok: false, error: { code: 'invalid_input', message: why } })}\n`;
  const stdout = values.includes('--json') ? error : '';
  expect(run).toEqual({ code: 2, stdout, stderr: `weft: ${why}\n` });
  expect(readdirSync(cwd)).toEqual([]);
});

it.each([
  [['call', 'engines.list', 'r.json', '--stdin-lines'], 'give INPUT or --stdin-lines, not both'],
  [['assemble', 'r.json', '--conversation', 'talk'], 'give a request or --conversation, not both'],
  [['render', '--agent', 'a', '--request', 'list.json'], '--request: a request is a JSON object'],
])('a value that would have no effect is bad usage: %j', async (values, why) => {
  const cwd = temporaryFolder();
  await writeTree(cwd, { '.codebolt/weft.json': '{}', 'r.json': '{}', 'list.json': '[]' });
  const { code, stdout, stderr } = await runSourceCommand(values, { cwd, env: { WEFT_HOST: 'off' } });
  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(why) });
});

it.each([
  [[], false],
  [['--trust'], true],
])(
  'rules of a sample project of others fire in the demo where that is asked for: %j',
  async (options, fire) => {
    const place = { cwd: temporaryFolder(), distDir: sourceDist() };
    const demo = ['demo', '--project', 'sample', '--json', '--no-host'];
    await runSourceCommand(demo, place);
    const { stdout } = await runSourceCommand([...demo, ...options], place);
    const samples: { rules_fired: string[] }[] = JSON.parse(stdout).samples;
    expect(samples.some(({ rules_fired }) => rules_fired.length > 0)).toBe(fire);
  },
);
