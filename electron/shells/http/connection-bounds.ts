/** What is bounded: a connection that can be ended, and says when it has. */
interface Connection {
  destroy(): unknown;
  once(event: 'close', listener: () => void): unknown;
}

/** Who may be connected at once. */
export interface ConnectionBounds<Kind extends Connection> {
  /** A new connection is a stranger's. Where too many of them are, the one that was silent for longest has to go. */
  admit(connection: Kind): void;
  /** It sent a whole head: those that never do go before it. */
  noteHead(connection: Kind): void;
  /** Its client proved who they are: no stranger can push it out any more. */
  know(connection: Kind): void;
}

interface ConnectionLimits {
  /** More than the system hands over at once, so that whoever sends a head at once is heard before they have to go. */
  readonly strangers: number;
  readonly known: number;
}

const connectionLimits: ConnectionLimits = { strangers: 1024, known: 512 };

/**
 * Strangers and known clients are counted apart. Refusing the newest stranger would let half-open connections lock
 * everybody out, since each client is a stranger until its first head was read; so the most silent one goes.
 */
export function boundConnections<Kind extends Connection>(
  limits: ConnectionLimits = connectionLimits,
): ConnectionBounds<Kind> {
  // Sets keep the order in which something was added: the first is the most silent.
  const strangers = new Set<Kind>();
  const known = new Set<Kind>();
  const add = (connection: Kind): void => {
    strangers.add(connection);
    if (strangers.size <= limits.strangers) return;
    const [silent] = strangers;
    if (silent === undefined) return;
    strangers.delete(silent);
    silent.destroy();
  };
  return {
    admit(connection) {
      connection.once('close', () => {
        strangers.delete(connection);
        known.delete(connection);
      });
      add(connection);
    },
    noteHead(connection) {
      if (strangers.delete(connection)) strangers.add(connection);
    },
    know(connection) {
      // Beyond the limit a client stays among the strangers: served, and not protected.
      if (known.size < limits.known && strangers.delete(connection)) known.add(connection);
    },
  };
}
