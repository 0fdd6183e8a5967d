import { setTimeout as pause } from 'node:timers/promises';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { createLinesTransport } from './lines-transport.ts';

type Answer = (message: JSONRPCMessage) => Promise<JSONRPCMessage | undefined>;

/** Sends the chunks and then the end; returns what was heard and written. */
async function run(chunks: readonly (string | Uint8Array)[], answer: Answer, graceMs = 5000) {
  async function* input() {
    for (const chunk of chunks) yield typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
  }
  const written: string[] = [];
  const heard: JSONRPCMessage[] = [];
  const write = async (line: string) => void written.push(line);
  const { transport, ended } = createLinesTransport({ input: input(), write, graceMs });
  transport.onmessage = message => {
    heard.push(message);
    void answer(message).then(reply => reply && transport.send(reply));
  };
  await transport.start();
  await ended;
  return { heard, written };
}

const ask = (id: number | string, method = 'ping') => JSON.stringify({ jsonrpc: '2.0', id, method });
const reply = (id: number | string) => ({ jsonrpc: '2.0' as const, id, result: {} });
const silent: Answer = async () => undefined;

it.each([
  ['no JSON', 'garbage', { code: -32_700 }],
  ['half a message', '{"jsonrpc":"2.0","id":1', { code: -32_700 }],
  ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22]), { code: -32_700 }],
  ['a list', `[${ask(1)}]`, { code: -32_600 }],
  ['no message', '{"id":"x"}', { code: -32_600 }],
  ['a line of 10 MB', `"${'x'.repeat(10_000_000)}"`, { code: -32_600 }],
])('%s is answered, and the next line served', async (_, line, error) => {
  const { heard, written } = await run([line, '\n\r\n', ask(2), '\n\n'], async () => reply(2));
  const answers = written.map(text => JSON.parse(text));
  expect(heard).toEqual([{ jsonrpc: '2.0', id: 2, method: 'ping' }]);
  expect(answers).toMatchObject([{ jsonrpc: '2.0', error }, reply(2)]);
});

it.each([
  ['9007199254740993', 'this number has more digits than are kept; write it as a text'],
  ['{"b":1,"b":2}', 'the key "b" stands here twice'],
])('a call that writes is refused where something of it would be lost: %s', async (value, reason) => {
  const call = (id: number, name: string) =>
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${name}","arguments":{"a":${value}}}}\n`;
  const { heard, written } = await run([call(1, 'rule_create'), call(2, 'context_get')], async () =>
    reply(2),
  );
  expect(heard).toMatchObject([{ id: 2 }]);
  expect(written.map(text => JSON.parse(text))).toEqual([
    {
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32_602, message: expect.stringMatching(`^line 1, column \\d+: ${reason}$`) },
    },
    reply(2),
  ]);
});

it('names the request that was no message, where it has an id', async () => {
  const { written } = await run(['{"id":"x"}\n{"id":{}}\n'], silent);
  expect(written.map(text => Object.keys(JSON.parse(text)))).toEqual([
    ['jsonrpc', 'id', 'error'],
    ['jsonrpc', 'error'],
  ]);
});

it('puts characters together that were cut between two chunks', async () => {
  const bytes = new TextEncoder().encode(`${ask('é𝄞')}\n`);
  const { heard } = await run(
    [...bytes].map(byte => new Uint8Array([byte])),
    silent,
    10,
  );
  expect(heard).toEqual([{ jsonrpc: '2.0', id: 'é𝄞', method: 'ping' }]);
});

it('answers what was asked before the end, writes whole lines, and waits no longer than it may', async () => {
  const { written } = await run(
    [`${ask(1)}\n${ask(2)}\n`],
    async message => {
      if (!('id' in message)) return undefined;
      await pause(message.id === 1 ? 20 : 60_000, undefined, { ref: false });
      return reply(1);
    },
    100,
  );
  expect(written).toEqual([`${JSON.stringify(reply(1))}\n`]);
});

it('waits for nobody who cancelled', async () => {
  const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
  await run([`${ask(1)}\n${JSON.stringify(cancel)}\n`], silent, 10_000);
});
