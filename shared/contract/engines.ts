import { z } from 'zod';
import { idSchema } from '../model/id.ts';
import { fileProblemSchema, problemSchema } from '../model/problem.ts';
import { engineDraftSchema, engineSchema, ruleDraftSchema, ruleSchema } from '../model/rule.ts';
import { judgedByHandler, nothing, procedure } from './procedure.ts';

/** SHA-256 (hex) of the file a definition was read from; guards against overwriting someone else's change. */
export const hashSchema = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex');
const byId = z.strictObject({ id: idSchema });
const stored = z.object({ engine: engineSchema, hash: hashSchema });
const storedWithRule = stored.extend({ rule: ruleSchema });

/** What to do with an imported engine whose id is taken. */
export const onConflictSchema = z.enum(['keep', 'replace', 'new_id']);

export const importReportSchema = z.object({
  imported: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      file: z.string(),
      change: z.enum(['created', 'replaced', 'renamed']),
      note: z.string().optional(),
    }),
  ),
  kept: z.array(z.object({ id: z.string(), file: z.string(), reason: z.string() })),
  refused: z.array(fileProblemSchema),
});
export type ImportReport = z.infer<typeof importReportSchema>;

export const enginesContract = {
  'engines.list': procedure({
    summary: 'All rule engines by id, the hash of each file, and the files that could not be read.',
    access: 'read',
    project: true,
    input: nothing,
    output: z.object({
      engines: z.array(engineSchema),
      hashes: z.record(z.string(), hashSchema),
      problems: z.array(fileProblemSchema),
    }),
  }),
  'engines.get': procedure({
    summary: 'One rule engine.',
    access: 'read',
    project: true,
    input: byId,
    output: stored,
  }),
  'engines.create': procedure({
    summary: 'Creates an engine; ids are minted where absent.',
    access: 'write',
    project: true,
    input: z.strictObject({ engine: judgedByHandler(engineDraftSchema) }),
    output: stored,
  }),
  'engines.update': procedure({
    summary: 'Merges top-level keys; `rules` is replaced as a whole and new rules get ids.',
    access: 'write',
    project: true,
    input: z.strictObject({
      id: idSchema,
      changes: judgedByHandler(engineDraftSchema.partial()),
      expected_hash: hashSchema.optional(),
    }),
    output: stored,
  }),
  'engines.save': procedure({
    summary: 'Writes a whole engine; `expected_hash` null means that it must not exist yet.',
    access: 'write',
    project: true,
    input: z.strictObject({ engine: judgedByHandler(engineSchema), expected_hash: hashSchema.nullable() }),
    output: stored,
  }),
  'engines.delete': procedure({
    summary: "Deletes an engine's file.",
    access: 'write',
    project: true,
    input: z.strictObject({ id: idSchema, expected_hash: hashSchema.optional() }),
    output: z.object({ deleted: z.string() }),
  }),
  'engines.addRule': procedure({
    summary: 'Adds a rule at the end of an engine; its id is minted where absent.',
    access: 'write',
    project: true,
    input: z.strictObject({
      id: idSchema,
      rule: judgedByHandler(ruleDraftSchema),
      expected_hash: hashSchema.optional(),
    }),
    output: storedWithRule,
  }),
  'engines.updateRule': procedure({
    summary: "Merges a rule's top-level keys; `when` and `then` are replaced as a whole.",
    access: 'write',
    project: true,
    input: z.strictObject({
      id: idSchema,
      rule_id: z.string(),
      changes: judgedByHandler(ruleSchema.partial()),
      expected_hash: hashSchema.optional(),
    }),
    output: storedWithRule,
  }),
  'engines.deleteRule': procedure({
    summary: 'Deletes a rule of an engine.',
    access: 'write',
    project: true,
    input: z.strictObject({ id: idSchema, rule_id: z.string(), expected_hash: hashSchema.optional() }),
    output: stored.extend({ deleted: z.string() }),
  }),
  'engines.duplicate': procedure({
    summary: 'Copies an engine under a new id, minted where absent.',
    access: 'write',
    project: true,
    input: z.strictObject({ id: idSchema, to: idSchema.optional(), name: z.string().min(1).optional() }),
    output: stored,
  }),
  'engines.validate': procedure({
    summary: 'All problems of an engine: shape, unknown fields, bad patterns.',
    access: 'read',
    project: false,
    input: z.strictObject({ engine: judgedByHandler(engineSchema) }),
    output: z.object({ valid: z.boolean(), problems: z.array(problemSchema) }),
  }),
  'engines.import': procedure({
    summary:
      'Imports engines from rule JSON, files or a folder: one, a list or a bundle a file; all in one step or none.',
    access: 'write',
    project: true,
    input: z.strictObject({
      files: z
        .array(z.strictObject({ name: z.string(), text: z.string() }))
        .min(1)
        .optional(),
      /** Instead of files: a folder with JSON files, full or relative to the project. */
      folder: z.string().min(1).optional(),
      on_conflict: onConflictSchema,
      dry_run: z.boolean().optional(),
    }),
    output: importReportSchema,
  }),
  'engines.export': procedure({
    summary:
      'The canonical rule JSON of an engine, loadable by any runtime, or a bundle of several to import again.',
    access: 'read',
    project: false,
    input: z.strictObject({
      id: idSchema.optional(),
      engine: judgedByHandler(engineSchema).optional(),
      /** A bundle `{ engines: [...] }`, in this order. */
      ids: z.array(idSchema).min(1).optional(),
      as: z.literal('json').optional(),
    }),
    output: z.object({ filename: z.string(), text: z.string() }),
  }),
};
