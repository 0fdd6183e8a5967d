import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { startApp, testNow } from '../../../test/support/app-harness.ts';
import { temporaryFolder, writeTree } from '../../../test/support/temporary-folder.ts';

describe('project.open', () => {
  it('writes nothing into a project, and remembers it', async () => {
    const { call, ask } = startApp();
    const folder = temporaryFolder();
    await writeTree(folder, { '.codebolt/context-rule-engines/bad.json': '{' });
    const info = await call('project.open', { path: folder });
    expect(info).toMatchObject({ open: true, path: folder, version: '1.2.3', shell: 'none' });
    expect(info.problems).toEqual([
      {
        file: '.codebolt/context-rule-engines/bad.json',
        line: 1,
        column: 2,
        reason: expect.stringContaining('}'),
      },
    ]);
    for (const name of [
      'engines.list',
      'memories.list',
      'samples.list',
      'documents.list',
      'kv.list',
      'drafts.get',
      'content.counts',
    ])
      expect(await ask(name)).toMatchObject({ ok: true });
    for (const input of [{ query: 'x' }])
      expect(await ask('documents.search', input)).toMatchObject({ ok: true });
    await call('documents.delete', { collection: 'c' });
    await call('drafts.save', { draft: null });
    expect(await readdir(join(folder, '.codebolt'))).toEqual(['context-rule-engines']);
    expect(await call('project.recent', {})).toEqual({
      projects: [{ path: folder, name: info.name, opened_at: testNow }],
    });
  });

  it('marks a project of before whose folder is gone', async () => {
    const { call } = startApp();
    const [kept, gone] = [temporaryFolder(), temporaryFolder()];
    for (const path of [kept, gone]) await call('project.open', { path, create: true });
    await rm(join(gone, '.codebolt'), { recursive: true });
    const { projects } = await call('project.recent', {});
    expect(projects.map(({ path, missing }) => [path, missing])).toEqual([
      [gone, true],
      [kept, undefined],
    ]);
  });

  it('refuses in one sentence what is no project', async () => {
    const { ask } = startApp();
    const folder = temporaryFolder();
    await writeFile(join(folder, 'file'), '');
    await mkdir(join(folder, 'linked'));
    await symlink('/etc', join(folder, 'linked/.codebolt'));
    const open = async (path: string) => {
      const reply = await ask('project.open', { path });
      return reply.ok ? 'opened' : [reply.error.code, reply.error.message];
    };
    expect(await open(folder)).toEqual([
      'not_found',
      `${folder} is no project: it has no folder .codebolt; make it one with "weft new DIR", or open it with "create"`,
    ]);
    expect(await open(join(folder, 'none'))).toEqual([
      'not_found',
      `there is no folder ${folder}/none; check the path`,
    ]);
    expect(await open(join(folder, 'file'))).toEqual([
      'not_found',
      `there is no folder ${folder}/file; check the path`,
    ]);
    expect(await open('relative')).toMatchObject(['invalid_input', expect.stringContaining('no full path')]);
    expect(await open(join(folder, 'linked'))).toMatchObject([
      'forbidden',
      expect.stringContaining('leads outside'),
    ]);
  });

  it('lets an agent go only where the user has been', async () => {
    const { ask, openEmpty } = startApp();
    const known = await openEmpty();
    const unknown = temporaryFolder();
    await mkdir(join(unknown, '.codebolt'));
    expect(await ask('project.open', { path: known }, { door: 'mcp' })).toMatchObject({ ok: true });
    expect(await ask('project.open', { path: unknown }, { door: 'mcp' })).toMatchObject({
      ok: false,
      error: { code: 'forbidden' },
    });
  });
});

it('opens what the shell finds when, and only when, a call needs it', async () => {
  const folder = temporaryFolder();
  await mkdir(join(folder, '.codebolt'));
  const findProject = vi.fn(() => folder);
  const { call, ask } = startApp({ findProject });
  await ask('memories.stepSpecs');
  await ask('redaction.apply', { text: 'x', mode: 'both' });
  expect(findProject).toHaveBeenCalledTimes(0);
  expect((await call('project.info', {})).path).toBe(folder);
  await Promise.all([call('engines.list', {}), call('samples.list', {})]);
  expect(findProject).toHaveBeenCalledTimes(1);
});

