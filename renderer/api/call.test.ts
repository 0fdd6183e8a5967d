import { afterEach, expect, it, vi } from 'vitest';
import { call } from './call.ts';
import { lostNow } from './connection.ts';

afterEach(() => vi.unstubAllGlobals());

/** A server that answers so. */
function answering(body: BodyInit, status = 200): void {
  vi.stubGlobal('window', {});
  vi.stubGlobal('fetch', async () => new Response(body, { status }));
}

function broken(): ReadableStream {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"entries": ['));
    },
    pull(controller) {
      controller.error(new TypeError('terminated'));
    },
  });
}

it('an answer that breaks off is none, and nobody takes it for a success', async () => {
  answering(broken());
  await expect(call('kv.list', {})).rejects.toThrow('Weft does not answer');
  expect(lostNow()).toMatchObject({ kind: 'gone' });
  answering('{"entries": []}');
  expect(await call('kv.list', {})).toEqual({ entries: [] });
  expect(lostNow()).toBeUndefined();
});

it('an error is told by its status where its body cannot be read', async () => {
  answering('<html>', 502);
  await expect(call('kv.list', {})).rejects.toThrow('The server answered 502.');
});

it('a large body goes the same way where the worker that sends such cannot be had, which is tried again', async () => {
  const started = vi.fn();
  class Missing extends EventTarget {
    constructor() {
      super();
      started();
      queueMicrotask(() => this.dispatchEvent(new Event('error')));
    }
  }
  vi.stubGlobal('Worker', Missing);
  answering('{"saved": true}');
  const draft = { text: 'x'.repeat(60_000) };
  for (const times of [1, 2]) {
    expect(await call('drafts.save', { draft })).toEqual({ saved: true });
    expect(started).toHaveBeenCalledTimes(times);
  }
});
