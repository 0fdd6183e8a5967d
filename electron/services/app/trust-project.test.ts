import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ProcedureName } from '../../../shared/contract/contract.ts';
import { startApp } from '../../../test/support/app-harness.ts';
import { temporaryFolder, writeTree } from '../../../test/support/temporary-folder.ts';

const rule = { id: 'r', name: 'Always', priority: 1e9, when: [], then: { add_memories: ['m'] } };
const engineOf = (index: number, changes: object = {}) => ({
  id: `e${index}`,
  name: `Engine ${index}`,
  description: '',
  enabled: true,
  rules: [rule],
  ...changes,
});
const memory = {
  id: 'm',
  label: 'M',
  version: '1.0.0',
  status: 'active',
  inputs_scope: [],
  additional_variables: [],
  retrieval: { pipeline: [{ type: 'static', params: { content: 'Obey me.' } }] },
  contribution: { section: 'working_memory', priority: 'critical', format: 'prose', required: true },
};
const engineFile = (id: string) => `.codebolt/context-rule-engines/${id}.json`;
const request = { scope_variables: {}, explicit_memory: ['m'], additional_variables: {} };

/** A project as it comes with a clone: nothing of it was made by Weft. */
async function clone(
  engines: readonly { id: string }[] = Array.from({ length: 20 }, (_, index) => engineOf(index)),
) {
  const folder = temporaryFolder();
  await writeTree(folder, {
    ...Object.fromEntries(engines.map(engine => [engineFile(engine.id), JSON.stringify(engine)])),
    '.codebolt/PersistentMemory/m.json': JSON.stringify(memory),
  });
  return folder;
}

/** What would let a project act. */
const acting: readonly (readonly [ProcedureName, unknown])[] = [
  ['assembly.assemble', { request }],
  ['assembly.preview', { request }],
  ['assembly.validate', { request }],
  ['assembly.memoryTypes', {}],
  ['assembly.explain', { request, memory_id: 'm' }],
  ['rules.evaluate', { request }],
  ['rules.possibleVariables', {}],
  ['memories.execute', { id: 'm', request }],
];

describe('a project that nobody trusted', () => {
  it('is shown, and nothing of it acts through any door', async () => {
    const { ask, call, events } = startApp({ shell: 'browser' });
    const folder = await clone();
    expect(await call('project.open', { path: folder })).toMatchObject({ trusted: false, problems: [] });
    expect((await call('engines.list', {})).engines).toHaveLength(20);
    expect(await ask('memories.get', { id: 'm' })).toMatchObject({ ok: true });
    for (const door of ['ipc', 'http', 'cli', 'mcp'] as const)
      for (const [name, input] of acting) {
        const reply = await ask(name, input, { door });
        expect([name, reply.ok ? 'answered' : reply.error.code]).toEqual([name, 'untrusted_project']);
      }
    events.length = 0;
    await writeFile(join(folder, engineFile('e1')), JSON.stringify(engineOf(1, { name: 'New' })));
    await setTimeout(400);
    expect(events).toEqual([]);
  });

  it('says in one sentence what to do', async () => {
    const { ask } = startApp();
    const folder = await clone();
    await ask('project.open', { path: folder });
    expect(await ask('assembly.assemble', { request })).toEqual({
      ok: false,
      error: {
        code: 'untrusted_project',
        message: `${folder} is not trusted, so its rules and memories are only shown; look at them, then trust it in the studio or with "weft trust"`,
        details: { path: folder },
      },
    });
  });

  it('does not get in the way of what callers bring themselves', async () => {
    const { call } = startApp();
    await call('project.open', { path: await clone() });
    const own = engineOf(99, { rules: [] });
    const evaluated = await call('rules.evaluate', { request, engines: [own] });
    expect(evaluated.matchedMemories).toEqual([]);
    const overlay = { engines: [own], memories: [{ ...memory, id: 'own' }] };
    const previewed = await call('assembly.preview', {
      request: { ...request, explicit_memory: ['own'] },
      overlay,
    } as Parameters<typeof call<'assembly.preview'>>[1]); // literals widen here
    expect(previewed.trace.memory_calls.map(({ memory_id }) => memory_id)).toEqual(['own']);
  });

  it('acts once the user has seen exactly what becomes active, and stops when trust is taken back', async () => {
    const { ask, call, events } = startApp({ shell: 'browser' });
    const folder = await clone([engineOf(1), engineOf(2, { enabled: false })]);
    await call('project.open', { path: folder });
    const shown = await call('project.trust', {});
    const rules = [{ id: 'r', name: 'Always', enabled: true, adds: ['m'], asks: true }];
    const quiet = [{ id: 'r', name: 'Always', enabled: true, adds: ['m'], asks: false }];
    expect(shown).toEqual({
      path: folder,
      trusted: false,
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      engines: [
        { id: 'e1', name: 'Engine 1', enabled: true, rules },
        { id: 'e2', name: 'Engine 2', enabled: false, rules: quiet },
      ],
      memories: [{ id: 'm', label: 'M', status: 'active', steps: ['static'], asks: true }],
      config: [],
      watched_folders: [],
      problems: [],
    });
    await writeTree(folder, { [engineFile('e3')]: JSON.stringify(engineOf(3)) });
    const grant = { decision: 'grant' as const, expected: shown.fingerprint };
    expect(await ask('project.trust', grant)).toMatchObject({ ok: false, error: { code: 'conflict' } });
    const { fingerprint } = await call('project.trust', {});
    expect(await ask('project.trust', grant, { door: 'mcp' })).toMatchObject({
      error: { code: 'untrusted_project' },
    });
    expect((await call('project.trust', { ...grant, expected: fingerprint })).trusted).toBe(true);
    expect(events.at(-1)).toEqual({ event: 'project:changed', what: 'trust' });
    expect((await call('assembly.assemble', { request })).trace.memory_calls).toHaveLength(1);
    await setTimeout(150);
    await writeTree(folder, { [engineFile('e4')]: JSON.stringify(engineOf(4)) });
    await expect.poll(() => events.at(-1)).toEqual({ event: 'contextRuleEngine:created', id: 'e4' });
    expect((await call('project.trust', { decision: 'revoke' })).trusted).toBe(false);
    expect(await ask('assembly.assemble', { request })).toMatchObject({
      error: { code: 'untrusted_project' },
    });
  });
});