it('asks for a folder only where the shell has a dialog', async () => {
  expect(await startApp().ask('project.pickFolder')).toMatchObject({
    ok: false,
    error: { code: 'unsupported' },
  });
  const { call } = startApp({ pickFolder: async () => '/picked' });
  expect(await call('project.pickFolder', {})).toEqual({ path: '/picked' });
});

it('shows the folder of the project to who sits before a window, and to nobody else', async () => {
  const shown: string[] = [];
  const folder = join(temporaryFolder(), 'p');
  await mkdir(join(folder, '.codebolt'), { recursive: true });
  const withWindow = startApp({ findProject: () => folder, revealFolder: path => void shown.push(path) });
  const replies = [
    await withWindow.ask('project.reveal', {}, { door: 'ipc' }),
    await withWindow.ask('project.reveal', {}, { door: 'http' }),
    await startApp({ findProject: () => folder }).ask('project.reveal', {}, { door: 'ipc' }),
  ];
  expect(replies).toMatchObject([
    { ok: true, value: { path: folder } },
    { ok: false, error: { code: 'unsupported' } },
    { ok: false, error: { code: 'unsupported' } },
  ]);
  expect(shown).toEqual([folder]);
});

describe('project.createSample', () => {
  it('creates the sample with everything in it, once', async () => {
    const { call, userDataDir } = startApp();
    const info = await call('project.createSample', {});
    expect(info).toMatchObject({
      open: true,
      path: join(userDataDir, 'agent-team'),
      name: 'agent-team',
      problems: [],
    });
    const counts = await call('content.counts', {});
    expect(counts.documents).toBeGreaterThan(20);
    expect(counts.keys).toBeGreaterThan(0);
    expect((await call('engines.list', {})).engines.length).toBeGreaterThanOrEqual(2);
    expect(existsSync(join(userDataDir, 'agent-team/docs'))).toBe(true);
    const before = await call('documents.list', {});
    await call('documents.delete', { collection: before.documents[0]?.collection ?? '' });
    const after = await call('documents.list', {});
    await call('project.createSample', {});
    // What the user has deleted is not brought back.
    expect(await call('documents.list', {})).toEqual(after);
  });

  it('finishes what was interrupted, and never replaces a file of somebody else', async () => {
    const { call, ask } = startApp();
    const folder = join(temporaryFolder(), 'demo');
    await call('project.createSample', { path: folder });
    const counts = await call('content.counts', {});
    await call('project.open', { path: temporaryFolder(), create: true });
    await rm(join(folder, '.codebolt/weft/weft.sqlite'));
    await call('project.createSample', { path: folder });
    expect(await call('content.counts', {})).toEqual(counts);
    await call('project.open', { path: temporaryFolder(), create: true });
    await rm(join(folder, '.codebolt'), { recursive: true });
    const [document = ''] = (await readdir(join(folder, 'docs'), { recursive: true })).filter(path =>
      path.endsWith('.md'),
    );
    const own = join(folder, 'docs', document);
    await writeFile(own, 'mine');
    expect(await ask('project.createSample', { path: folder })).toMatchObject({
      ok: false,
      error: { code: 'conflict' },
    });
    expect(await readFile(own, 'utf8')).toBe('mine');
  });

  it.each(['project.createSample', 'project.open'] as const)('%s refuses a file with words', async name => {
    const folder = temporaryFolder();
    const [file, link] = [join(folder, 'file.txt'), join(folder, 'link')];
    await writeFile(file, 'mine');
    await symlink(join(folder, 'nowhere'), link);
    const refusal = async (path: string) =>
      startApp().ask(name, { path, ...(name === 'project.open' && { create: true }) });
    const refused = (message: string) => ({ ok: false, error: { code: 'invalid_input', message } });
    expect([await refusal(file), await refusal(link)]).toEqual([
      refused(`${file} is no folder; give a folder, or a path where nothing is yet`),
      refused(
        `${link} is a link to nothing, or leads over one; give a folder, or a path where nothing is yet`,
      ),
    ]);
  });

  it('opens a project that is there already as it is', async () => {
    const { call } = startApp();
    const folder = temporaryFolder();
    await mkdir(join(folder, '.codebolt'));
    expect((await call('project.createSample', { path: folder })).path).toBe(folder);
    expect(await readdir(folder)).toEqual(['.codebolt']);
    expect(await readdir(join(folder, '.codebolt'))).toEqual([]);
  });
});

