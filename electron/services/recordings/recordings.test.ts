import { expect, it, vi } from 'vitest';
import type { ContextRuleEngine } from '../../../shared/model/rule.ts';
import { type AppHarness, startApp } from '../../../test/support/app-harness.ts';
import { memoryOf, requestOf, staticStep } from '../../../test/support/engine-definitions.ts';

const secret = `ghp_${'a1B2'.repeat(9)}`;
const ruleOf = (id: string, phase: string, memory: string) => ({
  id,
  name: id,
  when: [{ field: 'addVar.phase', operator: 'eq' as const, value: phase }],
  then: { add_memories: [memory] },
});
const engine: ContextRuleEngine = {
  id: 'e',
  name: 'E',
  description: '',
  enabled: true,
  rules: [ruleOf('plan', 'planning', 'style'), ruleOf('review', 'reviewing', 'tips')],
};
const requestIn = (phase: string, more: object = {}) =>
  requestOf({ additional_variables: { phase }, ...more });

/** A project with two rules that records. */
async function recording(options: Parameters<typeof startApp>[0] = {}): Promise<AppHarness> {
  const harness = startApp(options);
  await harness.openEmpty();
  for (const id of ['style', 'tips', 'spare'])
    await harness.call('memories.save', {
      memory: memoryOf(id, { pipeline: [staticStep(`What is known of ${id}.`)] }),
      expected_hash: null,
    });
  await harness.call('engines.save', { engine, expected_hash: null });
  await harness.call('recordings.start', {});
  return harness;
}

const serve = async ({ call }: AppHarness, phase: string, times: number) => {
  for (let at = 0; at < times; at += 1)
    await call('assembly.assemble', { request: requestIn(phase, { input: `${phase} ${at}` }) });
};

it('records nothing until it is told to, and no preview', async () => {
  const harness = startApp();
  const { call } = harness;
  await harness.openEmpty();
  await call('assembly.assemble', { request: requestOf() });
  expect(await call('recordings.list', {})).toMatchObject({ requests: 0, settings: { enabled: false } });
  await call('recordings.start', {});
  await call('assembly.preview', { request: requestOf() });
  expect((await call('recordings.list', {})).requests).toBe(0);
  await call('assembly.assemble', { request: requestOf() });
  await call('recordings.stop', {});
  await call('assembly.assemble', { request: requestOf() });
  expect(await call('recordings.list', {})).toMatchObject({ requests: 1, settings: { enabled: false } });
});

it('counts served requests by what they came to, and keeps some of each whole and without secrets', async () => {
  const harness = await recording();
  const { call } = harness;
  await serve(harness, 'planning', 3);
  await call('assembly.assemble', { request: requestIn('reviewing', { input: `use ${secret}` }) });
  const { causes } = await call('recordings.list', {});
  expect(
    causes.map(({ rules, memories, requests, recordings }) => [rules, memories, requests, recordings]),
  ).toEqual([
    [['e/plan'], ['style'], 3, 3],
    [['e/review'], ['tips'], 1, 1],
  ]);
  const { of_cause } = await call('recordings.list', { cause: causes[1]?.id ?? '' });
  const [kept] = of_cause;
  expect(kept?.request).toMatchObject({ input: 'use [REDACTED:github-token]' });
  expect((await call('recordings.get', { id: kept?.id ?? '' })).cause).toEqual(causes[1]);
});

it('thins out what is common and keeps what is rare within its bounds', async () => {
  const harness = await recording();
  const { call } = harness;
  await call('config.set', { changes: { recordings: { enabled: true, max_requests: 20 } } });
  await serve(harness, 'reviewing', 2);
  await serve(harness, 'planning', 40);
  const { causes, recordings } = await call('recordings.list', {});
  expect(causes.map(one => [one.requests, one.recordings])).toEqual([
    [40, 17],
    [2, 2],
  ]);
  expect(recordings).toBe(19);
});

