import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';
import { writeTree } from '../../../test/support/temporary-folder.ts';

const memory = {
  id: 'notes',
  label: 'Notes',
  version: '1.0.0',
  status: 'active' as const,
  inputs_scope: [],
  additional_variables: [],
  retrieval: { pipeline: [{ type: 'static' as const, params: { items: ['one', 'two'] } }] },
  contribution: { section: 'knowledge' as const, priority: 'high' as const, format: 'bullet_list' as const },
};
const engine = {
  id: 'rules',
  name: 'Rules',
  description: '',
  enabled: true,
  rules: [{ id: 'always', name: 'Always', when: [], then: { add_memories: ['notes'] } }],
};
const request = { scope_variables: {}, explicit_memory: [] };

async function openWithDefinitions() {
  const harness = startApp();
  await harness.openEmpty();
  await harness.call('memories.save', { memory, expected_hash: null });
  await harness.call('engines.save', { engine, expected_hash: null });
  harness.events.length = 0;
  return harness;
}

it("assembles from the project's files and stores, and tells each step of it", async () => {
  const { call, events } = await openWithDefinitions();
  await call('documents.import', {
    collection: 'docs',
    files: [{ path: 'a.md', text: '# Ferry\n\nThe ferry sails.' }],
  });
  await call('kv.set', { instance: 'i', namespace: 'n', key: 'k', value: { text: 'from the store' } });
  const search = { type: 'document_search' as const, params: { collection: 'docs' } };
  const read = { type: 'kv_get' as const, params: { instance: 'i', namespace: 'n', keys: ['k', 'missing'] } };
  const merge = { type: 'merge' as const, params: { sources: ['document_search_1', 'kv_get_2'] } };
  const fetching = { ...memory, id: 'fetching', retrieval: { pipeline: [search, read, merge] } };
  await call('memories.save', { memory: fetching, expected_hash: null });
  events.length = 0;
  const asked = {
    ...request,
    input: 'When does the ferry sail?',
    explicit_memory: ['fetching'],
    request_id: 'mine',
  };
  const result = await call('assembly.assemble', {
    request: { ...asked, constraints: { estimator: 'o200k_base' } },
  });
  expect(
    result.context.knowledge?.map(({ content, tokens, source }) => [
      content,
      tokens,
      source.kind,
      source.trust,
    ]),
  ).toEqual([
    ['Ferry\n\nThe ferry sails.', 7, 'document', 'imported'],
    ['from the store', 3, 'kv', 'user'],
    ['one', 1, 'static', 'project'],
    ['two', 1, 'static', 'project'],
  ]);
  expect(result.request_id).toBe('mine');
  const told = events.map(event => [
    event.event,
    'seq' in event && event.seq,
    'request_id' in event && event.request_id,
  ]);
  expect(told).toEqual([
    ['contextAssembly:started', 1, 'mine'],
    ['contextAssembly:rulesEvaluated', 2, 'mine'],
    ['contextAssembly:pipelineComplete', 3, 'mine'],
    ['contextAssembly:pipelineComplete', 4, 'mine'],
    ['contextAssembly:complete', 5, 'mine'],
  ]);
});

it('lays unsaved definitions over the stored ones, hides deleted ones, and is silent unless somebody listens', async () => {
  const { call, ask, events } = await openWithDefinitions();
  const preview = async (overlay: object) => {
    const { context } = await call('assembly.preview', { request, overlay });
    return context.knowledge?.map(({ content }) => content) ?? [];
  };
  const unsaved = {
    ...memory,
    retrieval: { pipeline: [{ type: 'static' as const, params: { items: ['three'] } }] },
  };
  expect(await preview({})).toEqual(['one', 'two']);
  expect(await preview({ memories: [unsaved] })).toEqual(['three']);
  expect(await preview({ absent: { engines: ['rules'] } })).toEqual([]);
  expect(await preview({ engines: [{ ...engine, id: 'second' }], absent: { engines: ['rules'] } })).toEqual([
    'one',
    'two',
  ]);
  expect(events).toEqual([]);
  await call('assembly.preview', { request: { ...request, request_id: 'r' } });
  expect(events.length).toBeGreaterThan(2);
  const misshaped = { request, overlay: { engines: [{ id: 'x' }], memories: [] } };
  expect(await ask('assembly.preview', misshaped)).toMatchObject({
    ok: false,
    error: { code: 'invalid_input' },
  });
});

