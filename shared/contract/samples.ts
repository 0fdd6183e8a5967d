import { z } from 'zod';
import { idSchema } from '../model/id.ts';
import { fileProblemSchema } from '../model/problem.ts';
import { sampleSchema } from '../model/sample.ts';
import { hashSchema } from './engines.ts';
import { judgedByHandler, nothing, procedure } from './procedure.ts';

const stored = z.object({ sample: sampleSchema, hash: hashSchema });

export const samplesContract = {
  'samples.list': procedure({
    summary: 'All samples by id, the hash of each file, and the files that could not be read.',
    access: 'read',
    project: true,
    input: nothing,
    output: z.object({
      samples: z.array(sampleSchema),
      hashes: z.record(z.string(), hashSchema),
      problems: z.array(fileProblemSchema),
    }),
  }),
  'samples.get': procedure({
    summary: 'One sample.',
    access: 'read',
    project: true,
    input: z.strictObject({ id: idSchema }),
    output: stored,
  }),
  'samples.save': procedure({
    summary: 'Writes a whole sample; `expected_hash` null means that it must not exist yet.',
    access: 'write',
    project: true,
    input: z.strictObject({ sample: judgedByHandler(sampleSchema), expected_hash: hashSchema.nullable() }),
    output: stored,
  }),
  'samples.delete': procedure({
    summary: "Deletes a sample's file.",
    access: 'write',
    project: true,
    input: z.strictObject({ id: idSchema, expected_hash: hashSchema.optional() }),
    output: z.object({ deleted: z.string() }),
  }),
};