it('forgets what is asked for, and what is older than it may be', async () => {
  const clock = { now: '2026-11-01T10:00:00.000Z' };
  const harness = await recording();
  const { call, app } = harness;
  Object.assign(app.options.world.clock, { nowIso: () => clock.now });
  await serve(harness, 'planning', 2);
  await call('recordings.list', {});
  clock.now = '2026-12-15T10:00:00.000Z';
  await serve(harness, 'reviewing', 2);
  const { causes } = await call('recordings.list', {});
  expect(causes.map(({ rules, requests }) => [rules, requests])).toEqual([[['e/review'], 2]]);
  const id = causes[0]?.id ?? '';
  expect(await call('recordings.delete', { ids: [`${id}-1`] })).toEqual({ recordings: 1, causes: 0 });
  expect(await call('recordings.delete', { origin: 'sample' })).toEqual({ recordings: 0, causes: 0 });
  expect(await call('recordings.delete', {})).toEqual({ recordings: 1, causes: 1 });
  expect((await call('recordings.list', {})).requests).toBe(0);
});

it('what is not trusted records nothing, and cannot be told to', async () => {
  const harness = await recording();
  const { call, ask } = harness;
  await call('project.trust', { decision: 'revoke' });
  expect(await ask('recordings.start')).toMatchObject({ ok: false, error: { code: 'untrusted_project' } });
  expect((await call('recordings.list', {})).settings.enabled).toBe(false);
});

it('what was served before it closes is there when it is opened again', async () => {
  const harness = await recording();
  const path = (await harness.call('project.info', {})).path ?? '';
  await serve(harness, 'planning', 2);
  await harness.app.close();
  const again = startApp();
  await again.call('project.open', { path });
  await again.call('project.trust', { decision: 'grant' });
  expect((await again.call('recordings.list', {})).requests).toBe(2);
});

/** Another process that writes to the same project, until it is closed. */
async function otherWriter({ call }: AppHarness): Promise<AppHarness> {
  const other = startApp({ shell: 'browser' });
  await other.call('project.open', { path: (await call('project.info', {})).path ?? '' });
  await other.call('ledger.post', { entry_type: 'finding', summary: 'It writes' });
  return other;
}

it('what was served while another process writes is recorded once that is done', async () => {
  const harness = await recording();
  const { call } = harness;
  const other = await otherWriter(harness);
  await serve(harness, 'planning', 2);
  expect((await call('recordings.list', {})).requests).toBe(0);
  await serve(harness, 'planning', 1);
  await serve(harness, 'reviewing', 1);
  await other.app.close();
  await expect.poll(async () => (await call('recordings.list', {})).requests).toBe(4);
  const { causes } = await call('recordings.list', {});
  expect(causes.map(({ rules, requests, recordings }) => [rules, requests, recordings])).toEqual([
    [['e/plan'], 3, 3],
    [['e/review'], 1, 1],
  ]);
  const { of_cause } = await call('recordings.list', { cause: causes[0]?.id ?? '' });
  expect(of_cause.map(({ request }) => request)).toEqual(
    [2, 1, 0].map(at => expect.objectContaining({ input: `planning ${at === 2 ? 0 : at}` })),
  );
});

/** What the log says of recording. */
const saidOf = ({ log }: AppHarness) => log.filter(line => line.startsWith('requests '));

it('a program ends though what it has served cannot be recorded, and says how much that was', async () => {
  const harness = await recording();
  await otherWriter(harness);
  await serve(harness, 'planning', 1);
  await serve(harness, 'reviewing', 2);
  await harness.app.close();
  expect(saidOf(harness)).toEqual([
    expect.stringContaining('requests could not be recorded'),
    'requests were never recorded {"lost":3}',
  ]);
});

it('what cannot be recorded is tried again ever later, and said once until that changes', async () => {
  const harness = await recording();
  const other = await otherWriter(harness);
  const seconds: number[] = [];
  const { setTimeout: wait } = globalThis;
  vi.stubGlobal('setTimeout', (work: () => void, ms = 0) => {
    seconds.push(ms / 1000);
    return wait(work, ms);
  });
  await serve(harness, 'planning', 1);
  const look = () => harness.call('recordings.list', {});
  for (let at = 0; at < 7; at += 1) await look();
  // Behind the first time, after which others wait as long.
  expect(seconds.filter(wait => wait > 10)).toEqual([20, 40, 80, 160, 300, 300]);
  expect(saidOf(harness)).toEqual([expect.stringContaining('requests could not be recorded')]);
  await other.app.close();
  await expect.poll(async () => (await look()).requests).toBe(1);
  expect(saidOf(harness).slice(1)).toEqual(['requests are recorded again {"lost":0}']);
});

