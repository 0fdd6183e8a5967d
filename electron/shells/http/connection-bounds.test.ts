import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { boundConnections } from './connection-bounds.ts';

/** A connection that only knows its name and that it ended. */
class NamedConnection extends EventEmitter {
  ended = false;
  readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
  }

  destroy(): void {
    this.ended = true;
    this.emit('close');
  }
}

function connectAll(names: readonly string[], limits = { strangers: 3, known: 2 }) {
  const bounds = boundConnections<NamedConnection>(limits);
  const connections = new Map<string, NamedConnection>();
  const connect = (name: string) => {
    const connection = new NamedConnection(name);
    connections.set(name, connection);
    bounds.admit(connection);
    return connection;
  };
  for (const name of names) connect(name);
  const open = () => [...connections.values()].filter(({ ended }) => !ended).map(({ name }) => name);
  const get = (name: string) => connections.get(name) ?? connect(name);
  return { bounds, connect, get, open };
}

describe('connections', () => {
  it('of strangers beyond the limit push out the oldest, never the newest', () => {
    expect(connectAll(['a', 'b', 'c', 'd', 'e']).open()).toEqual(['c', 'd', 'e']);
  });

  it('that sent a head outlast those that did not', () => {
    const { bounds, get, connect, open } = connectAll(['spoke', 'silent 1', 'silent 2']);
    bounds.noteHead(get('spoke'));
    connect('silent 3');
    connect('silent 4');
    expect(open()).toEqual(['spoke', 'silent 3', 'silent 4']);
  });

  it('of known clients are pushed out by nobody', () => {
    const { bounds, get, connect, open } = connectAll(['known']);
    bounds.know(get('known'));
    for (let index = 0; index < 100; index += 1) connect(`stranger ${index}`);
    expect(open()).toEqual(['known', 'stranger 97', 'stranger 98', 'stranger 99']);
  });

  it('leave their place when they end', () => {
    const { bounds, get, connect, open } = connectAll(['a', 'b', 'c']);
    bounds.know(get('a'));
    get('a').destroy();
    get('b').destroy();
    for (const name of ['d', 'e']) connect(name);
    expect(open()).toEqual(['c', 'd', 'e']);
  });

  it('of known clients beyond their limit stay among the strangers', () => {
    const { bounds, get, connect, open } = connectAll(['a', 'b', 'c']);
    for (const name of ['a', 'b', 'c']) bounds.know(get(name));
    for (const name of ['x', 'y', 'z']) connect(name);
    expect(open()).toEqual(['a', 'b', 'x', 'y', 'z']);
  });
});
