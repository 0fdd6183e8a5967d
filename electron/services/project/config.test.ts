import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defaultConfig } from '../../../shared/model/config.ts';
import { type AppHarness, startApp } from '../../../test/support/app-harness.ts';
import { temporaryFolder, writeTree } from '../../../test/support/temporary-folder.ts';

const file = '.codebolt/weft.json';
const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');

async function started(): Promise<AppHarness & { readonly path: string }> {
  const app = startApp();
  const path = await app.openEmpty();
  return { ...app, path };
}

it('without a file the defaults are in force', async () => {
  const { call } = await started();
  expect(await call('config.get', {})).toEqual({
    config: defaultConfig,
    given: {},
    warnings: [],
    hash: null,
  });
});

it('keys are set, taken out, and written canonically beside what was there', async () => {
  const { call, path, events } = await started();
  await writeFile(join(path, file), '{"context_engineering":{"enable_fts5":true,"models":{"haiku":32000}}}');
  await call('project.trust', { decision: 'grant' });
  const { config, hash } = await call('config.set', {
    changes: { redaction_mode: 'both', enable_fts5: null },
  });
  expect([config.redaction_mode, config.enable_fts5, config.models.haiku]).toEqual(['both', false, 32_000]);
  expect(await readFile(join(path, file), 'utf8')).toBe(
    '{\n  "context_engineering": {\n    "models": {\n      "haiku": 32000\n    },\n    "redaction_mode": "both"\n  }\n}\n',
  );
  expect(await call('config.get', {})).toMatchObject({ hash });
  expect(events).toContainEqual({ event: 'project:changed', what: 'config' });
});

it('a bad change is refused with key and allowed values, and nothing is written', async () => {
  const { ask, path } = await started();
  expect(await ask('config.set', { changes: { redaction_mode: 'loud' } })).toMatchObject({
    ok: false,
    error: {
      code: 'invalid_input',
      message:
        'context_engineering.redaction_mode must be one of pattern_only, entropy, both, off; nothing was changed',
    },
  });
  await expect(readFile(join(path, file))).rejects.toThrow('ENOENT');
});

it('an entry of a table that was wrong before stays as it is while another is set, and no new one is taken', async () => {
  const { ask, path } = await started();
  const models = { local: '200k', haiku: 32_000 };
  await writeFile(join(path, file), JSON.stringify({ context_engineering: { models } }));
  const set = (more: object) => ask('config.set', { changes: { models: { ...models, ...more } } });
  expect(await set({ haiku: 64_000 })).toMatchObject({
    ok: true,
    value: {
      given: { models: { local: '200k', haiku: 64_000 } },
      warnings: [{ key: 'context_engineering.models.local' }],
    },
  });
  expect(await set({ local: '400k' })).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  expect(await set({ opus: 'much' })).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
});

it('a file that changed meanwhile, or cannot be read, is never overwritten', async () => {
  const { ask, call, path } = await started();
  const { hash } = await call('config.set', { changes: { enable_fts5: true } });
  await writeFile(join(path, file), '{"context_engineering": {}}');
  const late = await ask('config.set', { changes: { enable_fts5: false }, expected_hash: hash });
  expect(late).toMatchObject({ ok: false, error: { code: 'conflict' } });
  await writeFile(join(path, file), '{"context_engineering": {');
  const broken = await ask('config.set', { changes: { enable_fts5: false } });
  expect(broken).toMatchObject({ ok: false, error: { code: 'conflict' } });
  expect(await call('config.get', {})).toMatchObject({
    config: { ...defaultConfig, enable_fts5: true },
    warnings: [{ message: expect.stringContaining('cannot be read: line 1') }],
  });
  expect(await readFile(join(path, file), 'utf8')).toBe('{"context_engineering": {');
});

