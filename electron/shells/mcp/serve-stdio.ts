import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { mcpServerFactory } from './create-mcp-server.ts';
import { createLinesTransport, type LinesTransportOptions } from './lines-transport.ts';
import type { McpOptions } from './weft-port.ts';

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
