import { z } from 'zod';
import { flightEntrySchema, flightEventSchema, flightSchema, flightTurnSchema } from '../model/flight.ts';
import {
  instructionAgents,
  instructionFileSchema,
  instructionPredictionSchema,
} from '../model/instruction-file.ts';
import { asName } from '../model/names.ts';
import { procedure } from './procedure.ts';

const path = z.string().min(1).max(4096);

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
      /** Why the event could not be recorded, as on a full disk: what could be read is given all the same. */
      unkept: z.string().optional(),
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
  'flights.turns': procedure({
    summary:
      'The turns of one session in figures, oldest first: tokens by origin, usage, calls, compactions.',
    access: 'read',
    project: true,
    input: z.strictObject({
      session_id: asName(z.string().min(1).max(200)),
      /** Turns from this one on, for who has the earlier ones. */
      from: z.int().min(0).optional(),
    }),
    output: z.object({
      flight: flightSchema,
      turns: z.array(flightTurnSchema),
      /** The MCP servers that were on offer when it started last. */
      mcp_servers: flightEntrySchema.shape.mcp_servers,
    }),
  }),
  'flights.instructions': procedure({
    summary:
      'The instruction files that a session had at the end of a turn, with reasons, and of each other one why not.',
    access: 'read',
    project: true,
    input: z.strictObject({
      session_id: asName(z.string().min(1).max(200)),
      /** The last one where absent. */
      turn: z.int().min(0).optional(),
    }),
    output: z.object({
      /** `told`: by the agent itself; the others follow from the files as they are now. */
      files: z.array(instructionFileSchema.extend({ told: z.boolean() })),
      /** False where nobody knows how the agent finds its files: only what it told is there. */
      is_known: z.boolean(),
    }),
  }),
  'flights.predict': procedure({
    summary:
      'Which instruction files coding agents have that work in the project, and of each other file why not, with the smallest change. Runs nothing.',
    access: 'read',
    project: true,
    input: z.strictObject({
      /** All agents where absent. */
      agent: z.enum(instructionAgents).optional(),
      /** The folder that the agent is started in, in the project; its top where absent. */
      folder: path.optional(),
      /** The file that it works on. */
      file: path.optional(),
      /** Files that it read before, the first first. */
      after: z.array(path).max(1000).optional(),
    }),
    output: z.object({
      /** The folder that paths are seen from: the top of the repository. */
      top: z.string(),
      agents: z.array(instructionPredictionSchema),
      /** The project is so large that not all of it was looked at. */
      is_cut: z.boolean(),
    }),
  }),
};