it('lists all errors of a request, whether it is judged or assembled', async () => {
  const { call, ask } = await openWithDefinitions();
  const bad = { scope_variables: { nowhere: {} }, explicit_memory: ['none'], constraints: { max_tokens: 0 } };
  const codes = ['invalid_max_tokens', 'unknown_memory', 'unknown_scope'];
  const judged = await ask('assembly.validate', { request: bad });
  const errorsOf = (value: unknown) =>
    (value as { errors: { code: string }[] }).errors.map(({ code }) => code).sort();
  expect(judged.ok && errorsOf(judged.value)).toEqual(codes);
  const refused = await ask('assembly.assemble', { request: bad });
  expect(!refused.ok && [refused.error.code, errorsOf(refused.error.details)]).toEqual([
    'invalid_input',
    codes,
  ]);
  expect(await call('assembly.validate', { request })).toMatchObject({
    valid: true,
    resolved_memories: ['notes'],
  });
});

it('takes thread and request id from the door where the body names none', async () => {
  const { ask, call } = await openWithDefinitions();
  const rule = {
    id: 't',
    name: 'T',
    when: [{ field: 'scope.thread.thread_id', operator: 'eq' as const, value: 'T1' }],
    then: { add_memories: ['notes'] },
  };
  await call('engines.update', { id: 'rules', changes: { rules: [rule] } });
  const assemble = async (given: unknown) => {
    const reply = await ask(
      'assembly.assemble',
      { request: given },
      { door: 'http', threadId: 'T1', requestId: 'R1' },
    );
    const value = (reply.ok ? reply.value : {}) as { request_id?: string; meta?: { total_items: number } };
    return [value.request_id, value.meta?.total_items];
  };
  expect(await assemble({ scope_variables: {} })).toEqual(['R1', 2]);
  expect(await assemble({ scope_variables: { thread: null } })).toEqual(['R1', 2]);
  expect(await assemble({ scope_variables: { thread: { thread_id: 'own' } }, request_id: 'own' })).toEqual([
    'own',
    0,
  ]);
});

it('runs one memory alone, stored or still being written, and shows its steps', async () => {
  const { call, ask } = await openWithDefinitions();
  const run = await call('memories.execute', { id: 'notes', request });
  expect([
    run.call.status,
    run.items.map(({ content }) => content),
    run.step_results.map(({ alias }) => alias),
  ]).toEqual(['ok', ['one', 'two'], ['static_1']]);
  const code = { ...memory, retrieval: { pipeline: [{ type: 'custom', params: { code: 'return 1' } }] } };
  expect(await ask('memories.execute', { memory: code, request })).toMatchObject({
    ok: false,
    error: { code: 'invalid_input' },
  });
  expect(await ask('memories.execute', { request })).toMatchObject({
    ok: false,
    error: { code: 'invalid_input' },
  });
  expect(await ask('memories.execute', { id: 'none', request })).toMatchObject({
    ok: false,
    error: { code: 'not_found' },
  });
});

it('a file that cannot be read is named where its memory is asked for, by name or by a rule', async () => {
  const { call, openEmpty } = startApp();
  const folder = await openEmpty();
  await call('engines.save', { engine, expected_hash: null });
  await mkdir(join(folder, '.codebolt/PersistentMemory'), { recursive: true });
  await writeFile(join(folder, '.codebolt/PersistentMemory/notes.json'), '{ "id": "notes", }');
  const told = 'the memory "notes" cannot be read: .codebolt/PersistentMemory/notes.json:1:18: ';
  const named = await call('assembly.validate', { request: { ...request, explicit_memory: ['notes'] } });
  const ruled = await call('assembly.validate', { request });
  const why = await call('assembly.explain', { request, memory_id: 'notes' });
  expect([named.errors[0]?.message, ruled.warnings[0]?.message, why.message]).toEqual([
    expect.stringContaining(told),
    expect.stringContaining(`rule "always" of rules asks for "notes"; ${told}`),
    expect.stringContaining(told),
  ]);
});