it('a replay says which requests an edit changes and why, memories, tokens and cost', async () => {
  const harness = await recording();
  const { call } = harness;
  await serve(harness, 'planning', 3);
  await serve(harness, 'reviewing', 1);
  const edited = {
    ...engine,
    rules: [
      ruleOf('plan', 'design', 'style'),
      { ...ruleOf('review', 'reviewing', 'tips'), then: { add_memories: ['tips', 'spare'] } },
    ],
  };
  const replay = await call('recordings.replay', { engines: [edited], model: 'opus' });
  expect(replay).toMatchObject({
    recordings: 4,
    requests: 4,
    skipped: 0,
    changed: { recordings: 4, requests: 4 },
    groups: [
      { fired: [], not_fired: ['e/plan'], gained: [], lost: ['style'], requests: 3, tokens: -6 },
      { fired: [], not_fired: [], gained: ['spare'], lost: [], requests: 1, tokens: 6 },
    ],
    memories: [
      { id: 'style', gained: 0, lost: 3, tokens_each: 6 },
      { id: 'spare', gained: 1, lost: 0, tokens_each: 6 },
    ],
    tokens: { added: 6, removed: 18 },
    cost: { model: 'opus', added: 0.00003, removed: 0.00009 },
  });
  expect(await call('recordings.replay', { engines: [engine] })).toMatchObject({
    requests: 4,
    changed: { recordings: 0, requests: 0 },
    groups: [],
  });
  expect(await call('recordings.replay', { absent: { memories: ['tips'] } })).toMatchObject({
    groups: [{ lost: ['tips'], requests: 1 }],
  });
});

it('a replay wants an edit', async () => {
  const { ask } = await recording();
  expect(await ask('recordings.replay')).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
});

it('compares what two recorded requests come to, with each other and with an edit that is not saved', async () => {
  const harness = await recording();
  const { call } = harness;
  await serve(harness, 'planning', 1);
  await serve(harness, 'reviewing', 1);
  const { causes, requests } = await call('recordings.list', {});
  const [planning = '', reviewing = ''] = causes
    .toSorted((one, other) => (one.memories[0] ?? '').localeCompare(other.memories[0] ?? ''))
    .map(({ id }) => `${id}-1`);
  const item = (memory_id: string, tokens: number) => ({
    id: `${memory_id}#0`,
    memory_id,
    section: 'knowledge',
    tokens,
    content: `What is known of ${memory_id}.`,
    why: 'not_asked',
  });
  const rule = (rule_id: string, memory: string) => ({
    engine_id: 'e',
    rule_id,
    rule_name: rule_id,
    memories: [memory],
  });
  const other = await call('assembly.diff', {
    before: { recording: planning },
    after: { recording: reviewing },
  });
  expect(other).toEqual({
    entered: [item('tips', 6)],
    left: [item('style', 6)],
    stayed: 0,
    moved: [],
    rules: { entered: [rule('review', 'tips')], left: [rule('plan', 'style')] },
    tokens: { before: 6, after: 6 },
    section_tokens: [{ section: 'knowledge', before: 6, after: 6 }],
  });
  const spare = { ...engine, rules: [ruleOf('plan', 'planning', 'spare')] };
  const edited = await call('assembly.diff', {
    before: { assembled: await call('assembly.preview', { request: requestIn('planning') }) },
    after: { request: requestIn('planning'), overlay: { engines: [spare] } },
  });
  expect([edited.entered, edited.left].map(items => items.map(({ id }) => id))).toEqual([
    ['spare#0'],
    ['style#0'],
  ]);
  // Whoever compares has not asked.
  expect((await call('recordings.list', {})).requests).toBe(requests);
});

it.each([
  ['nothing', {}, 'before: give one of request, recording and assembled'],
  ['two', { request: requestOf(), recording: 'x-1' }, 'before: give one of request, recording and assembled'],
  ['a recording that is not kept', { recording: 'x-1' }, 'no recorded request "x-1" is kept'],
])('refuses a side of a comparison that is %s', async (_, before, message) => {
  const { ask } = await recording();
  expect(await ask('assembly.diff', { before, after: { request: requestOf() } })).toMatchObject({
    error: { message: expect.stringContaining(message) },
  });
});
