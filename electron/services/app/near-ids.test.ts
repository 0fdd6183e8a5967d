import { describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { startApp } from '../../../test/support/app-harness.ts';
import { memoryOf, staticStep } from '../../../test/support/engine-definitions.ts';
import { temporaryFolder, writeTree } from '../../../test/support/temporary-folder.ts';

const rule = { id: 'always-first', name: 'Always', when: [], then: { add_memories: ['planning'] } };
const engine = { id: 'planning', name: 'Planning', description: '', enabled: true, rules: [rule] };
const request = { scope_variables: {} };
const files = {
  '.codebolt/context-rule-engines/planning.json': engine,
  '.codebolt/PersistentMemory/planning.json': memoryOf('planning', { pipeline: [staticStep('text')] }),
  '.codebolt/weft/samples/planning.json': { id: 'planning', name: 'Planning', request },
  '.codebolt/weft/tests/planning.json': {
    id: 'planning',
    name: 'Planning',
    request,
    expect: [{ kind: 'fires', rule: 'planning/always-first' }],
  },
  '.codebolt/contracts/planning.json': {
    id: 'planning',
    name: 'Planning',
    severity: 'error',
    state: { kind: 'never', memory: 'planning' },
    when: [],
  },
};

async function opened() {
  const folder = temporaryFolder();
  const texts = Object.entries(files).map(([path, value]) => [path, JSON.stringify(value)]);
  await writeTree(folder, Object.fromEntries(texts));
  const app = startApp();
  await app.call('project.open', { path: folder });
  await app.call('project.trust', { decision: 'grant' });
  return app;
}

const kinds = ['engines', 'memories', 'samples', 'tests', 'contracts'] as const;
const ofOne = Object.keys(contract).filter(name =>
  kinds.some(kind => ['get', 'delete', 'export', 'duplicate'].some(verb => name === `${kind}.${verb}`)),
);
const inputs: Readonly<Record<string, object>> = {
  ...Object.fromEntries(ofOne.map(name => [name, { id: 'plannig' }])),
  'rules.evaluate': { request, engine_id: 'plannig' },
  'rules.compare': { pair: ['planning', 'plannig'] },
  'tests.run': { ids: ['plannig'] },
};

describe('a definition that is not there is named with the one that was probably meant', () => {
  it.each(Object.entries(inputs))('by %s', async (name, input) => {
    const { ask } = await opened();
    expect(await ask(name, input)).toMatchObject({
      ok: false,
      error: {
        code: 'not_found',
        message: expect.stringMatching(/^there is no .+ "plannig"; did you mean "planning"\?$/),
      },
    });
  });

  it('of a rule of an engine too, and where it is asked why it is not in the context', async () => {
    const { ask, call } = await opened();
    expect(await ask('engines.deleteRule', { id: 'planning', rule_id: 'always-frist' })).toMatchObject({
      error: { message: 'engine "planning" has no rule "always-frist"; did you mean "always-first"?' },
    });
    const { cause, message } = await call('assembly.explain', { request, memory_id: 'plannig' });
    expect([cause, message]).toEqual([
      'unknown_memory',
      'there is no memory "plannig", and no rule adds it; did you mean "planning"?',
    ]);
  });
});
