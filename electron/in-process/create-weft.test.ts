import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ContextRuleEngine } from '../../shared/model/rule.ts';
import { startApp } from '../../test/support/app-harness.ts';
import { engineAdding, memoryOf, requestOf, staticStep } from '../../test/support/engine-definitions.ts';
import { temporaryFolder, writeTree } from '../../test/support/temporary-folder.ts';
import { createWeft } from './create-weft.ts';
import type { Weft, WeftOptions } from './weft-types.ts';

const engine: ContextRuleEngine = {
  ...engineAdding('phases'),
  rules: [
    {
      id: 'planning',
      name: 'Planning',
      when: [{ field: 'addVar.phase', operator: 'eq', value: 'planning' }],
      then: { add_memories: ['notes'] },
    },
  ],
};
const notes = memoryOf('notes', { pipeline: [staticStep('Write in TypeScript.', 'Test first.')] });
const planning = requestOf({ additional_variables: { phase: 'planning' } });

const opened: Weft[] = [];
async function open(options: WeftOptions): Promise<Weft> {
  const weft = await createWeft({ userDataDir: temporaryFolder(), ...options });
  opened.push(weft);
  return weft;
}

const filesOf = (rules: ContextRuleEngine) => ({
  '.codebolt/context-rule-engines/phases.json': JSON.stringify(rules),
  '.codebolt/PersistentMemory/notes.json': JSON.stringify(notes),
});

async function projectFolder(): Promise<string> {
  const folder = temporaryFolder();
  await writeTree(folder, filesOf(engine));
  return folder;
}

it('answers from definitions of the program itself, as the doors of Weft do', async () => {
  const weft = await open({ engines: [engine], memories: [notes] });
  const { call } = startApp();
  const request = { ...planning, request_id: 'r' };
  const overlay = { engines: [engine], memories: [notes] };
  const served = await call('assembly.preview', { request, overlay });
  const own = await weft.assemble(request);
  expect(own.context).toEqual(served.context);
  expect(weft.evaluate(planning)).toEqual(
    await call('rules.evaluate', { request: planning, engines: [engine] }),
  );
  expect(weft.validate({ scope_variables: 1 })).toMatchObject({
    valid: false,
    errors: [{ code: 'wrong_type' }],
  });
  expect(weft.render(own)).toBe('## Knowledge\n\n- Write in TypeScript.\n- Test first.\n');
  expect(await weft.explain(requestOf(), { memoryId: 'notes' })).toEqual(
    await call('assembly.explain', { request: requestOf(), memory_id: 'notes', overlay }),
  );
});

it('refuses definitions that are none, with all that is wrong, and completes what a draft leaves out', async () => {
  const bare = { name: 'Bare', rules: [{ name: 'All', when: [], then: { add_memories: ['notes'] } }] };
  const weft = await open({ engines: [bare, bare], memories: [notes] });
  expect(weft.definitions().engines.map(({ id }) => id)).toEqual(['bare', 'bare-2']);
  await expect(open({ engines: [engine, engine], memories: [] })).rejects.toMatchObject({
    code: 'invalid_input',
    details: { errors: [{ code: 'duplicate_id', path: 'engines.1.id' }] },
  });
  const act = { ...notes, act: () => {} };
  await expect(open({ engines: [], memories: [act] })).rejects.toMatchObject({ code: 'invalid_input' });
  const code = memoryOf('code', { pipeline: [{ type: 'static', params: { items: 1 } }] });
  await expect(open({ engines: [], memories: [code] })).rejects.toMatchObject({
    details: { errors: [{ path: expect.stringMatching(/^memories\.0\.retrieval\.pipeline\.0/) }] },
  });
});

it('fails with errors that are named as they are exported and documented', async () => {
  const failed = await open({ engines: [engine, engine], memories: [] }).catch((error: unknown) => error);
  expect(String(failed)).toMatch(/^WeftError: the definitions cannot be used/);
});

