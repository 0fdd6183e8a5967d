import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createWorld } from '../../../electron/platform/world.ts';
import { type App, createApp } from '../../../electron/services/app/app.ts';
import { dispatch } from '../../../electron/services/app/dispatch.ts';
import type { World } from '../../../electron/services/project/world.ts';
import type { Input, Output, ProcedureName } from '../../../shared/contract/contract.ts';

/** The real app, quiet, for whoever measures; parts of the world can be replaced. */
export function startBenchApp(userDataDir: string, parts: Partial<World> = {}): App {
  const quiet = () => {};
  const logger = { info: quiet, warn: quiet, error: quiet };
  return createApp({
    userDataDir,
    shell: 'none',
    version: '0',
    logger,
    world: { ...createWorld(), ...parts },
  });
}

/** The value of a call that must succeed. */
export async function callApp<Name extends ProcedureName>(
  app: App,
  name: Name,
  input: Input<Name>,
): Promise<Output<Name>> {
  const reply = await dispatch(app, { door: 'cli', access: 'write' }, name, input);
  if (!reply.ok) throw new Error(`${name}: ${reply.error.message}`);
  // The contract's output of this procedure.
  return reply.value as Output<Name>;
}

export type AskAny = (name: string, input: unknown) => Promise<unknown>;

/** A state of the program with a project of its own. */
interface OpenState {
  readonly ask: AskAny;
  /** Opens its project, which is made the first time. */
  open(): Promise<void>;
  close(): Promise<void>;
}

/** This state, and the one of the checkout in `beside`, each within a folder of `home`. */
export async function openStates(home: string, beside: string | undefined): Promise<OpenState[]> {
  const own: Modules = { createApp, createWorld, dispatch };
  const others = beside === undefined ? [] : [await modulesOf(resolve(beside))];
  return [own, ...others].map((modules, at) => openState(modules, join(home, String(at))));
}

interface Modules {
  readonly createApp: typeof createApp;
  readonly createWorld: typeof createWorld;
  readonly dispatch: typeof dispatch;
}

async function modulesOf(checkout: string): Promise<Modules> {
  const services = join(checkout, 'electron/services');
  // Earlier states have them one folder above.
  const folder = existsSync(join(services, 'app')) ? join(services, 'app') : services;
  const part = (path: string): Promise<unknown> => import(pathToFileURL(path).href);
  // Another state's modules have the names of ours; what they take is called here alone.
  const { createApp, dispatch, createWorld } = {
    ...((await part(join(folder, 'app.ts'))) as object),
    ...((await part(join(folder, 'dispatch.ts'))) as object),
    ...((await part(join(checkout, 'electron/platform/world.ts'))) as object),
  } as Modules;
  return { createApp, dispatch, createWorld };
}

function openState({ createApp, createWorld, dispatch }: Modules, home: string): OpenState {
  const quiet = () => {};
  const logger = { info: quiet, warn: quiet, error: quiet };
  const world = createWorld();
  const app = createApp({ userDataDir: join(home, 'user'), shell: 'none', version: '0', logger, world });
  const ask: AskAny = (name, input) => dispatch(app, { door: 'cli', access: 'write' }, name, input);
  return {
    ask,
    async open() {
      await ask('project.open', { path: join(home, 'project'), create: true });
    },
    close: () => app.close(),
  };
}
