import { z } from 'zod';
import { asName } from './names.ts';
import { origins } from './origin.ts';
import { packagePriorities, packageTypes } from './package-words.ts';

const label = z.string().min(1).max(200);
const name = asName(z.string().min(1).max(200));
/** One line, so that nothing in it can look like another line of the text. */
const oneLine = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .regex(/^[^\r\n\u0085\u2028\u2029]*$/, 'must be one line');

export const zones = ['Normal', 'Soft Warning', 'Conservative', 'Wrap-up', 'Emergency'] as const;
export type Zone = (typeof zones)[number];

/** An agent type that a package is addressed to, and whether it has read it in an iteration. */
const packageConsumerSchema = z.object({
  agent_type: z.string(),
  iteration: z.int(),
  /** ISO 8601; absent until it was consumed. */
  consumed_at: z.string().optional(),
});

/** A context package that one agent left for others. */
export const contextPackageSchema = z.object({
  id: z.int(),
  session_id: z.string(),
  /** Null is the whole session. */
  group_id: z.string().nullable(),
  package_type: z.enum(packageTypes),
  file_path: z.string(),
  producer_agent: z.string(),
  priority: z.enum(packagePriorities),
  summary: z.string(),
  content: z.string().optional(),
  size_bytes: z.int(),
  supersedes_id: z.int().optional(),
  created_at: z.string(),
  consumers: z.array(packageConsumerSchema),
});
export type ContextPackage = z.infer<typeof contextPackageSchema>;

/** A package as an agent hands it over. Addressees are agent types; `size_bytes` is that of the content where absent. */
export const packageDraftSchema = z.strictObject({
  session_id: name,
  group_id: asName(z.string().max(200)).nullable().optional(),
  package_type: z.enum(packageTypes),
  file_path: oneLine(1000),
  producer_agent: name,
  priority: z.enum(packagePriorities),
  summary: oneLine(200),
  content: z.string().max(1_000_000).optional(),
  size_bytes: z.int().min(0).optional(),
  supersedes_id: z.int().optional(),
  consumers: z.array(name).max(100).optional(),
  created_at: z.iso.datetime({ offset: true }).optional(),
});

export const sessionSchema = z.object({
  session_id: z.string(),
  /** `project_id` says whose error patterns count; those of all projects where it is absent. */
  metadata: z.looseObject({ project_id: z.string().optional() }),
  created_at: z.string(),
  updated_at: z.string(),
});
export type HandoffSession = z.infer<typeof sessionSchema>;

/** A failure as an agent saw it. */
export const failureSchema = z.strictObject({
  error_type: label,
  message: z.string().min(1).max(20_000),
  context_hints: z.array(label).max(50).optional(),
  stack: z.string().max(100_000).optional(),
  /** The programming language; what is known to be of another one does not match. */
  lang: name.optional(),
});
export type Failure = z.infer<typeof failureSchema>;

/** What is the same whenever a failure happens again. */
const errorSignatureSchema = z.object({
  error_type: z.string(),
  message_pattern: z.string(),
  context_hints: z.array(z.string()),
  stack_pattern: z.string(),
});
export type ErrorSignature = z.infer<typeof errorSignatureSchema>;

export const errorPatternSchema = z.object({
  pattern_hash: z.string(),
  project_id: z.string(),
  signature: errorSignatureSchema,
  solution: z.string(),
  confidence: z.number(),
  occurrences: z.int(),
  lang: z.string().optional(),
  last_seen: z.string(),
  created_at: z.string(),
  ttl_days: z.int(),
  /** Who told it, where that is not the user: an agent, or output of a tool that a hook heard. */
  origin: z.enum(origins).optional(),
});
export type ErrorPattern = z.infer<typeof errorPatternSchema>;

/** Confidence as it was at a time, so that it can be drawn. */
export const confidencePointSchema = z.object({
  at: z.string(),
  confidence: z.number(),
  cause: z.enum(['recorded', 'seen', 'helped', 'misled']),
});
export type ConfidencePoint = z.infer<typeof confidencePointSchema>;

/** What a package's score is made of; the four add up to it. */
export const packageFactorsSchema = z.object({
  priority: z.number(),
  group: z.number(),
  agent: z.number(),
  recency: z.number(),
});
export type PackageFactors = z.infer<typeof packageFactorsSchema>;

/** A package as an agent gets it, redacted; `tokens` is what its block costs. */
const handedPackageSchema = contextPackageSchema
  .omit({ consumers: true, size_bytes: true })
  .extend({ score: z.number(), factors: packageFactorsSchema, tokens: z.int() });
export type HandedPackage = z.infer<typeof handedPackageSchema>;

/**
 * Why an agent does not get a package of its session: another took its place, the agent has read it, it is of another
 * group; the zone does not allow it; it did not fit the share, or came after the limit.
 */
const leftOutReasons = ['superseded', 'consumed', 'group', 'zone', 'share', 'limit'] as const;

/** A package that an agent does not get; those that were ranked have a score. */
const leftOutPackageSchema = z.object({
  id: z.int(),
  reason: z.enum(leftOutReasons),
  score: z.number().optional(),
  factors: packageFactorsSchema.optional(),
});
export type LeftOutPackage = z.infer<typeof leftOutPackageSchema>;

/** How a context came about: by the full-text index, by plain SQL, or not at all. */
const contextPaths = ['fts5', 'plain', 'fallback'] as const;

/** What an agent gets to begin with. */
export const agentContextSchema = z.object({
  markdown: z.string(),
  zone: z.enum(zones),
  usage_pct: z.number(),
  effective_limit: z.int(),
  packages: z.array(handedPackageSchema),
  error_patterns: z.array(errorPatternSchema),
  available: z.int(),
  overflow: z.int(),
  /** Why no further package is shown; null when there is none. */
  stopped_by: z.enum(['limit', 'share', 'zone']).nullable(),
  /** Every other package of the session with its reason, ranked ones first; only where `explain` was asked for. */
  left_out: z.array(leftOutPackageSchema).optional(),
  /** Tokens for each part of the agent's prompt, of those that are left. */
  shares: z.object({
    task: z.int(),
    specialization: z.int(),
    packages: z.int(),
    errors: z.int(),
  }),
  /** The token counter that was used: an exact one, or `chars4` where that failed. */
  counter: z.string(),
  path: z.enum(contextPaths),
  warnings: z.array(z.string()),
});
export type AgentContext = z.infer<typeof agentContextSchema>;