it('is not changed by changing what it was given', async () => {
  const given = structuredClone(engine);
  const weft = await open({ engines: [given], memories: [notes] });
  given.rules.length = 0;
  expect(weft.evaluate(planning).matchedMemories).toEqual(['notes']);
});

it('opens no folder that nobody trusts, and one that the program vouches for', async () => {
  const project = await projectFolder();
  await expect(open({ project })).rejects.toMatchObject({ code: 'untrusted_project' });
  const weft = await open({ project, trust: 'all', watch: false });
  expect(weft.evaluate(planning).matchedMemories).toEqual(['notes']);
  await expect(open({ project: join(project, 'nowhere') })).rejects.toMatchObject({ code: 'not_found' });
});

it('keeps to what the user granted: what comes later does nothing, and what is revoked acts no more', async () => {
  const project = await projectFolder();
  const { userDataDir, call } = startApp();
  await call('project.open', { path: project });
  await call('project.trust', { decision: 'grant' });
  const weft = await open({ project, userDataDir, watch: false });
  expect(weft.evaluate(planning).matchedMemories).toEqual(['notes']);
  const [rule] = engine.rules;
  const added = { ...engine, rules: [...engine.rules, { ...rule, id: 'later', name: 'Later', when: [] }] };
  await writeTree(project, filesOf(added as ContextRuleEngine));
  await weft.refresh();
  expect(weft.evaluate(requestOf()).matchedMemories).toEqual([]);
  expect(weft.definitions().problems).toEqual([expect.stringContaining('rule "later" came or changed')]);
  await call('project.trust', { decision: 'revoke' });
  await expect(weft.refresh()).rejects.toMatchObject({ code: 'untrusted_project' });
  expect(() => weft.evaluate(planning)).toThrow(/is not trusted/);
});

it('hears by itself that trust is withdrawn, and that the configuration is another', async () => {
  const project = await projectFolder();
  const { userDataDir, call } = startApp();
  await call('project.open', { path: project });
  await call('project.trust', { decision: 'grant' });
  const key = 'key AKIAIOSFODNN7EXAMPLE';
  const weft = await open({ project, userDataDir });
  const said = requestOf({ additional_variables: { phase: key } });
  const actual = () => JSON.stringify(weft.evaluate(said, { explain: true }).engineResults);
  expect(actual()).not.toContain(key);
  await call('config.set', { changes: { redaction_mode: 'off' } });
  await expect.poll(actual).toContain(key);
  await call('project.trust', { decision: 'revoke' });
  await expect
    .poll(() => {
      try {
        return weft.evaluate(planning).matchedMemories;
      } catch (error) {
        return error;
      }
    })
    .toMatchObject({ code: 'untrusted_project' });
});

it('follows files that change and break, and goes on with what is good', async () => {
  const project = await projectFolder();
  const problems: string[] = [];
  const weft = await open({ project, trust: 'all', onProblem: problem => problems.push(problem) });
  const heard: number[] = [];
  weft.onChange(({ generation }) => heard.push(generation));
  const always = { ...engine, rules: engine.rules.map(rule => ({ ...rule, when: [] })) };
  await writeTree(project, filesOf(always));
  await expect.poll(() => weft.evaluate(requestOf()).matchedMemories).toEqual(['notes']);
  await writeFile(join(project, '.codebolt/PersistentMemory/notes.json'), '{');
  await expect.poll(() => problems).toContainEqual(expect.stringMatching(/notes\.json:1:2/));
  // One file is no look that failed: its own definition alone is out.
  await weft.refresh();
  const { engines, memories, problems: told } = weft.definitions();
  expect([engines.map(({ id }) => id), memories, told]).toEqual([
    ['phases'],
    [],
    [expect.stringMatching(/notes\.json:1:2/)],
  ]);
  expect(heard.length).toBeGreaterThanOrEqual(2);
  expect(weft.definitions().generation).toBe(heard.at(-1));
  await weft.close();
});

