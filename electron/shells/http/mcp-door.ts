import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { WeftEvent } from '../../../shared/contract/events.ts';
import type { Dispatch } from '../dispatch-port.ts';
import { portOfApp } from '../mcp/port-of-app.ts';
import { payloadLimitBytes } from '../payload.ts';

export interface McpDoorOptions {
  readonly dispatch: Dispatch;
  subscribe(listener: (event: WeftEvent) => void): () => void;
  readonly version: string;
  readonly mcpReadOnly?: boolean;
  logFailure(error: unknown): void;
}

/** Streamable HTTP at /mcp, behind the gate like everything else. The protocol's package is loaded by the first request. */
export function createMcpDoor(options: McpDoorOptions): (request: Request) => Promise<Response> {
  let handler: Promise<McpHttpHandler> | undefined;
  return async request => {
    handler ??= createHandler(options);
    return (await handler).fetch(request);
  };
}

async function createHandler(options: McpDoorOptions): Promise<McpHttpHandler> {
  const [{ createMcpHandler }, { mcpServerFactory }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('../mcp/create-mcp-server.ts'),
  ]);
  const { dispatch, subscribe, version, mcpReadOnly, logFailure } = options;
  const weft = portOfApp(dispatch, subscribe);
  const factory = mcpServerFactory({ weft, access: mcpReadOnly === true ? 'read' : 'write', version });
  return createMcpHandler(factory, { maxRequestBodySize: payloadLimitBytes, onerror: logFailure });
}
