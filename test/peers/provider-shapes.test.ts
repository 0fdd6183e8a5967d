import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { extractiveSummarizer } from '../../electron/engine/conversation/extractive-summarizer.ts';
import { createTextCounter } from '../../electron/engine/conversation/text-counter.ts';
import { fitBody } from '../../electron/engine/fitting/fit-body.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import { fieldOf, listOf } from '../../shared/shapes/fields.ts';
import { madeShapeNames, type ShapeName, shapeNames } from '../../shared/shapes/shape-names.ts';
import { shapeOf } from '../../shared/shapes/shapes.ts';
import { turnsOf } from '../../shared/shapes/turns.ts';
import { roughTokens } from '../support/conversations.ts';
import { anyTalk, bodies } from '../support/shape-bodies.ts';
import { legalProblems } from '../support/shape-problems.ts';
import { collectSkeletons } from '../support/skeletons.ts';
import { removeFolder } from '../support/temporary-folder.ts';

const modules = join(import.meta.dirname, 'node_modules');
const folder = join(modules, '.weft-shapes');

/** What a provider publishes of one entry and of a body; what is sent by whoever has the types is held to both. */
const published = {
  openai_chat: [
    "import type { ChatCompletionCreateParams } from 'openai/resources'",
    "ChatCompletionCreateParams['messages']",
    'messages',
  ],
  openai_responses: [
    "import type { ResponseInput } from 'openai/resources/responses/responses'",
    'ResponseInput',
    'input',
  ],
  anthropic: [
    "import type { MessageCreateParams } from '@anthropic-ai/sdk/resources'",
    "MessageCreateParams['messages']",
    'messages',
  ],
  gemini: ["import type { Content } from '@google/genai'", 'Content[]', 'contents'],
  ai_sdk_model: ["import type { ModelMessage } from 'ai'", 'ModelMessage[]', 'messages'],
  ai_sdk_ui: ["import type { UIMessage } from 'ai'", 'UIMessage[]', 'messages'],
} as const satisfies Partial<Record<ShapeName, readonly [string, string, string]>>;
type Published = keyof typeof published;
const publishedNames = madeShapeNames.filter((name): name is Published => name in published);

/** Without what the generated bodies hold on purpose and no type has: parts of a later version, fields of an answer. */
function asTyped(value: unknown, name: ShapeName): unknown {
  if (Array.isArray(value))
    return value.filter(one => !/^later/.test(String(fieldOf(one, 'type')))).map(one => asTyped(one, name));
  if (!isJsonObject(value)) return value;
  const fields = Object.entries(value).filter(([key]) => !(name === 'openai_chat' && key === 'annotations'));
  return Object.fromEntries(fields.map(([key, inner]) => [key, asTyped(inner, name)]));
}

const conversations = 10_000;

interface Sent {
  readonly name: (typeof madeShapeNames)[number];
  readonly body: unknown;
}

/** Ten thousand conversations with calls: each fitted in its own shape, and made anew in another. */
async function* sendAll(): AsyncGenerator<Sent> {
  const counter = createTextCounter(roughTokens, 'chars4');
  const cancel = { cancelled: false, onCancel: () => () => {} };
  const asked = fc.record({
    talk: anyTalk,
    from: fc.constantFrom(...madeShapeNames),
    source: fc.constantFrom(...shapeNames),
    percent: fc.integer({ min: 5, max: 100 }),
    prefix: fc.constantFrom('stable', 'moving'),
  });
  let refused = 0;
  for (const { talk, from, source, percent, prefix } of fc.sample(asked, conversations)) {
    const work = { shape: shapeOf(from), counter, summarizer: extractiveSummarizer, cancel };
    const body = bodies[from](talk);
    const whole = await fitBody({ ...work, body, budget: 100_000_000 });
    const budget = Math.max(1, Math.floor((whole.report.tokens_before * percent) / 100));
    const fitted = await fitBody({ ...work, body, budget }, prefix).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'message_too_long') throw error;
      refused += 1;
      return undefined;
    });
    if (fitted !== undefined) yield { name: from, body: asTyped(fitted.request, from) };
    const { entries } = shapeOf(source).read(bodies[source](talk));
    const { turns } = turnsOf(entries.filter(({ role }) => role !== 'note'));
    yield { name: from, body: shapeOf(from).compose?.(turns) };
  }
  expect(refused).toBeLessThan(conversations / 4);
}