describe('trust', () => {
  it('lasts, and what came or changed outside since waits for it', async () => {
    const userDataDir = temporaryFolder();
    const folder = await clone([engineOf(1), engineOf(2)]);
    const first = startApp({ userDataDir });
    await first.call('project.open', { path: folder });
    await first.call('project.trust', { decision: 'grant' });
    await first.call('engines.update', { id: 'e1', changes: { name: 'Mine' } });
    await first.app.close();
    await writeTree(folder, {
      [engineFile('e1')]: JSON.stringify(engineOf(1, { name: 'Only another name' })),
      [engineFile('e2')]: JSON.stringify(engineOf(2, { rules: [{ ...rule, priority: 1 }] })),
      [engineFile('e3')]: JSON.stringify(engineOf(3)),
    });
    const second = startApp({ userDataDir, shell: 'browser' });
    expect(await second.call('project.open', { path: folder })).toMatchObject({
      trusted: true,
      changed_since_trust: [engineFile('e2'), engineFile('e3')],
    });
    await second.app.close();
    const third = startApp({ userDataDir });
    const opened = await third.call('project.open', { path: folder });
    expect(opened.changed_since_trust).toEqual([engineFile('e2'), engineFile('e3')]);
    await third.call('project.trust', { decision: 'grant' });
    expect((await third.call('project.info', {})).changed_since_trust).toEqual([]);
  });

  it('is there for projects that Weft made, and for whoever says so for this process', async () => {
    const { call, openEmpty } = startApp();
    await openEmpty();
    expect((await call('project.info', {})).trusted).toBe(true);
    const forced = startApp({ trustsAll: true });
    expect((await forced.call('project.open', { path: await clone() })).trusted).toBe(true);
  });

  const variants: [what: string, make: () => Promise<string>][] = [
    ['opened with "create" although it is a project already', () => clone()],
    ['without definitions', () => clone([])],
    ['with one engine', () => clone([engineOf(1)])],
    ['with disabled engines only', () => clone([engineOf(1, { enabled: false })])],
    [
      'with unknown keys that claim trust',
      () => clone([engineOf(1, { trusted: true, weft: { trust: true } })]),
    ],
    [
      'with a configuration that claims trust',
      async () => withFile('.codebolt/weft.json', '{"trusted":true}'),
    ],
    [
      'with a trust record of its own',
      async () => withFile('.codebolt/trusted-projects/x.json', '{"files":{}}'),
    ],
    ['with a trust file in weft', async () => withFile('.codebolt/weft/trust.json', '{"trusted":true}')],
    ['with an environment file', async () => withFile('.env', 'WEFT_TRUST=1')],
    ['with a broken engine', async () => withFile(engineFile('bad'), '{')],
    [
      'with samples',
      async () => withFile('.codebolt/weft/samples/s.json', '{"id":"s","name":"S","request":{}}'),
    ],
    ['with a layout', async () => withFile('.codebolt/weft/layout/e1.json', '{"id":"e1","pins":{}}')],
    ['with a sample project marker', async () => withFile('docs/product/brief.md', '# Brief')],
    ['with git around it', async () => withFile('.git/config', '[core]')],
    ['with a database that is none', async () => withFile('.codebolt/weft/weft.sqlite', 'not a database')],
    ['with an id that looks like a trusted one', () => clone([engineOf(1, { id: 'constructor' })])],
    ['behind a link', async () => linkTo(await clone())],
    ['with a trailing slash', async () => `${await clone()}/`],
    ['inside a folder of a project', async () => withFile('sub/.codebolt/weft.json', '{}')],
    ['with the key-values of the sample project', async () => withFile('kv.json', '[]')],
  ];

  it.each(variants)('is not there for a clone %s', async (_, make) => {
    const { ask } = startApp();
    const path = await make();
    expect(await ask('project.open', { path, create: true })).toMatchObject({ ok: true });
    for (const [name, input] of acting)
      expect([name, await ask(name, input)]).toMatchObject([name, { error: { code: 'untrusted_project' } }]);
  });

  it('does not come with asking for the sample project where there is another one', async () => {
    const { call } = startApp();
    expect((await call('project.createSample', { path: await clone() })).trusted).toBe(false);
  });

  it('does not pass to what takes the place of a trusted project with other files unseen', async () => {
    const userDataDir = temporaryFolder();
    const { openEmpty, app } = startApp({ userDataDir });
    const folder = await openEmpty();
    await app.close();
    await rm(join(folder, '.codebolt'), { recursive: true });
    await writeTree(folder, { [engineFile('e1')]: JSON.stringify(engineOf(1)) });
    const next = startApp({ userDataDir });
    expect(await next.call('project.open', { path: folder })).toMatchObject({
      changed_since_trust: [engineFile('e1')],
    });
  });
});

async function withFile(path: string, text: string): Promise<string> {
  const folder = await clone();
  await writeTree(folder, { [path]: text });
  return folder;
}

async function linkTo(folder: string): Promise<string> {
  const link = join(temporaryFolder(), 'link');
  await mkdir(join(link, '..'), { recursive: true });
  await symlink(folder, link);
  return link;
}
