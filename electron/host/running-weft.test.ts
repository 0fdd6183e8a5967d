import { expect, it } from 'vitest';
import { createClientOf } from '../sdk/create-client.ts';
import type { ServerWay } from '../sdk/transport.ts';
import { runningWeft } from './running-weft.ts';

const caller = { door: 'mcp', access: 'write' } as const;

/** A server that says which project it has open, and of whose events nobody hears. */
function deafServer(open: { project: string }) {
  const asked: string[] = [];
  const way: ServerWay = {
    server: new URL('http://127.0.0.1:1'),
    token: undefined,
    async send(address) {
      asked.push(address.pathname.replace('/procedures/', ''));
      const text = JSON.stringify({ path: open.project, trusted: true });
      return { ok: true, status: 200, headers: { get: () => null }, text: async () => text };
    },
    openSocket() {
      const closing = { code: 1006, reason: '' };
      return {
        readyState: 3,
        send() {},
        close() {},
        addEventListener(type: string, listener: (event: never) => void) {
          if (type === 'close') setImmediate(() => listener(closing as never)); // it hears what it listens for
        },
      };
    },
  };
  return { way, asked };
}

it('is asked which project it has before each call as long as its events are not heard', async () => {
  const open = { project: '/a' };
  const { way, asked } = deafServer(open);
  const weft = runningWeft(
    createClientOf(() => way),
    way,
    '/a',
    1000,
  );
  expect(await weft.ask(caller, 'engines.list', {})).toMatchObject({ ok: true });
  expect(await weft.ask(caller, 'engines.list', {})).toMatchObject({ ok: true });
  open.project = '/b';
  expect(await weft.ask(caller, 'engines.list', {})).toBe('absent');
  expect(asked.filter(name => name === 'engines.list')).toHaveLength(2);
  weft.close();
});
