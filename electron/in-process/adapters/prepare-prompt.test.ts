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

it('is a processor of Mastra', async () => {
  const processor = weftProcessor(await open());
  expect([processor.id, await processor.processLLMRequest({ prompt })]).toEqual([
    'weft',
    { prompt: prepared },
  ]);
});
