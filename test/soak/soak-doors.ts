import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { isJsonObject, type JsonObject } from '../../shared/model/json.ts';

/** A call that brought no good answer. */
export class NoAnswer extends Error {
  /** The error's code; `unanswered` where the connection broke or nothing listened. */
  readonly code: string;
  /** True when what was asked has certainly not happened. */
  readonly isRefusal: boolean;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'NoAnswer';
    this.code = code;
    this.isRefusal = code === 'not_listening' || refusals.has(code);
  }
}

/** What a handler judges before it does anything. */
const refusals: ReadonlySet<string> = new Set([
  'invalid_input',
  'unauthorized',
  'forbidden',
  'untrusted_project',
  'not_found',
  'conflict',
  'too_large',
  'unsupported',
]);

const patienceMs = 30_000;

export interface HttpAnswer {
  readonly value: unknown;
  readonly etag: string | null;
}

/** Asks over HTTP; fails with `NoAnswer`. */
export async function askHttp(
  address: string,
  token: string,
  {
    method = 'POST',
    body,
    headers = {},
  }: { method?: string; body?: unknown; headers?: Record<string, string> },
): Promise<HttpAnswer> {
  const answer = await reach(() =>
    fetch(address, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patienceMs),
    }),
  );
  const text = await reach(() => answer.text());
  const value: unknown = parseBody(text);
  if (answer.ok) return { value, etag: answer.headers.get('etag') };
  const { code = String(answer.status), message = text } = isJsonObject(value) ? value : {};
  throw new NoAnswer(String(code), String(message));
}

/** Calls a tool over MCP by HTTP, which keeps no sessions: one request, one answer. */
export async function askMcp(
  origin: string,
  token: string,
  tool: string,
  given: unknown,
): Promise<JsonObject> {
  const params = { name: tool, arguments: given };
  const { value } = await askHttp(`${origin}/mcp?tools=all`, token, {
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
  });
  const result = isJsonObject(value) ? value.result : undefined;
  if (!isJsonObject(result)) throw new NoAnswer('unanswered', JSON.stringify(value).slice(0, 300));
  return toolResult(result);
}

/** A client with a `weft mcp` of its own, which lasts through all deaths of the server. */
export class StdioDoor {
  readonly #client = new Client({ name: 'soak', version: '1' });
  readonly #transport: StdioClientTransport;

  constructor(command: string, project: string, userDataDir: string, host: 'on' | 'off' = 'on') {
    const env = Object.fromEntries(Object.entries(process.env).filter(pair => pair[1] !== undefined));
    this.#transport = new StdioClientTransport({
      command: process.execPath,
      args: [command, 'mcp', '--tools', 'all', '--project', project],
      env: { ...(env as Record<string, string>), WEFT_USER_DATA: userDataDir, WEFT_HOST: host }, // no value is undefined any more
      stderr: 'ignore',
    });
  }

  get pid(): number | null {
    return this.#transport.pid;
  }

  async open(): Promise<void> {
    await this.#client.connect(this.#transport);
  }

  async ask(tool: string, given: JsonObject): Promise<JsonObject> {
    const result = await reach(() => this.#client.callTool({ name: tool, arguments: given }));
    return toolResult(result as JsonObject); // the protocol's own result is an object
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}

function toolResult({ isError, structuredContent, content }: JsonObject): JsonObject {
  if (isError !== true && isJsonObject(structuredContent)) return structuredContent;
  const said = JSON.stringify(structuredContent ?? content);
  const code = /"?code\\?"?:\s*\\?"(\w+)/.exec(said)?.[1] ?? [...refusals].find(word => said.includes(word));
  throw new NoAnswer(code ?? 'unanswered', said);
}

async function reach<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NoAnswer) throw error;
    const cause: unknown = error instanceof Error ? error.cause : undefined;
    const isRefused = isJsonObject(cause) && cause.code === 'ECONNREFUSED';
    throw new NoAnswer(isRefused ? 'not_listening' : 'unanswered', String(error));
  }
}

function parseBody(text: string): unknown {
  // An answer of the protocol may come as a stream with one event.
  const data = /^data: (.*)$/m.exec(text)?.[1];
  try {
    return JSON.parse(data ?? text);
  } catch {
    return text;
  }
}
