import { z } from 'zod';
import { findingRuleSchema } from './finding.ts';

/** What would change with a memory: everything in the project that uses it. */
export const memoryImpactSchema = z.object({
  /** False for an id that rules or samples speak of and no memory has. */
  exists: z.boolean(),
  /** Rules that add it, muted ones and those of disabled engines included. */
  rules: z.array(
    findingRuleSchema.extend({ engine_name: z.string(), rule_name: z.string(), active: z.boolean() }),
  ),
  engines: z.array(z.string()),
  /** Samples that ask for it by name, or for which a rule adds it. */
  samples: z.array(
    z.object({ id: z.string(), name: z.string(), explicit: z.boolean(), rules: z.array(findingRuleSchema) }),
  ),
});
export type MemoryImpact = z.infer<typeof memoryImpactSchema>;
