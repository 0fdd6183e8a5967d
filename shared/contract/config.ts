import { z } from 'zod';
import { configSchema, configWarningSchema } from '../model/config.ts';
import { nothing, procedure } from './procedure.ts';

const configState = z.object({
  config: configSchema,
  /** What the file says, word by word; empty where there is none. */
  given: z.record(z.string(), z.unknown()),
  warnings: z.array(configWarningSchema),
  /** SHA-256 of the file; null where there is none. */
  hash: z.string().nullable(),
});

export const configContract = {
  'config.get': procedure({
    summary: 'The configuration in force, and what in the file cannot be used.',
    access: 'read',
    project: true,
    input: nothing,
    output: configState,
  }),
  'config.set': procedure({
    summary:
      'Changes keys of `context_engineering`; null takes a key out. A value that cannot be used is refused.',
    access: 'write',
    project: true,
    input: z.strictObject({
      changes: z.record(z.string(), z.unknown()),
      expected_hash: z.string().nullable().optional(),
    }),
    output: configState,
  }),
  'config.schema': procedure({
    summary:
      'JSON Schema of `.codebolt/weft.json` with the meaning of every key, its defaults, and a file to begin with.',
    access: 'read',
    project: false,
    input: nothing,
    output: z.object({
      schema: z.record(z.string(), z.unknown()),
      defaults: configSchema,
      template: z.record(z.string(), z.unknown()),
    }),
  }),
};
