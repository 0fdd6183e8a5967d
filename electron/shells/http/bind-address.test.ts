import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { checkBindAddress, ownHosts } from './bind-address.ts';

describe('where the server listens', () => {
  it.each([
    '0.0.0.0',
    '0',
    '0x0',
    '::',
    '::0',
    '::ffff:127.0.0.1',
    '::ffff:0.0.0.0',
    '',
    'localhost',
    '192.168.1.20',
    '127.0.0.2',
    '127.1',
    '2130706433',
    ' 127.0.0.1',
  ])('%j is refused', host => {
    expect(() => checkBindAddress(host, false)).toThrow(/use 127\.0\.0\.1 or \[::1\], or add --allow-remote/);
  });

  it('loopback in its two spellings is taken, and anything when the user allows it', () => {
    expect([
      checkBindAddress('127.0.0.1', false),
      checkBindAddress('::1', false),
      checkBindAddress('[::1]', false),
      checkBindAddress('0.0.0.0', true),
    ]).toEqual(['127.0.0.1', '::1', '::1', '0.0.0.0']);
  });

  it('its own names are spelled as a client would', () => {
    expect([
      [...ownHosts('127.0.0.1', 4747, false)],
      [...ownHosts('::1', 4747, false)],
      [...ownHosts('127.0.0.1', 80, false)],
      ownHosts('0.0.0.0', 4747, true).has(`${hostname().toLowerCase()}:4747`),
    ]).toEqual([
      ['localhost:4747', '127.0.0.1:4747'],
      ['localhost:4747', '[::1]:4747'],
      ['localhost', 'localhost:80', '127.0.0.1', '127.0.0.1:80'],
      true,
    ]);
  });
});
