import { expect, it } from 'vitest';
import { startScriptedModel } from './scripted-model.ts';

const ask = (address: string, body: object, path = '/v1/messages') =>
  fetch(`${address}${path}`, { method: 'POST', body: JSON.stringify(body) }).then(answer => answer.text());

it('says its turns in order, whole or as a stream, and keeps what it was asked', async () => {
  const call = { name: 'Read', input: { file_path: 'a.ts' } };
  const model = await startScriptedModel([{ text: 'one', call }, { text: 'two' }]);
  const tools = [{ name: 'Read' }];
  const first = JSON.parse(await ask(model.address, { tools, messages: [] }));
  const second = await ask(model.address, { tools, stream: true, messages: ['x'] });
  const aside = JSON.parse(await ask(model.address, { messages: [] }));
  expect(first).toMatchObject({
    content: [{ text: 'one' }, { type: 'tool_use', ...call }],
    stop_reason: 'tool_use',
  });
  expect(second.split('\n').filter(line => line.startsWith('event: '))).toEqual(
    [
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ].map(name => `event: ${name}`),
  );
  expect(second).toContain('"text":"two"');
  expect(aside.content).toEqual([{ type: 'text', text: 'done' }]);
  expect(JSON.parse(await ask(model.address, {}, '/v1/messages/count_tokens'))).toEqual({
    input_tokens: 100,
  });
  expect(model.requests.map(({ body }) => body.messages)).toEqual([[], ['x']]);
  await model.close();
});
