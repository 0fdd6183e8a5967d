import { expect, it } from 'vitest';
import { createOpenApi } from '../../electron/shells/http/openapi.ts';
import { addStep } from '../../renderer/features/memories/edits/step-edits.ts';
import { askedParams } from '../../renderer/features/memories/logic/step-params.ts';
import { stepSummary } from '../../renderer/features/memories/logic/step-summary.ts';
import { viewParts } from '../../renderer/views.ts';
import { importKinds } from '../../shared/imports/import-kinds.ts';
import { freshMemory } from '../../shared/memory-starts/memory-start.ts';
import { memoryStarts } from '../../shared/memory-starts/memory-starts.ts';
import { studioCommandIds } from '../../shared/model/studio-command.ts';
import { describedSteps } from '../../shared/pipeline/described-steps.ts';
import { stepKinds } from '../../shared/pipeline/step-kinds.ts';
import { operators } from '../../shared/rules/operators.ts';
import { tellGerman } from '../../shared/texts/told-german.ts';
import { startApp } from '../support/app-harness.ts';
import { memoryOf, requestOf, staticStep } from '../support/engine-definitions.ts';
import { stepReference } from '../support/step-reference.ts';

// What guides add is known here by name only: this file compiles where nothing was added, and runs where it was.
const everyNth = { type: 'every_nth', params: { n: 3 } } as unknown as ReturnType<typeof staticStep>;
/** What the studio says of a member of a kind. */
interface Told {
  readonly label: string;
  readonly summary?: string;
  readonly description?: string;
}
const added = ['between', 'every_nth', 'roo_rules', 'decisions_in_force'];
const letters = staticStep('a', 'b', 'c', 'd', 'e');
const openApi = JSON.stringify(createOpenApi('1.0.0'));

it('a step: stored, checked, run, traced', async () => {
  const { ask, openEmpty } = startApp();
  await openEmpty();
  const memory = memoryOf('m', { pipeline: [letters, everyNth] });
  expect(await ask('memories.validate', { memory })).toMatchObject({ value: { valid: true, problems: [] } });
  const wrong = memoryOf('m', { pipeline: [letters, { ...everyNth, params: { n: 0 } }] });
  expect(await ask('memories.validate', { memory: wrong })).toMatchObject({
    value: { problems: [{ code: 'wrong_param', path: 'retrieval.pipeline.1.params.n' }] },
  });
  expect(await ask('memories.save', { memory, expected_hash: null })).toMatchObject({ ok: true });
  const assembled = await ask('assembly.assemble', { request: requestOf({ explicit_memory: ['m'] }) });
  expect(assembled).toMatchObject({
    value: { context: { knowledge: [{ content: 'a' }, { content: 'd' }] } },
  });
  expect(JSON.stringify(assembled)).toContain('"type":"every_nth","alias":"every_nth_2"');
  const { params: _, ...plain } = everyNth;
  const usual = memoryOf('u', { pipeline: [letters, plain] });
  expect(await ask('memories.execute', { memory: usual, request: requestOf() })).toMatchObject({
    value: { items: [{ content: 'a' }, { content: 'c' }, { content: 'e' }] },
  });
});

it('a step: JSON schema, list, reference, menu, form and card', () => {
  expect(openApi).toContain('"every_nth"');
  expect(describedSteps()).toMatchObject({
    every_nth: { label: 'Every n-th', params: { n: { fallback: 2 } } },
  });
  expect(stepReference()).toContain('## `every_nth`');
  const memory = memoryOf('m', { pipeline: [letters] });
  addStep(memory, everyNth.type);
  const [, added] = memory.retrieval.pipeline;
  expect(added).toEqual({ type: 'every_nth', alias: 'every_nth' });
  expect(askedParams(everyNth).map(([name]) => name)).toEqual(['source', 'n']);
  expect(stepSummary(everyNth)).toBe('every 3');
});

it('an importer: recognized, read, stored, part of the schema', async () => {
  const { ask, openEmpty } = startApp();
  await openEmpty();
  const text = '---\npaths: src/**/*.ts\n---\n# Style\n\nWrite it plainly.\n';
  const files = [{ name: '.roo/rules/style.md', text }];
  expect(await ask('imports.apply', { files })).toMatchObject({
    value: { items: [{ source: 'roo_rules', change: 'created', name: 'Style' }], refused: [] },
  });
  expect(await ask('engines.get', { id: 'roo-rules' })).toMatchObject({
    value: { engine: { name: 'Roo Code rules', rules: [{ id: 'roo-style' }] } },
  });
  expect(openApi).toContain('"roo_rules"');
});

it('a view: in the rail, in the palette and menu, loaded when it is looked at', () => {
  expect(studioCommandIds).toContain('view.welcome');
  expect(viewParts).toMatchObject({ welcome: { hasDrawer: false } });
});

it('all: said in German', () => {
  const german = tellGerman();
  const tables: readonly Readonly<Record<string, Told>>[] = [operators, stepKinds, importKinds, memoryStarts];
  const found = tables.flatMap(table => Object.entries(table).filter(([name]) => added.includes(name)));
  expect(found.map(([name]) => name)).toEqual(added);
  const texts = found.flatMap(([, { label, summary = '', description = '' }]) => [
    label,
    summary,
    description,
  ]);
  expect(texts.filter(text => text !== '' && german.text(text) === text)).toEqual([]);
});

it('a procedure: at every door', async () => {
  const { ask, openEmpty } = startApp();
  await openEmpty();
  expect(await ask('samples.count')).toEqual({ ok: true, value: { count: 0 } });
  expect(openApi).toContain('/procedures/samples.count');
});

it('a memory type to begin with: offered, and right as it is', async () => {
  const { ask, openEmpty } = startApp();
  await openEmpty();
  const start = memoryStarts.decisions_in_force;
  expect(start?.label).toBe('Decisions');
  const memory = freshMemory('decisions', 'Decisions', start?.steps ?? []);
  expect(await ask('memories.execute', { memory, request: requestOf() })).toMatchObject({
    value: { call: { status: 'ok', steps: [{ type: 'decisions' }] } },
  });
});
