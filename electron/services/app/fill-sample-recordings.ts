import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type RecordedCause, recordedCauseSchema } from '../../../shared/model/recording.ts';
import { requestSchema } from '../../../shared/model/request.ts';
import { dayOf, putCause, putRecording, type StoredCause } from '../../storage/recordings/recording-table.ts';
import type { OpenProject } from '../project/project.ts';
import { causeId } from '../recordings/write-served.ts';

/** Requests as they were assembled when the file was made, each with how often it is said to have come. */
const sampleRecordingsSchema = z.array(
  z.strictObject({
    times: z.int().min(1),
    hours_ago: z.number(),
    request: requestSchema,
    cause: recordedCauseSchema,
    /** What each memory brought. */
    tokens: z.record(z.string(), z.int()),
    total: z.int(),
  }),
);
type SampleRecording = z.infer<typeof sampleRecordingsSchema>[number];

/** A month of requests that nobody made, marked as such, so that usage and replay have something to show. */
export async function fillSampleRecordings(
  { content }: OpenProject,
  filesDir: string,
  now: string,
): Promise<void> {
  const text = await readFile(join(filesDir, 'recordings.json'), 'utf8');
  const recordings = sampleRecordingsSchema.parse(JSON.parse(text));
  const ago = (hours: number) => new Date(Date.parse(now) - hours * 3_600_000).toISOString();
  const causes = new Map<string, SampleRecording[]>();
  for (const one of recordings) {
    const id = causeId('sample', one.cause);
    causes.set(id, [...(causes.get(id) ?? []), one]);
  }
  await content.write(database => {
    for (const [id, ones] of causes) {
      const ordered = ones.toSorted((left, right) => right.hours_ago - left.hours_ago);
      const [first] = ordered;
      if (first === undefined) continue;
      putCause(database, id, causeOf(first.cause, ordered, ago));
      let position = 0;
      for (const { times, hours_ago, request, total } of ordered) {
        putRecording(database, id, { position: position + 1, at: ago(hours_ago), request, tokens: total });
        position += times;
      }
    }
  });
}

/** `ordered`: the oldest first. */
function causeOf(
  { rules, memories, cut, missing }: RecordedCause,
  ordered: readonly SampleRecording[],
  ago: (hours: number) => string,
): StoredCause {
  const days: Record<string, number> = {};
  const tokens: Record<string, number> = {};
  for (const one of ordered) {
    const day = dayOf(ago(one.hours_ago));
    days[day] = (days[day] ?? 0) + one.times;
    for (const [memory, count] of Object.entries(one.tokens))
      tokens[memory] = (tokens[memory] ?? 0) + count * one.times;
  }
  return {
    rules,
    memories,
    cut,
    missing,
    origin: 'sample',
    first_at: ago(ordered[0]?.hours_ago ?? 0),
    last_at: ago(ordered.at(-1)?.hours_ago ?? 0),
    ever: ordered.reduce((sum, { times }) => sum + times, 0),
    days,
    tokens,
  };
}