interface Validators {
  readonly ai: {
    modelMessageSchema: { safeParse(value: unknown): { success: boolean; error?: unknown } };
    safeValidateUIMessages(options: { messages: unknown }): Promise<{ success: boolean; error?: unknown }>;
  };
  readonly langChain: { load(text: string, options: object): Promise<unknown> };
}

async function loadValidators(): Promise<Validators> {
  const at = (path: string) => join(modules, path);
  return {
    ai: await import(at('ai/dist/index.js')),
    langChain: await import(at('@langchain/core/dist/load/index.js')),
  };
}

/** What a package itself says of a body when it is given one; nothing where it only has types. */
async function refusedBy({ ai, langChain }: Validators, { name, body }: Sent): Promise<string | undefined> {
  if (name === 'ai_sdk_model') {
    const wrong = listOf(body, 'messages').map(message => ai.modelMessageSchema.safeParse(message));
    return wrong.every(({ success }) => success)
      ? undefined
      : JSON.stringify(wrong.find(one => !one.success));
  }
  if (name === 'ai_sdk_ui') {
    const { success, error } = await ai.safeValidateUIMessages({ messages: fieldOf(body, 'messages') });
    return success ? undefined : String(error);
  }
  if (name !== 'langchain_js') return undefined;
  const made = await langChain.load(JSON.stringify(body), {});
  const classes = Array.isArray(made) ? made.map(one => String(one?.constructor?.name)) : [];
  return classes.every(one => /^(?:Human|AI|System|Tool)Message$/.test(one)) ? undefined : classes.join(' ');
}

it('what is fitted or made of 10,000 conversations is legal by the schemas and types of those who take it', {
  timeout: 1_200_000,
}, async () => {
  const validators = await loadValidators();
  const skeletons = new Map(publishedNames.map(name => [name, collectSkeletons()]));
  const problems: string[] = [];
  let sent = 0;
  for await (const one of sendAll()) {
    sent += 1;
    const told = legalProblems(one.name, one.body);
    const refused = await refusedBy(validators, one);
    problems.push(...told, ...(refused === undefined ? [] : [`${one.name}: ${refused}`]));
    const kind = publishedNames.find(name => name === one.name);
    if (kind !== undefined)
      for (const entry of listOf(one.body, published[kind][2])) skeletons.get(kind)?.add(entry);
  }
  expect(problems.slice(0, 5)).toEqual([]);
  expect(sent).toBeGreaterThan(conversations * 1.7);
  expect(compiled([...skeletons].map(([name, found]) => [name, found.all()]))).toBe('');
});

it('the types refuse what is not legal, and the schemas too', async () => {
  const wrong: readonly (readonly [Published, unknown[]])[] = [
    ['openai_chat', [{ role: 'tool', content: 'x' }]],
    ['openai_responses', [{ type: 'function_call', name: 'x', arguments: 'x' }]],
    ['anthropic', [{ role: 'user', content: [{ type: 'tool_result', content: 'x' }] }]],
    ['gemini', [{ role: 'user', parts: [{ words: 'x' }] }]],
    ['ai_sdk_model', [{ role: 'tool', content: 'x' }]],
    ['ai_sdk_ui', [{ id: 'x', role: 'user', content: 'x' }]],
  ];
  for (const one of wrong)
    expect([one[0], compiled([one])]).toEqual([one[0], expect.stringContaining('error TS')]);
  const validators = await loadValidators();
  for (const name of ['ai_sdk_model', 'ai_sdk_ui'] as const) {
    const body = { messages: wrong.find(([kind]) => kind === name)?.[1] };
    expect(await refusedBy(validators, { name, body })).toBeTypeOf('string');
  }
});

/** What the compiler says of entries as literals, held to the types that a package publishes. */
function compiled(entries: readonly (readonly [Published, readonly unknown[]])[]): string {
  removeFolder(folder);
  mkdirSync(folder, { recursive: true });
  for (const [name, list] of entries) {
    const [declaration, type] = published[name];
    const lines = list.map(entry => `([${JSON.stringify(entry)}] satisfies Sent);`);
    writeFileSync(join(folder, `${name}.ts`), `${declaration};\ntype Sent = ${type};\n${lines.join('\n')}\n`);
  }
  const options = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'ES2024',
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    types: [],
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: entries.map(([name]) => `${name}.ts`) }),
  );
  const compiler = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
  return stdout.slice(0, 4000);
}
