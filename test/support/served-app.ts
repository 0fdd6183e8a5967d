import { onTestFinished } from 'vitest';
import type { AppOptions } from '../../electron/services/app/app.ts';
import { dispatch } from '../../electron/services/app/dispatch.ts';
import { createCredentials, createSecret } from '../../electron/shells/http/credentials.ts';
import { startHttpShell } from '../../electron/shells/http/server.ts';
import { type AppHarness, startApp } from './app-harness.ts';

export interface Answer {
  readonly status: number;
  readonly type: string | null;
  readonly etag: string | null;
  readonly value: unknown;
}

/** A real app behind its real server, on a port of its own. */
export interface ServedApp extends AppHarness {
  readonly origin: string;
  readonly token: string;
  /** A code that one browser can exchange, once. */
  issueCode(): string;
  /** Asks over HTTP with the token. A text is sent as it is, anything else as JSON. */
  fetch(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Stops the server only. */
  stop(): Promise<void>;
  /** Stops the server only, and starts another launch at the same port. */
  restart(): Promise<void>;
}

/** `before` is waited for before each call. */
export async function serveApp(
  options: Partial<AppOptions> = {},
  before = async (): Promise<void> => {},
): Promise<ServedApp> {
  const harness = startApp(options);
  const credentials = createCredentials(createSecret());
  const start = (port: number) =>
    startHttpShell({
      async dispatch(caller, name, input) {
        await before();
        return dispatch(harness.app, caller, name, input);
      },
      subscribe: harness.app.events.subscribe,
      credentials,
      bundleDir: harness.userDataDir,
      sdkDir: harness.userDataDir,
      version: '1.2.3',
      listenAt: { address: '127.0.0.1', allowRemote: false, port, orNextPort: false },
      logFailure: error => harness.log.push(String(error)),
    });
  const running = { shell: await start(0) };
  const { origin, port } = running.shell;
  onTestFinished(() => running.shell.close());
  return {
    ...harness,
    origin,
    token: credentials.token,
    issueCode: credentials.issueCode,
    async fetch(method, path, body, headers = {}) {
      const answer = await fetch(`${origin}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${credentials.token}`,
          'content-type': 'application/json',
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const { status } = answer;
      const value: unknown = JSON.parse(await answer.text());
      return {
        status,
        type: answer.headers.get('content-type'),
        etag: answer.headers.get('etag'),
        value,
      };
    },
    stop: () => running.shell.close(),
    async restart() {
      await running.shell.close();
      running.shell = await start(port);
    },
  };
}