it('files of engines that cannot be read, and rules that can never fire, are named in every answer they are missing from', async () => {
  const { call } = await openWithDefinitions();
  const { path = '' } = await call('project.info', {});
  const put = (name: string, text: string) =>
    writeFile(join(path, '.codebolt/context-rule-engines', `${name}.json`), text);
  const rule = { id: 'r', name: 'Odd', when: [], then: { add_memories: ['notes'] } };
  const odd = { field: 'addVar.a', operator: 'regex', value: '(?=x)' };
  await put('broken', '{ "id": "broken", ');
  await put('nameless', JSON.stringify({ ...engine, id: 'nameless', rules: [{ ...rule, id: undefined }] }));
  await put('odd', JSON.stringify({ ...engine, id: 'odd', rules: [{ ...rule, when: [odd] }] }));
  await call('project.trust', { decision: 'grant' });
  const given = { ...request, explicit_memory: undefined };
  const [evaluated, validated, assembled, previewed] = [
    await call('rules.evaluate', { request: given }),
    await call('assembly.validate', { request: given }),
    await call('assembly.assemble', { request: given }),
    await call('assembly.preview', { request: given }),
  ];
  const told = (warnings: readonly { readonly code: string; readonly message: string }[]) =>
    warnings.map(({ code, message }) => `${code}: ${message}`);
  const expected = [
    expect.stringMatching(/^unreadable_engine: the rule engine "broken" cannot be read: .*broken\.json:1:/),
    expect.stringMatching(/^unreadable_engine: the rule engine "nameless" cannot be read: .*rules\.0\.id/),
    expect.stringMatching(
      /^bad_pattern: rule "Odd" of "odd" cannot fire: .*RE2 has no look-ahead|look-around/,
    ),
  ];
  expect([
    told(evaluated.warnings),
    told(validated.warnings),
    told(assembled.trace.warnings),
    told(previewed.trace.warnings),
  ]).toEqual([expected, expected, expected, expected]);
  const onlyRules = { ...given, rule_engine_ids: ['rules'] };
  expect((await call('rules.evaluate', { request: onlyRules })).warnings).toEqual([]);
  const overlaid = { engines: [{ ...engine, id: 'broken' }], absent: { engines: ['odd', 'nameless'] } };
  expect((await call('assembly.preview', { request: given, overlay: overlaid })).trace.warnings).toEqual([]);
});

it('files of memories and samples that cannot be read are named in every answer they are missing from', async () => {
  const { call, ask } = await openWithDefinitions();
  const { path = '' } = await call('project.info', {});
  const names = ['engines.list', 'memories.list', 'samples.list', 'assembly.memoryTypes'] as const;
  const wholes = [...names, 'rules.possibleVariables', 'rules.analyze'] as const;
  const told = async (name: string, input: object = {}) => {
    const reply = await ask(name, input);
    return (reply.ok && reply.warnings) || [];
  };
  expect(await Promise.all(wholes.map(name => told(name)))).toEqual(wholes.map(() => []));
  await writeTree(join(path, '.codebolt'), {
    'PersistentMemory/notes.json': '{ "id": "notes", ',
    'weft/samples/torn.json': '{ "id": "torn", ',
  });
  await call('project.trust', { decision: 'grant' });
  const memory = expect.stringMatching(/^the memory "notes" cannot be read: .*:1:.*without it$/);
  const sample = expect.stringMatching(/^the sample "torn" cannot be read: .*:1:.*without it$/);
  expect(await Promise.all(wholes.map(name => told(name)))).toEqual([
    [],
    [memory],
    [sample],
    [memory],
    [memory, sample],
    [memory, sample],
  ]);
  expect(await told('rules.analyze', { engines: [], memories: [], samples: [] })).toEqual([]);
  const given = { ...request, explicit_memory: undefined };
  const [evaluated, validated, assembled, previewed] = [
    await call('rules.evaluate', { request: given }),
    await call('assembly.validate', { request: given }),
    await call('assembly.assemble', { request: given }),
    await call('assembly.preview', { request: given }),
  ];
  const lists = [evaluated.warnings, validated.warnings, assembled.trace.warnings, previewed.trace.warnings];
  expect(lists.map(list => list.map(({ code, message }) => `${code}: ${message}`))).toEqual(
    lists.map(() => [expect.stringMatching(/^unknown_memory: .*the memory "notes" cannot be read: .*:1:/)]),
  );
});