it.each([
  ['[{"context_engineering":{}}]', file],
  ['"what a hand left"', file],
  ['{"context_engineering":["redaction_mode"]}', `${file}: "context_engineering"`],
  ['{"context_engineering":false,"$schema":"x"}', `${file}: "context_engineering"`],
])('what is no object is never overwritten: %s', async (text, place) => {
  const { ask, path } = await started();
  await writeFile(join(path, file), text);
  expect(await ask('config.set', { changes: { enable_fts5: true } })).toMatchObject({
    ok: false,
    error: { code: 'conflict', message: `${place} is no JSON object, and stays as it is; mend it first` },
  });
  expect(await readFile(join(path, file), 'utf8')).toBe(text);
});

it('agents cannot change it', async () => {
  const { ask } = await started();
  const reply = await ask('config.set', { changes: { redaction_mode: 'off' } }, { door: 'mcp' });
  expect(reply).toMatchObject({ ok: false, error: { code: 'forbidden' } });
});

it('the file of a project that is not trusted is shown and not followed; trusted, its change is listed', async () => {
  const app = startApp();
  const path = temporaryFolder();
  await writeTree(path, { [file]: '{"context_engineering": {"redaction_mode": "off"}}' });
  await app.call('project.open', { path });
  expect(await app.call('config.get', {})).toMatchObject({
    config: { redaction_mode: 'pattern_only' },
    given: { redaction_mode: 'off' },
    warnings: [{ message: expect.stringContaining('not trusted') }],
  });
  expect(await app.call('redaction.apply', { text: secret })).toMatchObject({
    text: '[REDACTED:github-token]',
  });
  await app.call('project.trust', { decision: 'grant' });
  expect(await app.call('redaction.apply', { text: secret })).toMatchObject({ text: secret });
  await writeFile(join(path, file), '{"context_engineering": {"redaction_mode": "entropy"}}');
  expect(await app.call('project.info', {})).toMatchObject({ changed_since_trust: [file] });
});

it('the mode holds for previews, searches, events and evaluations of the project', async () => {
  const { call, events } = await started();
  // Random to the entropy rule, unknown to every pattern.
  const random = ['q7Wf', 'Zk2m', 'Xp9L', 'vB4n', 'Tc6r', 'Hd3s'].join('');
  const text = `the value ${random} here`;
  await call('documents.import', { collection: 'docs', files: [{ path: 'a.md', text }] });
  await call('events.append', { instance: 'i', events: [{ type: 't', content: text }] });
  await call('graph.upsert', { nodes: [{ id: 'n', kind: 'k', name: text }] });
  const memory = {
    id: 'notes',
    label: 'Notes',
    retrieval: { pipeline: [{ type: 'static' as const, params: { items: [text] } }] },
    contribution: { section: 'knowledge' as const, priority: 'high' as const, format: 'prose' as const },
  };
  await call('memories.create', { memory });
  const request = { scope_variables: {}, explicit_memory: ['notes'], request_id: 'r' };
  const outputs = async () =>
    JSON.stringify([
      await call('documents.search', { query: 'value' }),
      await call('events.search', { instance: 'i' }),
      await call('graph.read', { view: { id: 'v', kinds: ['k'] } }),
      await call('assembly.assemble', { request }),
      await call('memories.execute', { id: 'notes', request: { scope_variables: {} } }),
      events,
    ]);
  expect(await outputs()).toContain(random);
  await call('config.set', { changes: { redaction_mode: 'entropy' } });
  events.length = 0;
  const after = await outputs();
  expect([after.includes(random), after.split('[REDACTED:high-entropy]').length > 6]).toEqual([false, true]);
});

it('the schema describes every key with its meaning', async () => {
  const { schema, defaults } = await startApp().call('config.schema', {});
  const { properties } = schema as {
    properties: { context_engineering: { properties: Record<string, object> } };
  }; // compared below
  const described = properties.context_engineering.properties;
  expect(Object.keys(described)).toEqual(Object.keys(defaults));
  expect(Object.values(described).filter(key => !('description' in key))).toEqual([]);
});
