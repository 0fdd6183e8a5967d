import { z } from 'zod';
import { idSchema } from '../model/id.ts';
import { layoutSchema } from '../model/layout.ts';
import { fileProblemSchema } from '../model/problem.ts';
import { hashSchema } from './engines.ts';
import { judgedByHandler, nothing, procedure } from './procedure.ts';

export const layoutsContract = {
  'layouts.list': procedure({
    summary:
      'All canvas layouts by the id of their engine, the hash of each file, and the files that could not be read.',
    access: 'read',
    project: true,
    input: nothing,
    output: z.object({
      layouts: z.array(layoutSchema),
      hashes: z.record(z.string(), hashSchema),
      problems: z.array(fileProblemSchema),
    }),
  }),
  'layouts.get': procedure({
    summary: "An engine's canvas layout; without pins and hash when none was kept.",
    access: 'read',
    project: true,
    input: z.strictObject({ id: idSchema }),
    output: z.object({ layout: layoutSchema, hash: hashSchema.nullable() }),
  }),
  'layouts.save': procedure({
    summary: 'Keeps a canvas layout beside the engine; with `expected_hash` null it must not exist yet.',
    access: 'write',
    project: true,
    input: z.strictObject({
      layout: judgedByHandler(layoutSchema),
      expected_hash: hashSchema.nullable().optional(),
    }),
    output: z.object({ layout: layoutSchema, hash: hashSchema }),
  }),
  'layouts.delete': procedure({
    summary: "Deletes an engine's canvas layout: everything is laid out again.",
    access: 'write',
    project: true,
    input: z.strictObject({ id: idSchema, expected_hash: hashSchema.optional() }),
    output: z.object({ deleted: z.string() }),
  }),
};
