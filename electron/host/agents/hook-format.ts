import type { ToldEvent } from '../../../shared/model/flight.ts';
import type { JsonObject } from '../../../shared/model/json.ts';

/** What Weft answers to an event. */
export interface HookAnswer {
  readonly context?: string;
  readonly block?: string;
}

/** How one coding agent tells its events and takes answers. */
export interface HookFormat {
  /** The event in Weft's words; undefined for one that is of no use. */
  read(input: JsonObject): ToldEvent | undefined;
  /** What goes to stdout as JSON; undefined where there is nothing to say. */
  write(answer: HookAnswer, input: JsonObject): JsonObject | undefined;
}
