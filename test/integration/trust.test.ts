import { expect, it } from 'vitest';
import { runWeftHere } from '../support/run-command-here.ts';
import { temporaryFolder, writeTree } from '../support/temporary-folder.ts';

const engine = {
  id: 'e',
  name: 'E',
  description: '',
  enabled: true,
  rules: [{ id: 'r', name: 'R', when: [], then: { add_memories: ['m'] } }],
};
const request = JSON.stringify({ scope_variables: {} });

/** A project that came from elsewhere, and what `weft` says about it. */
async function clone() {
  const place = { cwd: temporaryFolder(), userDataDir: temporaryFolder() };
  await writeTree(place.cwd, {
    '.codebolt/context-rule-engines/e.json': JSON.stringify(engine),
    'request.json': request,
  });
  const weft = async (values: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const { code, stdout, stderr } = await runWeftHere(values, { ...place, env });
    return { code, stdout: stdout.trim(), stderr: stderr.trim() };
  };
  return { ...place, weft };
}

it('evaluates nothing of a project that came from elsewhere before it is trusted', async () => {
  const { cwd, weft } = await clone();
  const refusal = `weft: ${cwd} is not trusted, so its rules and memories are only shown; look at them, then trust it in the studio or with "weft trust"`;
  expect(await weft(['evaluate', 'request.json'])).toEqual({ code: 2, stdout: '', stderr: refusal });
  expect((await weft(['call', 'engines.list'])).code).toBe(0);
  const active = ': 1 engine, 1 rule, 0 memories\nengine e: E\n  rule r adds m';
  expect(await weft(['trust', '--show'])).toMatchObject({
    code: 0,
    stdout: `${cwd} is not trusted${active}`,
  });
  expect((await weft(['evaluate', 'request.json', '--trust'])).code).toBe(0);
  expect((await weft(['evaluate', 'request.json'], { WEFT_TRUST: '1' })).code).toBe(0);
  expect((await weft(['evaluate', 'request.json'])).code).toBe(2);
  expect(await weft(['trust', '.'])).toMatchObject({ code: 0, stdout: `${cwd} is trusted${active}` });
  expect((await weft(['evaluate', 'request.json'])).code).toBe(0);
  expect((await weft(['trust', '--revoke', '--json'])).stdout).toContain('"trusted": false');
  expect((await weft(['evaluate', 'request.json'])).code).toBe(2);
});

it('shows what came or changed outside since, in words, and does nothing of it before it is confirmed', async () => {
  const { cwd, weft } = await clone();
  await weft(['trust', '.']);
  const later = { ...engine.rules[0], id: 'later', then: { add_memories: ['other'] } };
  await writeTree(cwd, {
    '.codebolt/context-rule-engines/e.json': JSON.stringify({ ...engine, rules: [...engine.rules, later] }),
    '.codebolt/weft.json': JSON.stringify({ context_engineering: { redaction_mode: 'off' } }),
  });
  const shown = await weft(['trust', '--show']);
  expect(shown.stdout.split('\n')).toEqual([
    `${cwd} is trusted: 1 engine, 2 rules, 0 memories`,
    '2 things came or changed outside of Weft since then and do nothing until you confirm with "weft trust":',
    'engine e: E',
    '  rule r adds m',
    '  rule later adds other (new or changed, does nothing yet)',
    'configuration redaction_mode: secrets are NOT taken out of what leaves Weft; until then: secrets of known kinds are taken out of what leaves Weft (new or changed, does nothing yet)',
  ]);
  const before = await weft(['evaluate', 'request.json']);
  expect(before.stdout).toContain(
    'of the rule engine "e" not all was evaluated: rule "later" came or changed',
  );
  expect(before.stdout).toContain('memories: m\n');
  await weft(['trust']);
  expect((await weft(['evaluate', 'request.json'])).stdout).toContain('memories: m, other');
  expect((await weft(['trust', '--show'])).stdout).not.toContain('does nothing yet');
});

it('names a folder that is not there', async () => {
  const { weft } = await clone();
  expect(await weft(['trust', 'none'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no such folder'),
  });
});
