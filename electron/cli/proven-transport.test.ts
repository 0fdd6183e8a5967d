import { type AddressInfo, createServer, Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { httpJson, type Impostor, nonceOf, type Say, startImpostor } from '../../test/support/impostor.ts';
import { createClient, createClientOf, WeftError } from '../sdk/create-client.ts';
import type { Caller } from '../services/project/call.ts';
import { createCredentials, createSecret } from '../shells/http/credentials.ts';
import { type HttpShell, startHttpShell } from '../shells/http/server.ts';
import { provenWay } from './proven-transport.ts';

const token = createSecret();

/** A server that answers every call with who it is. */
async function startServer(
  options: { token?: string; address?: string; port?: number; onCall?(caller: Caller): void } = {},
): Promise<HttpShell> {
  const shell = await startHttpShell({
    dispatch: async caller => {
      options.onCall?.(caller);
      return { ok: true, value: { from: 'the server' } };
    },
    subscribe: () => () => {},
    credentials: createCredentials(options.token ?? token),
    bundleDir: '/nowhere',
    sdkDir: '/nowhere',
    version: '1.2.3',
    listenAt: {
      address: options.address ?? '127.0.0.1',
      allowRemote: false,
      port: options.port ?? 0,
      orNextPort: false,
    },
    logFailure: () => {},
  });
  onTestFinished(() => shell.close());
  return shell;
}

const clientAt = (port: number) => createClientOf(() => provenWay({ address: '127.0.0.1', port, token }));

/** What became of a call and of a subscription. */
async function tryAll(client: ReturnType<typeof createClient>): Promise<unknown[]> {
  const outcome = (work: Promise<unknown>) =>
    work.catch((error: unknown) => (error instanceof WeftError ? error.code : error));
  const events = client.events.subscribe(() => {});
  const outcomes = [
    await outcome(client.call('project.info', {})),
    await outcome(events.ready.then(() => 'ready')),
  ];
  events.close();
  return outcomes;
}

const ask = async (authority: string, path: string): Promise<string> => {
  const answer = await fetch(`http://${authority}${path}`);
  return answer.text();
};

describe('a server that knows the token', () => {
  it('is called, listened to, and called again over the connection that it proved', async () => {
    const server = await startServer();
    const client = clientAt(server.port);
    expect(await tryAll(client)).toEqual([{ from: 'the server' }, 'ready']);
    const calls = Array.from({ length: 20 }, () => client.call('project.info', {}));
    expect(new Set((await Promise.all(calls)).map(answer => JSON.stringify(answer)))).toEqual(
      new Set(['{"from":"the server"}']),
    );
  });

  it('hears thread and request ids in any script', async () => {
    const callers: Caller[] = [];
    const { port } = await startServer({ onCall: caller => callers.push(caller) });
    const ids = { requestId: 'Frage – 問', threadId: 'Gespräch – 会話' };
    await clientAt(port).call('project.info', {}, ids);
    expect(callers).toEqual([expect.objectContaining(ids)]);
  });

  it('is asked over a new connection where the one before has rested for too long, whoever has heard of it', async () => {
    const { port } = await startServer();
    const way = provenWay({ address: '127.0.0.1', port, token });
    const client = createClientOf(() => way);
    // No timer of a connection goes off.
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const connected = vi.spyOn(Socket.prototype, 'connect');
    const connections = async (restMs: number) => {
      vi.advanceTimersByTime(restMs);
      await client.call('project.info', {});
      // It rests from now on.
      await new Promise(setImmediate);
      return connected.mock.calls.length;
    };
    expect([await connections(0), await connections(1000), await connections(7000)]).toEqual([1, 1, 2]);
  });

  it('is reached at ::1 too', async () => {
    const { port } = await startServer({ address: '::1' });
    const way = provenWay({ address: '::1', port, token });
    expect(await tryAll(createClientOf(() => way))).toEqual([{ from: 'the server' }, 'ready']);
  });

  it('can be stopped by the caller, and fails as any other where nobody listens', async () => {
    const { port, close } = await startServer();
    const stopped = clientAt(port).call('project.info', {}, { signal: AbortSignal.abort() });
    await expect(stopped).rejects.toMatchObject({ code: 'aborted' });
    await close();
    expect(await tryAll(clientAt(port))).toEqual(['unreachable', 'unreachable']);
  });
});

it('a call that is given up lets go of a connection at which nobody has said anything', async () => {
  // So that nothing ends it but the call.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const gone = Promise.withResolvers<string>();
  const silent = createServer(socket => {
    socket.on('close', () => gone.resolve('gone')).on('error', () => {});
    socket.resume();
  });
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo; // listens on a port
  const call = clientAt(port).call('project.info', {}, { timeoutMs: 50 });
  await expect(call).rejects.toMatchObject({ code: 'deadline' });
  expect(await gone.promise).toBe('gone');
});

/** Answers everything as if it were Weft, with `proof` where one is asked for. */
const pretend =
  (proof: (nonce: string) => Promise<string> | string): Say =>
  async request => {
    const nonce = nonceOf(request);
    if (nonce === undefined) return httpJson({ from: 'the impostor' });
    return httpJson({ proof: await proof(nonce) });
  };

describe('an impostor on the port of a dead server gets nothing and is not heard', () => {
  const expectNothing = async (impostor: Impostor) => {
    expect(await tryAll(clientAt(impostor.port))).toEqual(['unreachable', 'unreachable']);
    expect(impostor.connections()).toBe(2);
    expect(impostor.received()).toMatch(
      /^(GET \/proof\?nonce=[\w-]{43} HTTP\/1\.1\r\nHost: 127\.0\.0\.1:\d+\r\n\r\n){1,2}$/,
    );
    expect(impostor.received()).not.toContain(token);
  };

  it.each<[string, Say]>([
    ['that reflects the question', pretend(nonce => nonce)],
    ['that makes one up', pretend(() => createSecret())],
    ['that says nothing of a proof', () => httpJson({ from: 'the impostor' })],
    ['that answers no', () => 'HTTP/1.1 404 Not Found\r\ncontent-length: 2\r\n\r\n{}'],
    ['that answers without end', () => 'x'.repeat(100_000)],
    ['that sends on', () => `${httpJson({ proof: '' })}${httpJson({ from: 'the impostor' })}`],
    [
      'that redirects',
      () => 'HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n',
    ],
    ['that switches protocols', () => 'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n\r\n'],
  ])('%s', async (_, say) => expectNothing(await startImpostor(say)));

  it('that repeats an answer which it heard before', async () => {
    const server = await startServer();
    const recorded = await ask(`127.0.0.1:${server.port}`, `/proof?nonce=${createSecret()}`);
    await server.close();
    const { proof }: { proof: string } = JSON.parse(recorded);
    expect(proof).toMatch(/^[\w-]{43}$/);
    await expectNothing(
      await startImpostor(
        pretend(() => proof),
        server.port,
      ),
    );
  });

  it('that hands the question on to another server of the same token', async () => {
    const other = await startServer();
    const handedOn = pretend(async nonce => {
      const { proof }: { proof: string } = JSON.parse(
        await ask(`127.0.0.1:${other.port}`, `/proof?nonce=${nonce}`),
      );
      return proof;
    });
    await expectNothing(await startImpostor(handedOn));
  });

  it('that hands the question on to the same port of another address', async () => {
    const real = await startServer({ address: '::1' });
    const handedOn = pretend(async nonce => {
      const { proof }: { proof: string } = JSON.parse(
        await ask(`[::1]:${real.port}`, `/proof?nonce=${nonce}`),
      );
      return proof;
    });
    await expectNothing(await startImpostor(handedOn, real.port));
  });

  it('that takes the place while a client knows the server', async () => {
    const server = await startServer();
    const client = clientAt(server.port);
    expect(await tryAll(client)).toEqual([{ from: 'the server' }, 'ready']);
    await server.close();
    const impostor = await startImpostor(
      pretend(nonce => nonce),
      server.port,
    );
    expect(await tryAll(client)).toEqual(['unreachable', 'unreachable']);
    expect(impostor.received()).not.toContain(token);
  });
});

it('control: a client that proves nothing tells an impostor the token, and believes it', async () => {
  const impostor = await startImpostor(pretend(nonce => nonce));
  const client = createClient({ url: `http://127.0.0.1:${impostor.port}`, token });
  expect(await client.call('project.info', {})).toEqual({ from: 'the impostor' });
  expect(impostor.received()).toContain(token);
});
