import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readGolden } from '../conformance/read-golden.ts';
import { jsExample } from '../support/js-example.ts';
import { isLong } from '../support/property-runs.ts';
import { repository } from '../support/run-weft.ts';
import { removeFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const built = join(repository, 'dist/engine');
const state = { home: '', packed: 0, files: [] as string[] };

/** The packed package in an empty folder: no server, no native module, nothing that it could depend on. */
beforeAll(async () => {
  state.home = await mkdtemp(join(tmpdir(), 'weft-engine-'));
  const pack = ['pack', './dist/engine', '--ignore-scripts', '--silent', '--pack-destination', state.home];
  const tarball = join(state.home, (await run('npm', pack, { cwd: repository })).stdout.trim());
  const place = join(state.home, 'node_modules/@weft/engine');
  await mkdir(place, { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', place, '--strip-components=1']);
  state.packed = statSync(tarball).size;
  state.files = globSync('**/*', { cwd: place, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name));
  await writeFile(join(state.home, 'package.json'), '{ "type": "module" }');
});

afterAll(() => removeFolder(state.home));

/** The oldest Node that the package says it runs on, where the machine has one as old; else that of these tests. */
async function oldestNode(): Promise<string> {
  for (const candidate of ['/usr/bin/node', '/usr/local/bin/node']) {
    if (!existsSync(candidate)) continue;
    const { stdout } = await run(candidate, ['--version']);
    if (/^v20\./.test(stdout)) return candidate;
  }
  return process.execPath;
}

async function runProgram(program: string, node: string = process.execPath): Promise<string> {
  const file = join(state.home, 'program.mjs');
  await writeFile(file, program);
  return (await run(node, [file], { cwd: state.home, maxBuffer: 64 * 1024 * 1024 })).stdout;
}

const program = `import { createWeft } from '@weft/engine';
const rules = Array.from({ length: 200 }, (_, index) => ({
  name: \`Rule \${index}\`,
  when: [{ field: 'addVar.number', operator: 'gte', value: index }],
  then: { add_memories: ['notes'] },
}));
const weft = await createWeft({
  engines: [{ id: 'numbers', name: 'Numbers', rules }],
  memories: [
    {
      id: 'notes',
      label: 'Notes',
      retrieval: { pipeline: [{ type: 'static', params: { items: ['Write in TypeScript.'] } }] },
      contribution: { section: 'knowledge', priority: 'high', format: 'bullet_list' },
    },
  ],
});
let fired = 0;
for (let number = 0; number < 1000; number += 1) {
  const { engineResults } = weft.evaluate({ scope_variables: {}, additional_variables: { number } });
  fired += engineResults.flatMap(({ matched_rules }) => matched_rules).length;
}
const assembled = await weft.assemble({ scope_variables: {}, additional_variables: { number: 1 } });
console.log(fired, JSON.stringify(weft.render(assembled)));
await weft.close();
`;

describe('the package of the engine', () => {
  it('is small: at most 1 MB as it lies on the disk, and 300 kB as it is fetched', () => {
    const bytes = state.files.reduce((sum, file) => sum + statSync(file).size, 0);
    expect(bytes).toBeLessThanOrEqual(1_000_000);
    expect(state.packed).toBeLessThanOrEqual(300_000);
    expect(state.files.filter(file => /\.(node|wasm)$|\.test\./.test(file))).toEqual([]);
  });

  it('depends on nothing but what comes with Node', () => {
    const about = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8'));
    expect([about.dependencies, about.scripts, about.engines]).toEqual([
      undefined,
      undefined,
      { node: '>=20.12' },
    ]);
    const foreign = importsOf(state.files).filter(name => !name.startsWith('node:') && !name.startsWith('.'));
    expect(foreign).toEqual([]);
  });

  it('evaluates a thousand requests in an empty folder, under the oldest Node that it is for', async () => {
    // Of 200 rules, 1 to 199 fire for the first numbers, and all for the others.
    const fired = (200 * 201) / 2 + 800 * 200;
    const told = `${fired} "## Knowledge\\n\\n- Write in TypeScript.\\n"\n`;
    expect(await runProgram(program, await oldestNode())).toBe(told);
  });

  it('keeps no program from ending that forgot to close it', async () => {
    const told = await runProgram(`import { mkdirSync } from 'node:fs';
import { createWeft } from '@weft/engine';
mkdirSync('project/.codebolt', { recursive: true });
const weft = await createWeft({ project: 'project', trust: 'all' });
console.log(weft.definitions().engines.length);`);
    expect(told).toBe('0\n');
  });

  // That types of a package stand by themselves, `sdk-package.test.ts` shows in every run.
  it.runIf(isLong)('takes the same program as strict TypeScript, and knows what is wrong in it', async () => {
    const typed = `${program.replace("'gte'", "'gte' as const")}
import { type AssembledContext, WeftError, type StorePort, type Weft } from '@weft/engine';
import { createEvaluator, type Finding, operators } from '@weft/engine/rules';
import { weftMiddleware } from '@weft/engine/ai-sdk';
import { storesOfBaseStore, weftMessages } from '@weft/engine/langchain';
import { weftProcessor } from '@weft/engine/mastra';
export const context: AssembledContext['context'] = assembled.context;
export const section: string | undefined = context.knowledge?.[0]?.content;
export const isUntrusted = (error: unknown): boolean => error instanceof WeftError && error.code === 'untrusted_project';
export const stores: Partial<StorePort> = { searchDocuments: async ({ query, topK }) => [{ content: query.repeat(topK) }] };
export const openers: Promise<Weft>[] = [
  createWeft({ project: '.', trust: 'all', stores }),
  createWeft({ bundle: { url: 'https://example.com/team.json', publicKey: 'ed25519:' } }),
  createWeft({ source: { read: () => ({ engines: [], memories: [] }) }, onProblem: problem => problem.trim() }),
];
const body = { model: 'm', messages: [{ role: 'user', content: 'hello' }] };
export const model: string = (await weft.fit(body, { budget: 1000 })).request.model;
export const same: typeof body = await weft.prepare(body, { request: text => ({ scope_variables: {}, input: { text } }) });
export const evaluator = createEvaluator([]);
export const labels: string[] = operators.map(({ label }) => label);
export const findings: Finding[] = [];
export const adapters = [weftMiddleware(weft), weftProcessor(weft), weftMessages(weft), storesOfBaseStore] as const;
// @ts-expect-error a source is needed
createWeft({ trust: 'all' });
// @ts-expect-error an operator that does not exist
createEvaluator([{ id: 'a', name: 'a', description: '', enabled: true, rules: [{ id: 'r', name: 'r', when: [{ field: 'a', operator: 'is' }], then: { add_memories: [] } }] }]);
// @ts-expect-error a mistyped key of a request
weft.evaluate({ scope_variables: {}, explict_memory: [] });
// @ts-expect-error a budget is needed
weft.fit(body, {});
// @ts-expect-error a section that does not exist
export const nothing = assembled.context.attic;
`;
    await writeFile(join(state.home, 'consumer.ts'), typed);
    const options = {
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      noEmit: true,
      types: [],
    };
    for (const how of [
      { module: 'nodenext', moduleResolution: 'nodenext' },
      { module: 'esnext', moduleResolution: 'bundler' },
    ]) {
      const compilerOptions = { ...options, ...how, target: 'es2023', lib: ['es2023', 'dom'] };
      await writeFile(
        join(state.home, 'tsconfig.json'),
        JSON.stringify({ compilerOptions, files: ['consumer.ts'] }),
      );
      const tsc = join(repository, 'node_modules/.bin/tsc');
      const { stdout } = await run(tsc, ['-p', state.home]).catch((error: { stdout: string }) => error);
      expect(stdout).toBe('');
    }
  });

  it('says of everything that it exports what it is', () => {
    const undocumented = ['engine', 'rules', 'ai-sdk', 'langchain', 'mastra'].flatMap(name => {
      const text = readFileSync(join(built, `${name}.d.ts`), 'utf8');
      return [...text.matchAll(/(\*\/\n)?export declare (?:const|function|class) (\w+)/g)]
        .filter(([, comment]) => comment === undefined)
        .map(([, , exported]) => exported);
    });
    expect(undocumented).toEqual([]);
    const members =
      readFileSync(join(built, 'engine.d.ts'), 'utf8').split('export interface Weft {')[1] ?? '';
    expect(members).toMatch(/^\n {2}\/\*\*/);
  });

  it('has the language of rules without any module of a platform', async () => {
    const reached = new Set<string>();
    const open = [join(built, 'rules.js')];
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (reached.has(file)) continue;
      reached.add(file);
      open.push(...importsOf([file]).map(name => join(file ?? '', '..', name)));
    }
    expect([...reached].every(file => existsSync(file))).toBe(true);
    // Nor does it look for what only some have.
    const told = await runProgram(`import { writeSync } from 'node:fs';
for (const name of ['process', 'Buffer', 'require', 'fetch', 'setTimeout', 'document'])
  Object.defineProperty(globalThis, name, { get() { throw new Error(name); } });
const { createEvaluator, describeRule } = await import('@weft/engine/rules');
const when = [{ field: 'input.text', operator: 'regex', value: '^plan' }];
const rule = { id: 'r', name: 'R', when, then: { add_memories: ['notes'] } };
const evaluator = createEvaluator([{ id: 'e', name: 'E', description: '', enabled: true, rules: [rule] }]);
const { matchedMemories } = evaluator.evaluate({ scope_variables: {}, input: { text: 'plan it' } });
writeSync(1, JSON.stringify([describeRule(rule), ...matchedMemories]));`);
    expect(JSON.parse(told)).toEqual(['When input text matches ^plan, add notes.', 'notes']);
  });
});

/** What modules import, wherever in them. */
it('does what its README shows', async () => {
  const readme = readFileSync(join(state.home, 'node_modules/@weft/engine/README.md'), 'utf8');
  expect(await runProgram(jsExample(readme))).toBe("[ 'style' ]\nWrite in TypeScript.\n");
});

function importsOf(files: readonly string[]): string[] {
  const texts = files.filter(file => file.endsWith('.js')).map(file => readFileSync(file, 'utf8'));
  const written =
    /^(?:import|export)\b[^;]*?\bfrom "([^"\n]+)";|^import "([^"\n]+)";|\bimport\("([^"\n]+)"\)/gm;
  return texts.flatMap(text => [...text.matchAll(written)].map(found => found.slice(1).join('')));
}

describe('the golden cases, through the built package', () => {
  it('agree: evaluations and assemblies', async () => {
    const cases = { evaluations: readGolden('evaluations'), assemblies: readGolden('assemblies') };
    await writeFile(join(state.home, 'golden.json'), JSON.stringify(cases));
    const told = await runProgram(`import { readFileSync } from 'node:fs';
import { createWeft } from '@weft/engine';
const { evaluations, assemblies } = JSON.parse(readFileSync('golden.json', 'utf8'));
const given = [];
for (const { input } of evaluations.cases) {
  const weft = await createWeft({ engines: input.engines, memories: [] });
  const { matchedMemories, engineResults, variablesUsed } = weft.evaluate(input.request);
  given.push({ matchedMemories, engineResults, variablesUsed });
}
for (const { input } of assemblies.cases) {
  const weft = await createWeft({ engines: [], memories: [], ...input.overlay });
  const { context, meta, trace } = await weft.assemble(input.request);
  const sections = Object.entries(context).map(([section, items]) => [
    section,
    items.map(({ memory_id, content }) => ({ memory_id, content })),
  ]);
  const dropped = trace.dropped.map(({ memory_id, section, reason }) => [memory_id, section, reason]);
  given.push({ sections, meta, dropped: dropped.map(one => JSON.stringify(one)).sort() });
}
console.log(JSON.stringify(given));`);
    const expected = [
      ...casesOf(cases.evaluations),
      ...casesOf(cases.assemblies).map(({ context, meta, dropped }) => ({
        sections: Object.entries(context ?? {}),
        meta,
        dropped: dropped?.map(one => JSON.stringify(one)).sort(),
      })),
    ];
    expect(expected.length).toBeGreaterThan(20);
    expect(JSON.parse(told)).toMatchObject(expected);
  });
});

interface Expected {
  readonly context?: object;
  readonly meta?: object;
  readonly dropped?: readonly unknown[];
}

/** What the cases of an area expect; the file's README says so. */
const casesOf = (golden: unknown): Expected[] =>
  (golden as { cases: readonly { expect: Expected }[] }).cases.map(({ expect: expected }) => expected);

it('the same engine is a part of the whole package', async () => {
  await mkdir(join(state.home, 'node_modules/@weft'), { recursive: true });
  await symlink(repository, join(state.home, 'node_modules/@weft/studio'), 'junction');
  const whole = program.replace("'@weft/engine'", "'@weft/studio/engine'");
  expect(await runProgram(whole)).toMatch(/^\d+ "## Knowledge/);
  const rules = `import { describeRule } from '@weft/studio/rules';
console.log(describeRule({ when: [{ field: 'addVar.phase', operator: 'eq', value: 'plan' }], then: { add_memories: ['a'] } }));`;
  expect(await runProgram(rules)).toBe('When phase is plan, add a.\n');
});
