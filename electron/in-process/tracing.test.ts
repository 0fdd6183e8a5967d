import OpenAI from 'openai';
import { expect, it } from 'vitest';
import { engineAdding, memoryOf, requestOf, staticStep } from '../../test/support/engine-definitions.ts';
import { startScriptedChat } from '../../test/support/scripted-chat.ts';
import { createWeft } from './create-weft.ts';
import type { WeftSpan, WeftTracer } from './weft-types.ts';

interface Recorded {
  readonly name: string;
  readonly kind: number | undefined;
  readonly attributes: Record<string, unknown>;
  readonly events: string[];
  status?: number;
  ended: number;
}

function recordingTracer(): { tracer: WeftTracer; spans: Recorded[] } {
  const spans: Recorded[] = [];
  const tracer: WeftTracer = {
    startActiveSpan(name, { kind, attributes = {} }, work) {
      const span: Recorded = { name, kind, attributes: { ...attributes }, events: [], ended: 0 };
      spans.push(span);
      const given: WeftSpan = {
        setAttributes: more => Object.assign(span.attributes, more),
        setStatus: ({ code }) => {
          span.status = code;
        },
        addEvent: event => span.events.push(event),
        end: () => {
          span.ended += 1;
        },
      };
      return work(given);
    },
  };
  return { tracer, spans };
}

async function start() {
  const { tracer, spans } = recordingTracer();
  const notes = memoryOf('notes', { pipeline: [staticStep('Secret words.')] });
  const weft = await createWeft({ engines: [engineAdding('all', 'notes')], memories: [notes], tracer });
  return { weft, spans };
}

it('makes a span of each thing that is asked, with figures and names, and no content', async () => {
  const { weft, spans } = await start();
  weft.evaluate(requestOf());
  await weft.assemble(requestOf({ request_id: 'r' }));
  await weft.fit({ model: 'm', messages: [{ role: 'user', content: 'Secret words.' }] }, { budget: 100 });
  expect(spans).toEqual([
    expect.objectContaining({
      name: 'weft.evaluate',
      attributes: { 'weft.engines': 1, 'weft.rules_fired': 1, 'weft.memories': ['notes'] },
    }),
    expect.objectContaining({
      name: 'retrieval weft',
      events: ['weft.memory'],
      attributes: expect.objectContaining({
        'gen_ai.operation.name': 'retrieval',
        'weft.request_id': 'r',
        'weft.items': 1,
      }),
    }),
    expect.objectContaining({
      name: 'weft.fit',
      attributes: expect.objectContaining({ 'weft.shape': 'openai_chat', 'weft.kept': 1 }),
    }),
  ]);
  expect(JSON.stringify(spans)).not.toContain('Secret');
  expect(spans.map(({ ended }) => ended)).toEqual([1, 1, 1]);
});

it('says what failed, and ends', async () => {
  const { weft, spans } = await start();
  expect(() => weft.evaluate({ scope_variables: 1 } as never)).toThrow(); // no request at all
  await expect(weft.fit({}, { budget: 1 })).rejects.toThrow();
  expect(spans.map(({ status, ended, attributes }) => [status, ended, attributes['error.type']])).toEqual([
    [2, 1, 'invalid_input'],
    [2, 1, 'invalid_input'],
  ]);
});

it('follows the conventions for a call of a model, and leaves the response to who asked', async () => {
  const { weft, spans } = await start();
  const { address } = await startScriptedChat();
  const client = weft.wrap(new OpenAI({ apiKey: 'none', baseURL: address, maxRetries: 0 }));
  const messages = [{ role: 'user' as const, content: 'Secret words.' }];
  const response = await client.chat.completions
    .create({ model: 'm', messages, temperature: 0.5, max_completion_tokens: 9 })
    .asResponse();
  expect(await response.json()).toMatchObject({ id: 'chatcmpl-1' });
  await client.chat.completions.create({ model: 'm', messages, stream: true });
  await client.chat.completions.create({ model: 'm', messages }, { path: '/x' }).catch(() => undefined);
  const calls = spans.filter(({ name }) => name === 'chat m');
  expect(calls.map(({ kind, ended }) => [kind, ended])).toEqual([
    [2, 1],
    [2, 1],
    [2, 1],
  ]);
  expect(calls[0]?.attributes).toEqual({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'm',
    'gen_ai.request.temperature': 0.5,
    'gen_ai.request.max_tokens': 9,
    'gen_ai.response.id': 'chatcmpl-1',
    'gen_ai.response.model': 'm',
    'gen_ai.response.finish_reasons': ['stop'],
    'gen_ai.usage.input_tokens': 20,
    'gen_ai.usage.output_tokens': 3,
    'gen_ai.usage.cache_read.input_tokens': 8,
  });
  expect(calls[1]?.attributes).toMatchObject({ 'gen_ai.request.stream': true });
  expect(calls[2]).toMatchObject({ status: 2 });
  expect(JSON.stringify(spans)).not.toContain('Secret');
});
