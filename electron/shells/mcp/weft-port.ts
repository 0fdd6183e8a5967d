import type { AssemblyEvent } from '../../../shared/contract/events.ts';
import type { ToolChoice } from '../../../shared/contract/tool-sets.ts';
import type { Dispatch } from '../dispatch-port.ts';

/** All that the MCP door needs of Weft, which may run in this process or in another one. */
export interface WeftPort {
  readonly dispatch: Dispatch;
  /** Hears what one assembly tells while it runs; resolves when it listens, with how to stop. */
  follow(requestId: string, listener: (event: AssemblyEvent) => void): Promise<() => Promise<void>>;
}

export interface McpOptions {
  readonly weft: WeftPort;
  /** With `read` no tool that writes exists. */
  readonly access: 'read' | 'write';
  /** Which tools are offered. */
  readonly tools: readonly ToolChoice[];
  readonly version: string;
}
