import { expect, it } from 'vitest';
import { engineAdding, memoryOf, staticStep } from '../../../test/support/engine-definitions.ts';
import { createWeft } from '../create-weft.ts';
import { weftMiddleware } from './ai-sdk.ts';
import { weftProcessor } from './mastra.ts';

const prompt = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: [{ type: 'text', text: 'go' }] },
];
const prepared = [
  prompt[0],
  { role: 'user', content: [{ type: 'text', text: expect.stringMatching(/^<context>[\s\S]*A note/) }] },
  prompt[1],
];

const open = () =>
  createWeft({
    engines: [engineAdding('all', 'notes')],
    memories: [memoryOf('notes', { pipeline: [staticStep('A note.')] })],
  });

it('is a middleware of the AI SDK of either version, and keeps all else of the call', async () => {
  const weft = await open();
  const middleware = weftMiddleware(weft);
  const params = { prompt, temperature: 0.5, tools: [] };
  expect(await middleware.transformParams({ params })).toEqual({ ...params, prompt: prepared });
  expect([
    middleware.specificationVersion,
    weftMiddleware(weft, { specificationVersion: 'v3' }).specificationVersion,
  ]).toEqual(['v4', 'v3']);
});

it('keeps prompt and tools of the AI SDK within the budget together', async () => {
  const weft = await open();
  const middleware = weftMiddleware(weft, { budget: 1_000 });
  const turns = Array.from({ length: 12 }, (_, at) => [
    { role: 'user', content: [{ type: 'text', text: `question ${at} ${'word '.repeat(40)}` }] },
    { role: 'assistant', content: [{ type: 'text', text: `answer ${at}` }] },
  ]);
  const params = { prompt: [...turns.flat(), ...prompt.slice(1)] };
  const tool = { type: 'function', name: 'find', description: 'word '.repeat(400), inputSchema: {} };
  const tools = [tool];
  const alone = await middleware.transformParams({ params });
  const beside = await middleware.transformParams({ params: { ...params, tools } });
  expect(beside.tools).toEqual(tools);
  expect(beside.prompt.at(-1)).toEqual(prompt[1]);
  const sizeOf = async (messages: readonly object[]): Promise<number> =>
    (await weft.fit({ messages, tools }, { budget: 100_000 })).report.tokens_before;
  expect(await sizeOf(beside.prompt)).toBeLessThanOrEqual(1_000);
  // Control: what fits alone does not beside them.
  expect(await sizeOf(alone.prompt)).toBeGreaterThan(1_000);
  await expect(
    middleware.transformParams({ params: { ...params, tools: [tool, tool, tool] } }),
  ).rejects.toMatchObject({ code: 'message_too_long' });
});

it('is a processor of Mastra', async () => {
  const processor = weftProcessor(await open());
  expect([processor.id, await processor.processLLMRequest({ prompt })]).toEqual([
    'weft',
    { prompt: prepared },
  ]);
});
