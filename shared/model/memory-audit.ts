import { z } from 'zod';

/** What can be wrong with a memory's own texts, or with how it is used; the worst first. */
export const auditKinds = [
  'secret',
  'injection',
  'contradiction',
  'superseded',
  'stale',
  'duplicate',
  'too_long',
  'unused',
] as const;
export type AuditKind = (typeof auditKinds)[number];

/** A text of a memory: the keys that lead to it from the memory on, such as `retrieval`, `pipeline`, 0, `params`, `items`, 2. */
const place = z.array(z.union([z.string(), z.int()]));

/** Of the text that a mend was found in: where another one stands by now, it is left as it is. */
const of = z.int();

/** One change that mends a finding; what it is about is in the finding. */
const memoryMendSchema = z.discriminatedUnion('do', [
  /** Secrets in the text are replaced as they are wherever it leaves Weft. */
  z.object({ do: z.literal('redact'), place, of }),
  /** What stands between two positions of the text goes, and the item where nothing is left. */
  z.object({ do: z.literal('cut'), place, of, from: z.int(), to: z.int() }),
  /** The text becomes several items at its paragraphs, so that a budget can take some of them. */
  z.object({ do: z.literal('split'), place, of }),
  /** Its own words count as an import from now on, so they are shown as data and never among instructions. */
  z.object({ do: z.literal('lower') }),
  /** Whatever names it, rules, samples, tests and contracts, names another one instead, and it is deleted. */
  z.object({ do: z.literal('replace'), by: z.string(), of }),
  /** It is no longer required, and rules that always fire no longer add it. */
  z.object({ do: z.literal('unpin') }),
  /** Refused where something names it by now. */
  z.object({ do: z.literal('delete') }),
]);
export type MemoryMend = z.infer<typeof memoryMendSchema>;

export const memoryFindingSchema = z.object({
  /** The same as long as what it is about is the same. */
  id: z.string(),
  kind: z.enum(auditKinds),
  severity: z.enum(['error', 'warning', 'info']),
  memory_id: z.string(),
  /** The text that it is about; absent where it is about the whole. */
  place: place.optional(),
  message: z.string(),
  /** The memory or decision that it is at odds with, or the same as. */
  other: z.object({ kind: z.enum(['memory', 'decision']), id: z.string() }).optional(),
  mend: memoryMendSchema,
  /** What the mend does, on a button. */
  mend_label: z.string(),
});
export type MemoryFinding = z.infer<typeof memoryFindingSchema>;
