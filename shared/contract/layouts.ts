import { z } from 'zod';
import { idSchema } from '../model/id.ts';
import { layoutSchema } from '../model/layout.ts';
import { hashSchema } from './engines.ts';
import { judgedByHandler, procedure } from './procedure.ts';

export const layoutsContract = {
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
};