describe('definitions that others changed on disk', () => {
  const engine = '{"id":"a","name":"A","description":"","enabled":true,"rules":[]}';
  const engineFile = '.codebolt/context-rule-engines/a.json';
  const sampleFile = '.codebolt/weft/samples/s.json';

  it('are told at the next list where nobody watches', async () => {
    const { call, events, openEmpty } = startApp();
    const folder = await openEmpty();
    await call('engines.list', {});
    await writeTree(folder, { [engineFile]: engine });
    await call('engines.list', {});
    expect(events.at(-1)).toEqual({ event: 'contextRuleEngine:created', id: 'a' });
  });

  it('are told within a second to a studio, which hears nothing twice of its own saves', async () => {
    const { call, events, openEmpty, log } = startApp({ shell: 'browser' });
    const folder = await openEmpty();
    await setTimeout(150);
    events.length = 0;
    await writeTree(folder, { [engineFile]: engine, [sampleFile]: '{"id":"s","name":"S","request":{}}' });
    await expect.poll(() => events).toHaveLength(2);
    await call('engines.update', { id: 'a', changes: { name: 'Mine' } });
    await rm(join(folder, engineFile));
    await expect.poll(() => events).toHaveLength(4);
    const told = [
      { event: 'contextRuleEngine:created', id: 'a' },
      { event: 'project:changed', what: 'samples' },
      { event: 'contextRuleEngine:updated', id: 'a' },
      { event: 'contextRuleEngine:deleted', id: 'a' },
    ];
    expect([...events].sort(byText)).toEqual(told.sort(byText));
    expect(log).toEqual([]);
  });

  it('are told no more once another project is open', async () => {
    const { events, openEmpty } = startApp({ shell: 'browser' });
    const folder = await openEmpty();
    await openEmpty();
    events.length = 0;
    await writeTree(folder, { [engineFile]: engine });
    await setTimeout(400);
    expect(events).toEqual([]);
  });
});

const byText = (left: object, right: object): number =>
  JSON.stringify(left) < JSON.stringify(right) ? -1 : 1;

it('refuses calls on a project that was closed for another, instead of opening it again', async () => {
  const { app, openEmpty } = startApp();
  await openEmpty();
  const first = await app.projects.require();
  await openEmpty();
  await expect(first.content.read(() => 1, 0)).rejects.toMatchObject({ code: 'busy' });
});

it('diagnostics say what is wrong and what to do, what the environment sets, and what was logged, without secrets', async () => {
  const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
  const environment = [
    { name: 'WEFT_HOST', effect: 'whether a host is asked', value: `off ${secret}` },
    { name: 'WEFT_TOKEN', effect: 'the token' },
  ];
  const { app, call, openEmpty } = startApp({ environment });
  expect((await call('diagnostics.get', {})).findings).toMatchObject([
    { check: 'project', todo: expect.stringContaining('make one') },
  ]);
  const folder = await openEmpty();
  const well = await call('diagnostics.get', {});
  expect(well.findings.map(({ check, todo }) => [check, todo])).toEqual(
    ['project', 'trust', 'files', 'configuration', 'database'].map(check => [check, undefined]),
  );
  await mkdir(join(folder, '.codebolt/context-rule-engines'), { recursive: true });
  await writeFile(join(folder, '.codebolt/context-rule-engines/a.json'), '{');
  await writeFile(join(folder, '.codebolt/weft.json'), '{"context_engineering":{"redaction_mod":"off"}}');
  app.options.logger.warn('a door said', { token: secret });
  const ill = await call('diagnostics.get', {});
  const todo = ill.findings
    .filter(finding => finding.todo !== undefined)
    .map(({ check, says }) => [check, says]);
  expect(todo).toEqual([
    ['files', expect.stringContaining('a.json')],
    ['configuration', expect.stringContaining('redaction_mod')],
  ]);
  expect(ill.log.at(-1)).toContain('a door said');
  expect(ill.environment.map(({ name }) => name)).toEqual(['WEFT_HOST', 'WEFT_TOKEN']);
  expect(JSON.stringify(ill)).not.toContain(secret);
});
