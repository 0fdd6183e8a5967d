import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createWorld } from '../../../electron/platform/world.ts';
import { type App, createApp } from '../../../electron/services/app/app.ts';
import { dispatch } from '../../../electron/services/app/dispatch.ts';
import type { World } from '../../../electron/services/project/world.ts';
import type { WritableDatabase } from '../../../electron/storage/database/sqlite.ts';
import { putVectors, type TextVector } from '../../../electron/storage/embeddings/embedding-table.ts';
import type { Input, Output, ProcedureName } from '../../../shared/contract/contract.ts';
import type { Reply } from '../../../shared/contract/errors.ts';
import { inventedEmbedder } from '../ledger/invented-vectors.ts';

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
  return checkedValue(name, await dispatch(app, { door: 'cli', access: 'write' }, name, input));
}

function checkedValue<Name extends ProcedureName>(name: Name, reply: Reply<unknown>): Output<Name> {
  if (!reply.ok) throw new Error(`${name}: ${reply.error.message}`);
  // The contract's output of this procedure.
  return reply.value as Output<Name>;
}

export type AskAny = (name: string, input: unknown) => Promise<unknown>;

/** A state of the program with projects of its own. */
export interface OpenState {
  readonly home: string;
  readonly ask: AskAny;
  /** The value of a call that must succeed; of another state as its own contract has it, which must be alike in what is read of it. */
  call<Name extends ProcedureName>(name: Name, input: Input<Name>): Promise<Output<Name>>;
  /** Opens one of its projects, which is made the first time. */
  open(project?: string): Promise<void>;
  /** Stores vectors in the open project as if its embedder had made them. */
  putVectors(embedder: string, vectors: () => Iterable<TextVector>): Promise<void>;
  close(): Promise<void>;
}

/** This state, and the one of the checkout in `beside`, each within a folder of `home`. */
export async function openStates(
  home: string,
  beside: string | undefined,
  embedder?: 'invented',
): Promise<OpenState[]> {
  const own: Modules = { createApp, createWorld, dispatch, putVectors };
  const others = beside === undefined ? [] : [await modulesOf(resolve(beside))];
  return [own, ...others].map((modules, at) => openState(modules, join(home, String(at)), embedder));
}

interface Modules {
  readonly createApp: typeof createApp;
  readonly createWorld: typeof createWorld;
  readonly dispatch: typeof dispatch;
  readonly putVectors: typeof putVectors;
}

async function modulesOf(checkout: string): Promise<Modules> {
  const services = join(checkout, 'electron/services');
  // Earlier states have them one folder above.
  const folder = existsSync(join(services, 'app')) ? join(services, 'app') : services;
  const part = (path: string): Promise<unknown> => import(pathToFileURL(path).href);
  // Another state's modules have the names of ours; what they take is called here alone.
  return {
    ...((await part(join(folder, 'app.ts'))) as object),
    ...((await part(join(folder, 'dispatch.ts'))) as object),
    ...((await part(join(checkout, 'electron/platform/world.ts'))) as object),
    ...((await part(join(checkout, 'electron/storage/embeddings/embedding-table.ts'))) as object),
  } as Modules;
}

function openState(
  { createApp, createWorld, dispatch, putVectors }: Modules,
  home: string,
  embedder: 'invented' | undefined,
): OpenState {
  const quiet = () => {};
  const logger = { info: quiet, warn: quiet, error: quiet };
  const world = { ...createWorld(), ...(embedder !== undefined && { embedder: inventedEmbedder }) };
  const app = createApp({ userDataDir: join(home, 'user'), shell: 'none', version: '0', logger, world });
  const ask = (name: string, input: unknown) => dispatch(app, { door: 'cli', access: 'write' }, name, input);
  return {
    home,
    ask,
    call: async (name, input) => checkedValue(name, await ask(name, input)),
    async open(project = 'project') {
      await ask('project.open', { path: join(home, project), create: true });
    },
    async putVectors(embedder, vectors) {
      const { content } = await app.projects.require();
      const steps = function* (database: WritableDatabase): Generator<void> {
        for (const vector of vectors()) yield putVectors(database, embedder, [vector]);
      };
      await content.writeInSteps(steps, () => false);
    },
    close: () => app.close(),
  };
}
