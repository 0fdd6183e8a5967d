import { z } from 'zod';
import { exportFormatNames } from '../model/export-format.ts';
import { idSchema } from '../model/id.ts';
import { asName } from '../model/names.ts';
import { fileProblemSchema, problemSchema } from '../model/problem.ts';
import {
  engineDraftSchema,
  engineSchema,
  newEngineIdSchema,
  ruleDraftSchema,
  ruleSchema,
} from '../model/rule.ts';
import { judgedByHandler, nothing, procedure } from './procedure.ts';
import { line, listed, parts } from './tool-texts.ts';

/** SHA-256 (hex) of the file a definition was read from; guards against overwriting someone else's change. */
export const hashSchema = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex');
const byId = z.strictObject({ id: idSchema });
/** An engine, or null where it does not exist. */
const versionSchema = judgedByHandler(engineSchema.nullable());
const stored = z.object({ engine: engineSchema, hash: hashSchema });
const storedWithRule = stored.extend({ rule: ruleSchema });

/** What to do with an imported engine whose id is taken. */
export const onConflictSchema = z.enum(['keep', 'replace', 'new_id']);

/** Definitions to import: files as given or a folder, and what to do where an id is taken. */
export const definitionImportSchema = z.strictObject({
  files: z
    .array(z.strictObject({ name: asName(z.string()), text: z.string() }))
    .min(1)
    .optional(),
  /** Instead of files: a folder with JSON files, full or relative to the project. */
  folder: z.string().min(1).optional(),
  on_conflict: onConflictSchema,
  dry_run: z.boolean().optional(),
});

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
    summary: 'All rule engines by id, their hashes, and files that could not be read.',
    access: 'read',
    project: true,
    input: nothing,
    output: z.object({
      engines: z.array(engineSchema),
      hashes: z.record(z.string(), hashSchema),
      problems: z.array(fileProblemSchema),
    }),
    rest: [{ method: 'GET', path: '/context-rule-engine', result: 'engines' }],
    mcp: [
      {
        tool: 'rule_list',
        set: 'rules',
        tells: {},
        text: ({ engines, problems }) =>
          parts(
            engines
              .map(({ id, name, enabled, rules }) =>
                line([id, name, enabled ? undefined : 'off', `${rules.length} rules`]),
              )
              .join('\n'),
            listed(
              'files that cannot be read',
              problems.map(({ file, reason }) => line([file, reason])),
            ),
          ),
      },
    ],
  }),
  'engines.get': procedure({
    summary: 'One rule engine.',
    access: 'read',
    project: true,
    input: byId,
    output: stored,
    rest: [{ method: 'GET', path: '/context-rule-engine/:id', result: 'engine' }],
    mcp: [{ tool: 'rule_get', set: 'rules', tells: { id: 'of the engine' } }],
  }),
  'engines.create': procedure({
    summary: 'Creates an engine; ids are minted where absent.',
    access: 'write',
    project: true,
    input: z.strictObject({ engine: judgedByHandler(engineDraftSchema) }),
    output: stored,
    rest: [{ method: 'POST', path: '/context-rule-engine', body: 'engine', result: 'engine', status: 201 }],
    mcp: [
      {
        tool: 'rule_create',
        set: 'rules',
        body: 'engine',
        description: 'Creates a rule engine with its rules; absent ids are minted.',
        tells: {
          id: 'of the engine',
          name: 'of the engine',
          description: 'what it is for',
          enabled: 'whether it takes part',
          rules: '[{ name, priority?, when: [{ field, operator, value }], then: { add_memories: [ids] } }]',
        },
      },
    ],
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
    rest: [{ method: 'PUT', path: '/context-rule-engine/:id', body: 'changes', result: 'engine' }],
    mcp: [
      {
        tool: 'rule_update',
        set: 'rules',
        body: 'changes',
        destructive: true,
        description:
          'Changes a rule engine: given keys replace what was there, rules as a whole; new rules get ids.',
        tells: {
          id: 'of the engine',
          name: 'its new name',
          description: 'what it is for',
          enabled: 'whether it takes part',
          rules: '[{ name, priority?, when: [{ field, operator, value }], then: { add_memories: [ids] } }]',
          expected_hash: 'of the version that is changed',
        },
      },
    ],
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
    rest: [{ method: 'DELETE', path: '/context-rule-engine/:id' }],
    mcp: [
      {
        tool: 'rule_delete',
        set: 'rules',
        destructive: true,
        description: 'Deletes a rule engine.',
        tells: { id: 'of the engine', expected_hash: 'of the version that is deleted' },
      },
    ],
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
    rest: [
      { method: 'POST', path: '/context-rule-engine/:id/rules', body: 'rule', result: 'rule', status: 201 },
    ],
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
    rest: [
      { method: 'PUT', path: '/context-rule-engine/:id/rules/:rule_id', body: 'changes', result: 'rule' },
    ],
  }),
  'engines.deleteRule': procedure({
    summary: 'Deletes a rule of an engine.',
    access: 'write',
    project: true,
    input: z.strictObject({ id: idSchema, rule_id: z.string(), expected_hash: hashSchema.optional() }),
    output: stored.extend({ deleted: z.string() }),
    rest: [{ method: 'DELETE', path: '/context-rule-engine/:id/rules/:rule_id' }],
  }),
  'engines.duplicate': procedure({
    summary: 'Copies an engine under a new id, minted where absent.',
    access: 'write',
    project: true,
    input: z.strictObject({
      id: idSchema,
      to: newEngineIdSchema.optional(),
      name: z.string().min(1).optional(),
    }),
    output: stored,
  }),
  'engines.validate': procedure({
    summary: 'All problems of an engine: shape, unknown fields, bad patterns.',
    access: 'read',
    project: false,
    input: z.strictObject({ engine: judgedByHandler(engineSchema) }),
    output: z.object({ valid: z.boolean(), problems: z.array(problemSchema) }),
  }),
  'engines.merge': procedure({
    summary: 'Merges two edits of an engine, rule by rule; what both changed differently is a conflict.',
    access: 'read',
    project: false,
    input: z.strictObject({
      /** What both began from; null where there was nothing. */
      base: versionSchema,
      mine: versionSchema,
      theirs: versionSchema,
      /** Whose value stands in a conflict; `mine` unless told. */
      prefer: z.enum(['mine', 'theirs']).optional(),
    }),
    output: z.object({
      merged: engineSchema.nullable(),
      /** A side that is absent has nothing at that place; `["rules"]` alone is the order of rules, by id. */
      conflicts: z.array(
        z.object({
          path: z.array(z.string()),
          base: z.unknown().optional(),
          mine: z.unknown().optional(),
          theirs: z.unknown().optional(),
        }),
      ),
    }),
  }),
  'engines.import': procedure({
    summary:
      'Imports engines from rule JSON, files or a folder: one, a list or a bundle a file; all in one step or none.',
    access: 'write',
    project: true,
    input: definitionImportSchema,
    output: importReportSchema,
  }),
  'engines.export': procedure({
    summary:
      'An engine or several: canonical rule JSON, SDK or REST calls, report, table, or the rule files of other tools.',
    access: 'read',
    project: false,
    input: z.strictObject({
      id: idSchema.optional(),
      engine: judgedByHandler(engineSchema).optional(),
      /** A bundle `{ engines: [...] }`, in this order. */
      ids: z.array(idSchema).min(1).optional(),
      /** `sdk` and `rest` create the engine when they are run; `csv` has a line a rule and a column a field. */
      as: z.enum(exportFormatNames).optional(),
      /** Brings the memory types that the rules add, so that what is imported elsewhere is whole; rule files always do. */
      with_memories: z.boolean().optional(),
    }),
    output: z.object({
      filename: z.string(),
      text: z.string(),
      /** Of formats that are several files, each with its path from the project on. */
      files: z.array(z.object({ path: z.string(), text: z.string() })).optional(),
      /** What could not be brought, or said in the format; absent without any. */
      notes: z.array(z.string()).optional(),
    }),
  }),
};
