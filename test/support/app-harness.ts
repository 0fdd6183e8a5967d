import { onTestFinished } from 'vitest';
import { createWorld } from '../../electron/platform/world.ts';
import { type App, type AppOptions, createApp } from '../../electron/services/app/app.ts';
import { dispatch } from '../../electron/services/app/dispatch.ts';
import type { Caller } from '../../electron/services/project/call.ts';
import type { World } from '../../electron/services/project/world.ts';
import type { Input, Output, ProcedureName } from '../../shared/contract/contract.ts';
import type { Reply } from '../../shared/contract/errors.ts';
import type { WeftEvent } from '../../shared/contract/events.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const testNow = '2026-11-21T10:00:00.000Z';

/** A real app on a folder of its own; only the clock stands still. */
export interface AppHarness {
  readonly app: App;
  readonly userDataDir: string;
  /** Without those of running work, which come of what takes a while only: on a busy machine that is anything. */
  readonly events: WeftEvent[];
  readonly workEvents: WeftEvent[];
  readonly log: string[];
  /** The reply, as a door would pass it on. */
  ask(name: string, input?: unknown, caller?: Partial<Caller>): Promise<Reply<unknown>>;
  /** The value of a reply that must be a good one. */
  call<Name extends ProcedureName>(name: Name, input: Input<Name>): Promise<Output<Name>>;
  /** Opens a new, empty project. */
  openEmpty(): Promise<string>;
}

/** The folder of a project in which nothing is yet, for another program to open; it goes with the test. */
export async function emptyProject(): Promise<string> {
  const { app, openEmpty } = startApp();
  const folder = await openEmpty();
  await app.close();
  return folder;
}

/** The real counter, loaded when it is needed, without a thread for each test. */
const exactTokens: World['tokens'] = {
  async countTokens(estimator, texts) {
    const { loadCounter } = await import('../../electron/platform/count-exact.ts');
    return texts.map(await loadCounter(estimator));
  },
};

/** One for all apps of a worker: loading its model takes longer than most tests. */
const { embedder } = createWorld();

export function startApp(options: Partial<AppOptions> = {}): AppHarness {
  const userDataDir = temporaryFolder();
  const log: string[] = [];
  const note = (message: string, fields?: unknown) => log.push(`${message} ${JSON.stringify(fields)}`);
  const real = createWorld();
  const world: World = {
    ...real,
    embedder,
    tokens: exactTokens,
    clock: { ...real.clock, nowIso: () => testNow },
  };
  const logger = { info: note, warn: note, error: note };
  const app = createApp({ userDataDir, shell: 'none', version: '1.2.3', logger, world, ...options });
  onTestFinished(() => app.close());
  const events: WeftEvent[] = [];
  const workEvents: WeftEvent[] = [];
  app.events.subscribe(event => (event.event === 'work:changed' ? workEvents : events).push(event));
  const ask: AppHarness['ask'] = (name, input = {}, caller = {}) =>
    dispatch(app, { door: 'cli', access: 'write', ...caller }, name, input);
  return {
    app,
    userDataDir,
    events,
    workEvents,
    log,
    ask,
    async call(name, input) {
      const reply = await ask(name, input);
      if (!reply.ok) throw new Error(`${name}: ${reply.error.code}: ${reply.error.message}`);
      return reply.value as Output<typeof name>; // the handler behind the name is typed by the same contract
    },
    async openEmpty() {
      const folder = temporaryFolder();
      const reply = await ask('project.open', { path: folder, create: true });
      if (!reply.ok) throw new Error(reply.error.message);
      return folder;
    },
  };
}