it('says in the trace which store a step lacks, and asks the one that it is given', async () => {
  const searching = memoryOf('found', {
    pipeline: [{ type: 'document_search', params: { query: 'x' } }],
  });
  const request = requestOf({ explicit_memory: ['found'] });
  const without = await open({ engines: [], memories: [searching] });
  const { trace, meta } = await without.assemble(request);
  expect(meta.degraded).toBe(true);
  expect(trace.memory_calls[0]?.error?.message).toContain('"searchDocuments"');
  const found = await open({
    engines: [],
    memories: [searching],
    stores: { searchDocuments: async ({ topK }) => [{ content: `at most ${topK}` }] },
  });
  expect(found.render(await found.assemble(request))).toBe('## Knowledge\n\n- at most 5\n');
});

it('tells an assembly as it runs, and a listener that fails keeps nobody from the context', async () => {
  const weft = await open({ engines: [engine], memories: [notes] });
  const events: string[] = [];
  await weft.assemble(planning, { onEvent: ({ event, seq }) => events.push(`${seq} ${event}`) });
  expect([events[0], events.at(-1)]).toEqual(['1 contextAssembly:started', '4 contextAssembly:complete']);
  const failing = () => {
    throw new Error('no');
  };
  expect((await weft.assemble(planning, { onEvent: failing })).meta.total_items).toBe(2);
});

it('stops an assembly when its signal does', async () => {
  const waits = memoryOf('waits', { pipeline: [{ type: 'handler', params: { name: 'wait' } }] });
  const stop = new AbortController();
  const handlers = { wait: () => new Promise(() => stop.abort()) };
  const weft = await open({ engines: [], memories: [waits], handlers });
  const { trace } = await weft.assemble(requestOf({ explicit_memory: ['waits'] }), { signal: stop.signal });
  expect(trace.memory_calls[0]).toMatchObject({ status: 'failed', error: { code: 'cancelled' } });
});

it('looks once more, however often a source changes while it is looked at, and whoever fails to hear of it', async () => {
  const state = { reads: 0, memories: [notes], changed: () => {}, answer: () => {} };
  const [problems, heard]: [string[], number[]] = [[], []];
  const weft = await open({
    source: {
      async read() {
        state.reads += 1;
        if (state.reads === 2)
          await new Promise<void>(resolve => {
            state.answer = resolve;
          });
        return { engines: [engine], memories: state.memories };
      },
      subscribe: onChange => {
        state.changed = onChange;
        return () => {};
      },
    },
    onProblem: problem => problems.push(problem),
  });
  weft.onChange(() => {
    throw new Error('of the program');
  });
  weft.onChange(({ generation }) => heard.push(generation));
  state.changed();
  await expect.poll(() => state.reads).toBe(2);
  for (let change = 0; change < 100; change += 1) state.changed();
  state.memories = [];
  state.answer();
  await expect.poll(() => state.reads).toBe(3);
  await weft.refresh();
  expect({ reads: state.reads, problems, heard: heard.at(-1), told: weft.definitions().problems }).toEqual({
    reads: 4,
    problems: [],
    heard: weft.definitions().generation,
    told: [],
  });
});

it('reads a source of the program again when that says so, and keeps the last good one', async () => {
  const state = { memories: [notes], changed: () => {} };
  const problems: string[] = [];
  const weft = await open({
    source: {
      read: () => ({ engines: [engine], memories: state.memories }),
      subscribe: onChange => {
        state.changed = onChange;
        return () => {};
      },
    },
    onProblem: problem => problems.push(problem),
  });
  state.memories = [memoryOf('bad id!')];
  state.changed();
  await expect.poll(() => problems).toHaveLength(1);
  expect(weft.definitions()).toMatchObject({ memories: [{ id: 'notes' }], generation: 1 });
  state.memories = [];
  await weft.refresh();
  expect(weft.definitions()).toMatchObject({ memories: [], generation: 2, problems: [] });
});