it('a search in a collection that does not exist is told, with the ones there are', async () => {
  const { call } = await openWithDefinitions();
  const files = [{ path: 'a.md', text: '# Ferry\n\nThe ferry sails.' }];
  const searching = (collection: string, query: string) => ({
    ...memory,
    retrieval: { pipeline: [{ type: 'document_search' as const, params: { collection, query } }] },
  });
  const warnings = async (collection: string, query = 'ferry') => {
    await call('memories.update', { id: 'notes', changes: searching(collection, query) });
    const { trace } = await call('assembly.assemble', { request });
    const found = await call('documents.search', { collection, query });
    return [trace.warnings, found.warnings ?? []].map(list =>
      list.map(({ code, message }) => [code, message]),
    );
  };
  const first = await warnings('guidse');
  await call('documents.import', { collection: 'guides', files });
  const note = (names: string) => `there is no collection "guidse"; ${names}`;
  const told = (names: string) => [
    [['unknown_collection', `memory "notes", step "document_search_1": ${note(names)}`]],
    [['unknown_collection', note(names)]],
  ];
  expect([first, await warnings('guidse'), await warnings('guides', 'zebra')]).toEqual([
    told('no documents were imported'),
    told('there is guides'),
    [[], []],
  ]);
});

it('keys and events of a place that does not exist are told, with the ones there are', async () => {
  const { call } = await openWithDefinitions();
  const pipeline = (instance: string, namespace: string) => [
    { type: 'kv_get' as const, params: { instance, namespace, keys: ['tone'] } },
    { type: 'log_search' as const, params: { instance } },
  ];
  const warnings = async (instance: string, namespace: string) => {
    await call('memories.update', {
      id: 'notes',
      changes: { ...memory, retrieval: { pipeline: pipeline(instance, namespace) } },
    });
    const { trace } = await call('assembly.assemble', { request });
    return trace.warnings.map(({ code, message }) => `${code}: ${message}`);
  };
  const said = (code: string, step: string, text: string) =>
    `${code}: memory "notes", step "${step}": there is no ${text}`;
  const both = (keys: string, logs: string) => [
    said('unknown_instance', 'kv_get_1', `instance "taem"; ${keys}`),
    said('unknown_instance', 'log_search_2', `instance "taem"; ${logs}`),
  ];
  expect(await warnings('taem', 'style')).toEqual(both('no keys were stored', 'no events were logged'));
  await call('kv.set', { instance: 'team', namespace: 'style', key: 'other', value: 1 });
  expect(await warnings('taem', 'style')).toEqual(both('there is team', 'no events were logged'));
  await call('events.append', { instance: 'team', events: [{ type: 'note', content: 'Hello.' }] });
  expect([await warnings('taem', 'style'), await warnings('team', 'stlye')]).toEqual([
    both('there is team', 'there is team'),
    [said('unknown_namespace', 'kv_get_1', 'namespace "stlye"; there is style')],
  ]);
  // A key that is not there yet is no mistake, until its place goes.
  expect([await warnings('team', 'style'), await warnings('team', 'style')]).toEqual([[], []]);
  await call('kv.delete', { instance: 'team', namespace: 'style', key: 'other' });
  expect(await warnings('team', 'style')).toEqual([
    said('unknown_instance', 'kv_get_1', 'instance "team"; no keys were stored'),
  ]);
});

it('says what the rendered text counts wherever that is another figure than the limit was for', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const pipeline = [{ type: 'static' as const, params: { items: ['Use tabs.', 'Write tests first.'] } }];
  const contribution = {
    section: 'constraints' as const,
    priority: 'high' as const,
    format: 'prose' as const,
  };
  await call('memories.create', { memory: { label: 'Style', retrieval: { pipeline }, contribution } });
  for (const estimator of ['chars4', 'o200k_base'] as const)
    for (const count of ['items', 'rendered'] as const) {
      const constraints = { max_tokens: 100, estimator, count };
      const request = { scope_variables: {}, explicit_memory: ['style'], constraints };
      const assembled = await call('assembly.assemble', { request });
      const { tokens } = await call('assembly.render', { assembled, format: 'markdown' });
      const { rendered_tokens } = assembled.trace;
      expect(tokens > assembled.meta.token_estimate).toBe(count === 'items');
      expect(rendered_tokens).toBe(estimator === 'chars4' && count === 'items' ? tokens : undefined);
      const preview = await call('assembly.preview', { request });
      expect(preview.trace.rendered_tokens).toBe(rendered_tokens);
    }
});
