import { expect, it } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';

// Put together at run time, so that nothing in the repository looks like a key.
const token = (letter: string): string => `ghp_${letter.repeat(3)}${'a1B2'.repeat(8)}x`;
const pulumi = `pul-${'0123456789abcdef'.repeat(3).slice(0, 40)}`;
const packaged = {
  package_type: 'research',
  file_path: 'notes.md',
  producer_agent: 'tech_lead',
  priority: 'high',
  summary: 'what was found',
} as const;

it('names that hold secrets are kept without them: equal ones stay equal, others stay apart, and both are found again', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  for (const letter of ['x', 'y', 'x'])
    await call('packages.save', { ...packaged, session_id: `run ${token(letter)}`, group_id: token(letter) });
  const { sessions } = await call('sessions.list', {});
  expect(sessions.map(({ session_id, packages }) => [session_id, packages]).toSorted()).toEqual([
    [expect.stringMatching(/^run \[REDACTED:github-token#[0-9a-f]{8}\]$/), 1],
    [expect.stringMatching(/^run \[REDACTED:github-token#[0-9a-f]{8}\]$/), 2],
  ]);
  const found = await call('packages.list', { session_id: `run ${token('x')}`, group_id: token('x') });
  expect(found.packages).toHaveLength(2);
  // What was shown finds it as well.
  const [shown] = found.packages;
  expect((await call('packages.list', { session_id: shown?.session_id })).packages).toHaveLength(2);
});

it('lets names be that hold none, and all of them where nothing is redacted', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const names = [
    '0b6f4c1e-2d0a-4c41-9a53-3f2f6f0c9f10',
    '01KH3CETM0M0ZB6H2TPC4P72ZP',
    'a/b:c @d',
    '__proto__',
  ];
  for (const session_id of names) await call('sessions.save', { session_id });
  await call('config.set', { changes: { redaction_mode: 'off' } });
  await call('sessions.save', { session_id: token('z') });
  const { sessions } = await call('sessions.list', {});
  expect(sessions.map(({ session_id }) => session_id).toSorted()).toEqual([...names, token('z')].toSorted());
});

it('refuses a new id that holds one, says where, and does not say it again; who deletes it may', async () => {
  const { ask, openEmpty } = startApp();
  await openEmpty();
  const engine = { id: pulumi, name: 'New', rules: [] };
  const refused = await ask('engines.create', { engine });
  expect(refused).toEqual({
    ok: false,
    error: {
      code: 'invalid_input',
      message:
        'engine.id looks like a secret (pulumi-token), and ids are kept and shown as they are; choose another',
      details: { path: 'engine.id', kinds: 'pulumi-token' },
    },
  });
  const rule = { id: token('r'), name: 'R', when: [], then: { add_memories: [] } };
  expect(await ask('engines.create', { engine: { name: 'New', rules: [rule] } })).toMatchObject({
    error: { details: { path: 'engine.rules[0].id' } },
  });
  expect(await ask('engines.delete', { id: pulumi })).toMatchObject({ error: { code: 'not_found' } });
});

it('a refusal says nothing of what it refuses that is a secret', async () => {
  const { ask, openEmpty } = startApp();
  await openEmpty();
  const reply = await ask('ledger.resolve', { id: token('q') });
  expect(reply).toMatchObject({ error: { code: 'not_found' } });
  expect(JSON.stringify(reply)).not.toContain(token('q'));
});

it('an agent gets definitions without secrets, a user as they are', async () => {
  const { ask, call, openEmpty } = startApp();
  await openEmpty();
  const description = `use ${token('d')} for it`;
  await call('engines.create', { engine: { id: 'e', name: 'E', description, rules: [] } });
  const get = (door: 'mcp' | 'http') => ask('engines.get', { id: 'e' }, { door });
  expect(await get('mcp')).toMatchObject({
    value: { engine: { id: 'e', description: 'use [REDACTED:github-token] for it' } },
  });
  expect(await get('http')).toMatchObject({ value: { engine: { description } } });
});
