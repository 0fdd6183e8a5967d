import { expect, it } from 'vitest';
import { serveApp } from '../../../test/support/served-app.ts';
import { callThere } from '../../host/running-weft.ts';
import { platformTransport } from '../../sdk/transport.ts';
import { mcpServerFactory } from './create-mcp-server.ts';

it('a request that an agent names as it likes is assembled by another process under that name', async () => {
  const { Client, InMemoryTransport } = await import('@modelcontextprotocol/client');
  const { origin, token, openEmpty } = await serveApp();
  await openEmpty();
  const way = { ...platformTransport, server: new URL(origin), token };
  const weft = {
    async dispatch(...call: [Parameters<typeof callThere>[1], string, unknown]) {
      const reply = await callThere(way, ...call);
      return typeof reply === 'string' ? { ok: true as const, value: { reply } } : reply;
    },
    follow: async () => async () => {},
  };
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1' });
  await mcpServerFactory({ weft, version: '1.2.3', access: 'write', tools: ['all'] })().connect(far);
  await client.connect(near);
  const namedAs = async (request_id: string) => {
    const { structuredContent } = await client.callTool({
      name: 'context_get',
      arguments: { request_id, scope_variables: {} },
    });
    return structuredContent;
  };
  expect([await namedAs('Aufgabe – 1'), await namedAs('two\nlines')]).toMatchObject([
    { request_id: 'Aufgabe – 1' },
    { request_id: 'two\nlines' },
  ]);
  await client.close();
});
