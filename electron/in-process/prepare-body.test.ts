import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block } from '../../shared/model/block.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import { fieldOf, listOf } from '../../shared/shapes/fields.ts';
import { type ShapeName, shapeNames } from '../../shared/shapes/shape-names.ts';
import { shapeOf } from '../../shared/shapes/shapes.ts';
import { followPrompts, mean } from '../../test/bench/cache/reuse.ts';
import { engineAdding, memoryOf, staticStep } from '../../test/support/engine-definitions.ts';
import { propertyRuns } from '../../test/support/property-runs.ts';
import { anyTalk, bodies } from '../../test/support/shape-bodies.ts';
import { createWeft } from './create-weft.ts';

const open = () =>
  createWeft({
    engines: [engineAdding('all', 'notes')],
    memories: [memoryOf('notes', { pipeline: [staticStep('A note.')] })],
  });

const isContext = (block: Block): boolean => block.type === 'text' && block.text.startsWith('<context>');

/** What each entry of a body says, by the kinds of its blocks. */
const kindsOf = (name: ShapeName, body: unknown): string[][] =>
  shapeOf(name)
    .read(body)
    .entries.map(({ blocks }) => blocks.map(block => (isContext(block) ? 'context' : block.type)));

const text = (words: string) => ({ type: 'text', text: words });
const use = { type: 'tool_use', id: 'c', name: 'f', input: {} };
const result = { type: 'tool_result', tool_use_id: 'c', content: 'x' };
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
const said = [result, { ...result, tool_use_id: 'd' }, image, text('go on'), text('please')];
const calls = [use, { ...use, id: 'd' }];
const turns = [
  { role: 'user', content: 'go' },
  { role: 'assistant', content: calls },
  { role: 'user', content: said },
];
const human = (content: unknown) => ({ type: 'human', content });

/** A user who says something in the same entry in which results are given, as far as a shape has that. */
const mixed: Partial<Record<ShapeName, unknown>> = {
  anthropic: { messages: turns },
  claude_code: turns.map((message, at) => ({ type: message.role, uuid: `l${at}`, message })),
  gemini: {
    contents: [
      { role: 'user', parts: [{ text: 'go' }] },
      { role: 'model', parts: ['f', 'g'].map(name => ({ functionCall: { name, args: {} } })) },
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'f', response: {} } },
          { function_response: { name: 'g', response: {} } },
          { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
          { text: 'go on' },
          { text: 'please' },
        ],
      },
    ],
  },
  langchain_python: { messages: [human('go'), { type: 'ai', content: calls }, human(said)] },
  langsmith: { inputs: { messages: [human('go'), { type: 'ai', content: calls }, human(said)] } },
};

describe('the context before what the user said', () => {
  it.each(Object.entries(mixed))(
    'stands behind the results of the same entry, which come first, and before the first text (%s)',
    async (name, body) => {
      const kind = name as ShapeName; // a key of the table
      const before = structuredClone(body);
      const prepared = await (await open()).prepare(body as object);
      expect(kindsOf(kind, prepared).at(-1)).toEqual([
        'tool_result',
        'tool_result',
        'image',
        'context',
        'text',
        'text',
      ]);
      expect(kindsOf(kind, prepared).slice(0, -1)).toEqual(kindsOf(kind, body).slice(0, -1));
      expect(body).toEqual(before);
    },
  );

  it('stands behind the results where the text is before them, and in front where there are none', async () => {
    const weft = await open();
    const body = {
      messages: turns.with(2, { role: 'user', content: [text('so'), result, ...said.slice(1, 3)] }),
    };
    expect(kindsOf('anthropic', await weft.prepare(body)).at(-1)).toEqual([
      'text',
      'tool_result',
      'tool_result',
      'context',
      'image',
    ]);
    const plain = { messages: [{ role: 'user', content: [image, text('what is it')] }], system: 'Be brief.' };
    expect(kindsOf('anthropic', await weft.prepare(plain))).toEqual([['context', 'image', 'text']]);
  });

  it.each(shapeNames)('comes between no call and its result, and changes nothing else (%s)', async name => {
    const weft = await open();
    let within = 0;
    await fc.assert(
      fc.asyncProperty(anyTalk, fc.boolean(), async (talk, goesOn) => {
        const plain = bodies[name](talk);
        const body = goesOn ? withWords(name, plain) : plain;
        const prepared = await weft.prepare(body as object, { request: { scope_variables: {} } });
        const [before, after] = [kindsOf(name, body), kindsOf(name, prepared)];
        expect(after.flat().filter(kind => kind === 'context')).toHaveLength(1);
        expect(after.flat().filter(kind => kind !== 'context')).toEqual(before.flat());
        const entry = after.findIndex(kinds => kinds.includes('context'));
        const kinds = after[entry] ?? [];
        if (kinds.includes('tool_result')) within += 1;
        expect(kinds.lastIndexOf('tool_result')).toBeLessThan(kinds.indexOf('context'));
        const next = kinds.length === 1 ? after[entry + 1] : kinds.slice(kinds.indexOf('context') + 1);
        expect(next).toContain('text');
        expect(next).not.toContain('tool_result');
      }),
      { numRuns: propertyRuns(400) },
    );
    // Control: where a user can speak beside results, one did.
    expect(within > 0).toBe(['anthropic', 'gemini', 'claude_code'].includes(name));
  });
});

