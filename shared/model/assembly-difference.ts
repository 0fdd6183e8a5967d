import { z } from 'zod';
import { dropReasons } from './assembled-context.ts';
import { sections } from './section.ts';

/** One item that only one of two assemblies has in its context. */
const onlyInOneSchema = z.object({
  id: z.string(),
  memory_id: z.string(),
  section: z.enum(sections),
  tokens: z.int(),
  content: z.string(),
  /** Why the other does not have it: what dropped it, or that its memory was not asked for or gave nothing. */
  why: z.enum([...dropReasons, 'not_asked', 'not_returned']),
});
export type OnlyInOne = z.infer<typeof onlyInOneSchema>;

/** An item that both have, elsewhere in its section: its place among all that stayed there, from 1. */
const movedItemSchema = z.object({
  id: z.string(),
  section: z.enum(sections),
  before: z.int(),
  after: z.int(),
});
export type MovedItem = z.infer<typeof movedItemSchema>;

const firedRuleSchema = z.object({
  engine_id: z.string(),
  rule_id: z.string(),
  rule_name: z.string(),
  memories: z.array(z.string()),
});
export type FiredRule = z.infer<typeof firedRuleSchema>;

const tokensSchema = z.object({ before: z.int(), after: z.int() });

/** What is another in the context from one assembly to the next. */
export const assemblyDifferenceSchema = z.object({
  entered: z.array(onlyInOneSchema),
  left: z.array(onlyInOneSchema),
  /** How many items both have. */
  stayed: z.int(),
  /** Of those that stayed in a section, the fewest whose move makes its new order of the old one. */
  moved: z.array(movedItemSchema),
  /** Rules that fired in one of the two only. */
  rules: z.object({ entered: z.array(firedRuleSchema), left: z.array(firedRuleSchema) }),
  tokens: tokensSchema,
  section_tokens: z.array(tokensSchema.extend({ section: z.enum(sections) })),
});
export type AssemblyDifference = z.infer<typeof assemblyDifferenceSchema>;
