import type { Input, Output, ProcedureName } from '../../shared/contract/contract.ts';
import type { JsonObject } from '../../shared/model/json.ts';
import type { SeededRandom } from '../support/seeded-random.ts';
import type { AcknowledgedWrites, Place, Stored } from './acknowledged-writes.ts';
import type { KilledServer } from './killed-server.ts';
import { askHttp, askMcp, type HttpAnswer, NoAnswer, type StdioDoor } from './soak-doors.ts';

/** What a client works with: the server, its doors, and the memory of what was acknowledged. */
export interface SoakWorld {
  readonly server: KilledServer;
  readonly token: string;
  readonly project: string;
  readonly userDataDir: string;
  readonly random: SeededRandom;
  readonly writes: AcknowledgedWrites;
  readonly stdio: readonly StdioDoor[];
  /** Of the engine that everybody changes. */
  readonly shared: { acknowledged: number; unanswered: number };
}

/** Asks a procedure through its own path. */
export async function ask<Name extends ProcedureName>(
  world: SoakWorld,
  name: Name,
  input: Input<Name>,
): Promise<Output<Name>> {
  const { value } = await askHttp(`${world.server.origin}/procedures/${name}`, world.token, { body: input });
  return value as Output<Name>; // the handler behind the name is typed by the same contract
}

/** Asks a path of the REST door. */
export function askRest(
  { server, token }: SoakWorld,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<HttpAnswer> {
  return askHttp(`${server.origin}${path}`, token, {
    method,
    body,
    ...(headers === undefined ? {} : { headers }),
  });
}

/** Asks a tool, over HTTP or over a process of its own. */
export function askTool(world: SoakWorld, tool: string, given: JsonObject): Promise<JsonObject> {
  const door =
    world.random.between(1, 3) === 1
      ? world.stdio[world.random.between(0, world.stdio.length - 1)]
      : undefined;
  return door === undefined ? askMcp(world.server.origin, world.token, tool, given) : door.ask(tool, given);
}

/** Sends a write and keeps what became of it. `acknowledged` reads value and id from the answer. */
export async function write<Answer>(
  { writes }: SoakWorld,
  place: Place,
  values: readonly Stored[],
  send: () => Promise<Answer>,
  acknowledged: (answer: Answer) => { value?: Stored; name?: string } = () => ({}),
): Promise<Answer> {
  const attempt = writes.begin(place, ...values);
  try {
    const answer = await send();
    const { value = values[0] ?? null, name } = acknowledged(answer);
    attempt.acknowledge(value, name);
    return answer;
  } catch (error) {
    if (error instanceof NoAnswer && error.isRefusal) attempt.refuse();
    throw error;
  }
}
