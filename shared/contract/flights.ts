import { z } from 'zod';
import { flightEntrySchema, flightEventSchema, flightSchema } from '../model/flight.ts';
import { asName } from '../model/names.ts';
import { procedure } from './procedure.ts';

/**
 * Sessions of coding agents as they were flown: each is a flight (`flightSchema`: totals) with entries
 * (`flightEntrySchema`: one an event, or an answer with its usage, in the order of `position`). Written by
 * `flights.hear` alone, kept in the tables `flight` and `flight_entry`; who shows them listens for `project:changed`
 * of `flights`. Not to be confused with `sessions.*` (handoff) and `health.*`, which know the same session by its id.
 */
export const flightsContract = {
  'flights.hear': procedure({
    summary: "Hears an event of a coding agent's session, records it, and gives what the agent is to know.",
    access: 'write',
    project: true,
    input: flightEventSchema,
    output: z.object({
      /** The text for the agent's context; absent where there is nothing to say. */
      context: z.string().optional(),
      /** Why the agent is to hold: only where the configuration demands it. */
      block: z.string().optional(),
    }),
  }),
  'flights.list': procedure({
    summary: 'Sessions of coding agents, the one that was heard of last first.',
    access: 'read',
    project: true,
    input: z.strictObject({ limit: z.int().min(1).max(500).optional() }),
    output: z.object({ flights: z.array(flightSchema), total: z.int() }),
  }),
  'flights.get': procedure({
    summary: 'The record of one session: its totals and its entries, oldest first, 200 unless asked.',
    access: 'read',
    project: true,
    input: z.strictObject({
      session_id: asName(z.string().min(1).max(200)),
      /** Entries from this position on. */
      from: z.int().min(0).optional(),
      limit: z.int().min(1).max(2000).optional(),
    }),
    output: z.object({
      flight: flightSchema,
      entries: z.array(flightEntrySchema),
      /** Where to go on; absent at the end. */
      next: z.int().optional(),
    }),
  }),
};
