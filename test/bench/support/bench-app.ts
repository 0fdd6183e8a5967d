import { createWorld } from '../../../electron/platform/world.ts';
import { type App, createApp } from '../../../electron/services/app.ts';
import { dispatch } from '../../../electron/services/dispatch.ts';
import type { World } from '../../../electron/services/world.ts';
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
