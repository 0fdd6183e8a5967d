import { beforeEach, expect, it, vi } from 'vitest';
import type { StudioEvent } from './bridge.ts';
import { subscribe } from './events.ts';

const sockets: FakeSocket[] = [];

/** A connection that the test opens, breaks and speaks through. */
class FakeSocket extends EventTarget {
  readonly address: URL;

  constructor(address: URL) {
    super();
    this.address = address;
    sockets.push(this);
  }

  say(event: StudioEvent): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(event) }));
  }

  close(): void {
    this.dispatchEvent(new Event('close'));
  }
}

beforeEach(() => {
  sockets.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal('window', { location: { href: 'http://127.0.0.1:4747/x' } });
  vi.stubGlobal('WebSocket', FakeSocket);
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

it('counts everything as changed once it is connected, also again after a break', () => {
  const heard: StudioEvent[] = [];
  const changed = (what: string) => ({ event: 'project:changed', what });
  const stored = [
    'config',
    'ledger',
    'handoff',
    'conversations',
    'topics',
    'health',
    'flights',
    'recordings',
  ];
  const parts = ['samples', 'documents', 'trust', ...stored];
  const stop = subscribe(event => heard.push(event));
  const event = { event: 'contextRuleEngine:updated', id: 'a' } as const;
  sockets[0]?.dispatchEvent(new Event('open'));
  sockets[0]?.say(event);
  sockets[0]?.close();
  vi.advanceTimersByTime(2000);
  sockets[1]?.dispatchEvent(new Event('open'));
  sockets[1]?.say(event);
  stop();
  vi.advanceTimersByTime(10_000);
  expect([heard, sockets.map(({ address }) => address.href)]).toEqual([
    [...parts.map(changed), event, ...parts.map(changed), event],
    ['ws://127.0.0.1:4747/events', 'ws://127.0.0.1:4747/events'],
  ]);
});

it('has one connection for all who listen, until the last of them stops', () => {
  const heard: string[] = [];
  const stops = ['a', 'b'].map(name => subscribe(() => heard.push(name)));
  const event = { event: 'contextRuleEngine:updated', id: 'x' } as const;
  sockets[0]?.say(event);
  stops[0]?.();
  sockets[0]?.say(event);
  stops[1]?.();
  vi.advanceTimersByTime(10_000);
  expect([heard, sockets.length]).toEqual([['a', 'b', 'b'], 1]);
  subscribe(() => undefined)();
  expect(sockets.length).toBe(2);
});
