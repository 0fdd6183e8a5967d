import { expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import { describeTools, inputOf, listMcpTools, wayOf } from './tools.ts';

const all = { access: 'write', tools: ['all'] } as const;

const toolNamed = (name: string) => {
  const found = listMcpTools(all).find(({ tool }) => tool === name);
  if (found === undefined) throw new Error(`there is no tool ${name}`);
  return found;
};

it.each([
  ['rule_list', {}, {}],
  ['rule_get', { id: 'a' }, { id: 'a' }],
  ['context_get', { scope_variables: {} }, { request: { scope_variables: {} } }],
  ['context_get', {}, { request: {} }],
  // Who knows the procedure may give its input.
  ['context_get', { request: { input: 'x' } }, { request: { input: 'x' } }],
  ['context_get', { request: {}, input: 'x' }, { request: {}, input: 'x' }],
  [
    'context_why',
    { memory_id: 'm', scope_variables: {} },
    { memory_id: 'm', request: { scope_variables: {} } },
  ],
  ['rule_evaluate', { explain: true, engine_id: 'e' }, { explain: true, engine_id: 'e', request: {} }],
  // As its sisters call it.
  ['rule_evaluate', { id: 'e' }, { engine_id: 'e', request: {} }],
  ['rule_evaluate', { id: 'f', engine_id: 'e' }, { engine_id: 'e', request: { id: 'f' } }],
  ['rule_create', { name: 'n', rules: [] }, { engine: { name: 'n', rules: [] } }],
  ['rule_update', { id: 'a', name: 'n' }, { id: 'a', changes: { name: 'n' } }],
  ['rule_update', { id: 'a', changes: { name: 'n' } }, { id: 'a', changes: { name: 'n' } }],
  ['rule_create', JSON.parse('{"__proto__":{"a":1}}'), { engine: JSON.parse('{"__proto__":{"a":1}}') }],
])('%s takes %j as %j', (name, given: JsonObject, input: JsonObject) => {
  expect(JSON.stringify(inputOf(wayOf(toolNamed(name), given), given))).toBe(JSON.stringify(input));
});

it('offers the tools of the surfaces, and without writing those that read', () => {
  const reading = [
    'context_evaluate_rules',
    'context_get',
    'context_get_required_variables',
    'context_list_memory_types',
    'context_validate',
    'context_why',
    'rule_evaluate',
    'rule_get',
    'rule_get_possible_variables',
    'rule_list',
  ];
  const writing = ['rule_create', 'rule_delete', 'rule_update'];
  const names = (access: 'read' | 'write') =>
    describeTools({ access, tools: ['all'] }).map(({ name }) => name);
  expect(names('write')).toEqual(expect.arrayContaining([...reading, ...writing]));
  expect(names('read')).toEqual(expect.arrayContaining(reading));
  expect(names('read').filter(name => writing.includes(name))).toEqual([]);
});

/** What agents work with, but for what is no agent's to do. */
it('agents can do what the ledger, the handoff and the health monitor can', () => {
  const reachable = new Set(listMcpTools(all).flatMap(({ ways }) => ways.map(({ name }) => name)));
  const groups = /^(?:ledger|packages|errorPatterns|health)\./;
  const closed = Object.keys(contract).filter(name => groups.test(name) && !reachable.has(name));
  expect(closed.sort()).toEqual([
    // Lists of all that there is, for people who look through it.
    'errorPatterns.list',
    'health.state',
    // Files and folders of the machine.
    'ledger.export',
    'ledger.facets',
    'ledger.import',
    'ledger.sync',
    'packages.list',
    'packages.rank',
  ]);
});

it('only an argument tells two procedures of one tool apart', () => {
  for (const { tool, ways } of listMcpTools(all)) {
    const [last, ...others] = ways.toReversed();
    expect([tool, last?.given, new Set(others.map(({ given }) => given)).size]).toEqual([
      tool,
      undefined,
      others.filter(({ given }) => given !== undefined).length,
    ]);
  }
});

it('says of each tool what it may do', () => {
  for (const { name, annotations } of describeTools(all)) {
    const { ways } = toolNamed(name);
    const destructiveHint = ways.some(({ destructive = false }) => destructive);
    expect([name, annotations]).toEqual([
      name,
      ways.every(({ procedure }) => procedure.access === 'read')
        ? { readOnlyHint: true, openWorldHint: false }
        : { readOnlyHint: false, openWorldHint: false, destructiveHint },
    ]);
  }
  expect(describeTools(all).filter(({ name }) => /_(?:delete|update|get|create)$/.test(name))).toMatchObject([
    { name: 'backup_create', annotations: { destructiveHint: false } },
    { name: 'context_get', annotations: { readOnlyHint: true } },
    { name: 'rule_create', annotations: { destructiveHint: false } },
    { name: 'rule_delete', annotations: { destructiveHint: true } },
    { name: 'rule_get', annotations: { readOnlyHint: true } },
    { name: 'rule_update', annotations: { destructiveHint: true } },
    { name: 'twining_get', annotations: { readOnlyHint: true } },
  ]);
});

it('describes each tool whole: objects, every reference inside, no clause of a page that nobody has', () => {
  for (const { name, description, inputSchema, outputSchema } of describeTools(all)) {
    expect([name, description]).toEqual([name, expect.not.stringMatching(/\([A-Z]\d/)]);
    for (const schema of [inputSchema, outputSchema ?? inputSchema]) {
      const references = [...JSON.stringify(schema).matchAll(/"\$ref":"([^"]*)"/g)].map(([, to]) => to);
      const inside = Object.keys(schema?.$defs ?? {}).map(key => `#/$defs/${key}`);
      expect([name, schema?.type, references.filter(to => !inside.includes(to ?? ''))]).toEqual([
        name,
        'object',
        [],
      ]);
    }
  }
});

it('spreads the body among the other keys', () => {
  const schemas = new Map(describeTools(all).map(tool => [tool.name, tool.inputSchema]));
  const shown = (name: string) => {
    const { properties, required } = schemas.get(name) ?? {};
    return [Object.keys(properties ?? {}), required];
  };
  expect([shown('context_why'), shown('rule_update')]).toEqual([
    [
      ['memory_id', 'item_id', 'scope_variables', 'additional_variables', 'input', 'next', 'max_tokens'],
      ['scope_variables'],
    ],
    [['id', 'name', 'description', 'enabled', 'rules', 'expected_hash'], ['id']],
  ]);
});
