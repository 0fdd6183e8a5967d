import { z } from 'zod';
import { contextContractSchema } from '../model/context-contract.ts';
import { contextTestSchema } from '../model/context-test.ts';
import { layoutSchema } from '../model/layout.ts';
import { memorySchema } from '../model/memory.ts';
import { memoryFindingSchema } from '../model/memory-audit.ts';
import { engineSchema } from '../model/rule.ts';
import { sampleSchema } from '../model/sample.ts';
import { mostContracts } from './contracts.ts';
import { judgedByHandler, procedure } from './procedure.ts';
import { mostTests } from './tests.ts';

/** Mends in one call, and definitions that a step back writes. */
const mostMended = 1000;

/** What a mend changed, as it was before: given back, it undoes the mend. Absent `after` is deleted. */
const stepBackSchema = z.strictObject({
  memories: z.array(judgedByHandler(memorySchema)).max(2 * mostMended),
  engines: z.array(judgedByHandler(engineSchema)).max(2 * mostMended),
  samples: z.array(judgedByHandler(sampleSchema)).max(2 * mostMended),
  tests: z
    .array(judgedByHandler(contextTestSchema))
    .max(2 * mostMended)
    .optional(),
  contracts: z
    .array(judgedByHandler(contextContractSchema))
    .max(2 * mostMended)
    .optional(),
  layouts: z
    .array(judgedByHandler(layoutSchema))
    .max(2 * mostMended)
    .optional(),
});

export const auditContract = {
  'audit.memories': procedure({
    summary:
      'What is wrong with memories: secrets, injections, contradictions with each other and with decisions, names of what is gone, duplicates, unused ones; each with its mend.',
    access: 'read',
    project: true,
    /** Definitions as they are being written; what is not given is of the project. */
    input: z.strictObject({
      memories: judgedByHandler(z.array(memorySchema)).optional(),
      engines: judgedByHandler(z.array(engineSchema)).optional(),
      samples: judgedByHandler(z.array(sampleSchema)).optional(),
      tests: judgedByHandler(z.array(contextTestSchema).max(mostTests)).optional(),
      contracts: judgedByHandler(z.array(contextContractSchema).max(mostContracts)).optional(),
    }),
    output: z.object({
      /** Texts in messages are redacted. */
      findings: z.array(memoryFindingSchema),
      /** How many memories were looked at. */
      memories: z.int(),
      /** What could not be judged, and why. */
      notes: z.array(z.string()),
    }),
  }),
  'audit.mend': procedure({
    summary:
      'Applies the mends of findings, by their ids, in one step or not at all; `undo` takes back what the answer of an earlier call says.',
    access: 'write',
    project: true,
    input: z.strictObject({
      findings: z.array(z.string().min(1).max(2000)).min(1).max(mostMended).optional(),
      undo: stepBackSchema.optional(),
    }),
    output: z.object({
      /** Findings that were mended. */
      mended: z.array(z.string()),
      /** Files that were written or deleted, as `memory <id>`, `engine <id>`, `sample <id>`, `test <id>`, `contract <id>`, `layout <id>`. */
      changed: z.array(z.string()),
      undo: stepBackSchema,
    }),
  }),
};
