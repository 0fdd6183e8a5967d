import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { mcpServerFactory } from './create-mcp-server.ts';
import { createLinesTransport, type LinesTransportOptions } from './lines-transport.ts';
import type { McpOptions, WeftPort } from './weft-port.ts';

interface McpConnection {
  /** Resolves when the other side has gone, or the connection was closed. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** Serves one client over lines. */
export function serveMcpLines(
  options: McpOptions,
  lines: LinesTransportOptions,
  logFailure: (error: Error) => void,
): McpConnection {
  const { transport, ended } = createLinesTransport(lines);
  const handle = serveStdio(mcpServerFactory(options), { transport, onerror: logFailure });
  return { ended, close: () => handle.close() };
}

/** The same Weft, with a line of log for every call: for whoever looks for what an agent did. */
export function loggedPort(
  weft: WeftPort,
  log: (message: string, fields: Readonly<Record<string, unknown>>) => void,
): WeftPort {
  return {
    follow: weft.follow,
    async dispatch(caller, name, input) {
      const started = performance.now();
      const reply = await weft.dispatch(caller, name, input);
      const outcome = reply.ok ? 'ok' : reply.error.code;
      log('a call was answered', { procedure: name, outcome, ms: Math.round(performance.now() - started) });
      return reply;
    },
  };
}
