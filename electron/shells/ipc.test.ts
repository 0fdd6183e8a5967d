import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Reply } from '../../shared/contract/errors.ts';
import { channels } from './channels.ts';
import type { Dispatch } from './dispatch-port.ts';
import { type FrameLike, type IpcEventLike, setupIpc } from './ipc.ts';

type Listener = (event: IpcEventLike, ...values: unknown[]) => Promise<unknown>;

const page: FrameLike = { url: 'app://weft/', parent: null, detached: false };
const fromPage: IpcEventLike = { senderFrame: page };

function setup(answer: Reply<unknown> = { ok: true, value: 1 }) {
  const listeners = new Map<string, Listener>();
  const asked: unknown[] = [];
  const dispatch: Dispatch = async (_, name, input) => {
    asked.push([name, input]);
    return answer;
  };
  setupIpc({ handle: (channel, listener) => listeners.set(channel, listener) }, dispatch);
  const call: Listener = async (event, ...values) => listeners.get(channels.call)?.(event, ...values);
  return { call, asked, listeners };
}

/** Anything that is looked at throws. */
const untouchable: unknown = new Proxy(
  {},
  {
    get: () => {
      throw new Error('the payload was looked at');
    },
    ownKeys: () => {
      throw new Error('the payload was looked at');
    },
  },
);

describe('who may call', () => {
  const frame = (over: Partial<FrameLike>): IpcEventLike => ({ senderFrame: { ...page, ...over } });
  const disposed: IpcEventLike = {
    get senderFrame(): FrameLike {
      throw new Error('Render frame was disposed before WebFrameMain could be accessed');
    },
  };
  const senders: readonly (readonly [string, IpcEventLike])[] = [
    ['a sub-frame of our page', frame({ parent: page })],
    ['another origin', frame({ url: 'https://evil.example/' })],
    ['about:blank', frame({ url: 'about:blank' })],
    ['an empty address', frame({ url: '' })],
    ['no frame', { senderFrame: null }],
    ['a detached frame', frame({ detached: true })],
    ['a disposed frame', disposed],
    ['a file', frame({ url: 'file:///app/index.html' })],
    ['another host', frame({ url: 'app://evil/' })],
    ['a host that ends like ours', frame({ url: 'app://app.weft/' })],
    ['a host that starts like ours', frame({ url: 'app://weft.evil/' })],
    ['our host as user name', frame({ url: 'app://weft@evil/' })],
    ['our host with a port', frame({ url: 'app://weft:1/' })],
    ['our host with a password', frame({ url: 'app://a:b@weft/' })],
    ['data', frame({ url: 'data:text/html,app://weft/' })],
  ];

  it.each(senders)('%s is refused before its payload is looked at', async (_, event) => {
    const { call, asked } = setup();
    expect([await call(event, untouchable, untouchable), asked]).toEqual([
      { ok: false, error: { code: 'forbidden', message: 'only the pages of Weft may call' } },
      [],
    ]);
  });

  it('the page itself is answered, and there is one channel only', async () => {
    const { call, asked, listeners } = setup();
    expect([await call(fromPage, 'engines.list', {}), asked, [...listeners.keys()]]).toEqual([
      { ok: true, value: 1 },
      [['engines.list', {}]],
      [channels.call],
    ]);
  });
});

describe('what may be asked', () => {
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;

  it.each([
    ['a name that is no text', [1, {}], 'invalid_input'],
    ['no name', [], 'invalid_input'],
    ['100 MB of text', ['a', { text: 'x'.repeat(100 * 1024 * 1024) }], 'too_large'],
    ['a value that contains itself', ['a', cycle], 'too_large'],
    ['a name of 9 MB', ['x'.repeat(9 * 1024 * 1024), {}], 'too_large'],
  ])('%s is refused', async (_, values, code) => {
    const { call, asked } = setup();
    expect([await call(fromPage, ...values), asked]).toEqual([
      { ok: false, error: { code, message: expect.any(String) } },
      [],
    ]);
  });

  it.each([
    ['a function', () => 1],
    ['a depth that cloning does not survive', nested(100_000)],
  ])('a result with %s becomes an error that can cross', async (_, value) => {
    const { call } = setup({ ok: true, value });
    const reply = await call(fromPage, 'a', {});
    expect([structuredClone(reply), reply]).toEqual([
      reply,
      { ok: false, error: { code: 'internal', message: 'the result cannot be passed to the window' } },
    ]);
  });

  it('1,000 values of any kind are answered with what can be cloned', async () => {
    const { call } = setup();
    await fc.assert(
      fc.asyncProperty(
        fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true }),
        async value => {
          structuredClone(await call(fromPage, 'engines.list', value));
        },
      ),
      { numRuns: 1000, seed: 20_261_121 },
    );
  });
});

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}