describe('the body beside a context', () => {
  it.each([4096, 12_000])(
    'keeps its beginning within %i tokens, however long the context of a turn is',
    async budget => {
      const sizes = [20, 60, 150];
      const weft = await createWeft({
        engines: [],
        memories: sizes.map(size => memoryOf(`m${size}`, { pipeline: [staticStep(wordsOf(size, size))] })),
      });
      const prompts = followPrompts();
      const talk: { role: string; content: string }[] = [{ role: 'system', content: 'Be brief.' }];
      let told = 0;
      for (let turn = 0; turn < 120; turn += 1) {
        talk.push({ role: 'user', content: wordsOf(40, turn) });
        const explicit_memory = [`m${sizes[turn % 3]}`];
        const { messages } = await weft.prepare(
          { model: 'm', messages: talk },
          {
            budget,
            request: { scope_variables: {}, explicit_memory },
            onPrepared({ report }) {
              told += report?.summary === null ? 0 : 1;
              expect(report?.tokens_after).toBeLessThanOrEqual(report?.budget ?? 0);
            },
          },
        );
        const own = messages.filter(({ content }) => !content.startsWith('<context>'));
        expect(own).toHaveLength(messages.length - 1);
        prompts.add(own.map(message => JSON.stringify(message)).join('\n'));
        talk.push({ role: 'assistant', content: wordsOf(120, turn + 1000) });
      }
      expect(told).toBeGreaterThan(60);
      expect(mean(prompts.reuse().shares)).toBeGreaterThan(0.9);
    },
  );
});

/** Words of which hardly one is said twice. */
const wordsOf = (count: number, seed: number): string =>
  Array.from({ length: count }, (_, at) => `w${(at * 7919 + seed * 104_729) % 9973}`).join(' ');

/** The last entry of a user that holds results says something too. */
function withWords(name: ShapeName, body: unknown): unknown {
  const { entries } = shapeOf(name).read(body);
  const at = entries.findLastIndex(
    ({ role, blocks }) => role === 'user' && blocks.some(({ type }) => type === 'tool_result'),
  );
  const kept = entries.slice(0, at + 1).map(({ source }, position) => ({ source, position }));
  const last = kept.at(-1);
  return last === undefined || at < 0
    ? body
    : shapeOf(name).write(body, kept.with(-1, { ...last, source: speaking(name, last.source) }));
}

function speaking(name: ShapeName, source: unknown): unknown {
  if (!isJsonObject(source)) return source;
  if (name === 'claude_code')
    return { ...source, message: speaking('anthropic', fieldOf(source, 'message')) };
  const key = name === 'gemini' ? 'parts' : 'content';
  const part = name === 'gemini' ? { text: 'go on' } : text('go on');
  return { ...source, [key]: [...listOf(source, key), part] };
}
