import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { flightEventSchema, flightGivenSchema, flightUsageSchema } from '../../../shared/model/flight.ts';
import { chars4 } from '../../engine/assembly/count-items.ts';
import { putFlight, type StoredFlight } from '../../storage/flights/flight-table.ts';
import { followFlight } from '../flights/follow-flight.ts';
import type { OpenProject } from '../project/project.ts';

const stepSchema = z.strictObject({
  minutes_ago: z.number(),
  told: flightEventSchema.omit({ session_id: true, agent: true }),
  /** What the transcript had by then. */
  answers: z.array(flightUsageSchema).optional(),
  given: flightGivenSchema.omit({ tokens: true }).optional(),
  saved: z.array(z.string()).optional(),
});
const flightFileSchema = z.strictObject({
  session_id: z.string(),
  agent: z.string(),
  model: z.string(),
  steps: z.array(stepSchema),
});

/** A session of a coding agent in the sample project, as its hooks would have told it; its times count from now. */
export async function fillSampleFlight(project: OpenProject, filesDir: string, now: string): Promise<void> {
  const text = await readFile(join(filesDir, 'flight.json'), 'utf8');
  const { session_id, agent, model, steps } = flightFileSchema.parse(JSON.parse(text));
  await project.content.write(database => {
    let flight: StoredFlight | undefined;
    for (const [index, { minutes_ago, told, answers = [], given, saved }] of steps.entries()) {
      const at = new Date(Date.parse(now) - minutes_ago * 60_000).toISOString();
      const read = answers.map((usage, part) => ({ answer_id: `${index}-${part}`, usage, model, at }));
      const deed = {
        ...(given !== undefined && { given: { ...given, tokens: chars4(given.text) } }),
        ...(saved !== undefined && { saved }),
      };
      const next = followFlight(
        flight,
        { session_id, agent, ...told },
        { now: at, answers: { from: 0, to: 0, answers: read }, deed, scopes: told.files ?? [] },
      );
      flight = next.flight;
      putFlight(database, flight, next.entries);
    }
  });
}
