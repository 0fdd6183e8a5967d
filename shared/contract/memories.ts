import { z } from 'zod';
import { contextItemSchema, memoryCallSchema } from '../model/assembled-context.ts';
import { elementSchema } from '../model/element.ts';
import { idSchema } from '../model/id.ts';
import { memoryImpactSchema } from '../model/impact.ts';
import { memoryDraftSchema, memorySchema } from '../model/memory.ts';
import { asNewId } from '../model/names.ts';
import { fileProblemSchema, problemSchema } from '../model/problem.ts';
import { renamingReportSchema } from '../model/renaming.ts';
import { requestSchema } from '../model/request.ts';
import { requiredVariablesSchema } from '../model/variable.ts';
import { definitionImportSchema, hashSchema, importReportSchema } from './engines.ts';
import { judgedByHandler, nothing, procedure } from './procedure.ts';

const stored = z.object({ memory: memorySchema, hash: hashSchema });

export const memoriesContract = {
  'memories.list': procedure({
    summary: 'All memory types by id, the hash of each file, and the files that could not be read.',
    access: 'read',
    project: true,
    input: nothing,
    output: z.object({
      memories: z.array(memorySchema),
      hashes: z.record(z.string(), hashSchema),
      problems: z.array(fileProblemSchema),
    }),
    rest: [{ method: 'GET', path: '/persistent-memory/types', result: 'memories' }],
  }),
  'memories.get': procedure({
    summary: 'One memory type.',
    access: 'read',
    project: true,
    input: z.strictObject({ id: idSchema }),
    output: stored,
    rest: [{ method: 'GET', path: '/persistent-memory/types/:id', result: 'memory' }],
  }),
  'memories.create': procedure({
    summary: 'Creates a memory type; its id is minted where absent.',
    access: 'write',
    project: true,
    input: z.strictObject({ memory: judgedByHandler(memoryDraftSchema) }),
    output: stored,
    rest: [
      { method: 'POST', path: '/persistent-memory/types', body: 'memory', result: 'memory', status: 201 },
    ],
  }),
  'memories.update': procedure({
    summary: "Merges a memory type's top-level keys; `retrieval` and `contribution` are replaced as a whole.",
    access: 'write',
    project: true,
    input: z.strictObject({
      id: idSchema,
      changes: judgedByHandler(memoryDraftSchema.partial()),
      expected_hash: hashSchema.optional(),
    }),
    output: stored,
    rest: [{ method: 'PUT', path: '/persistent-memory/types/:id', body: 'changes', result: 'memory' }],
  }),
  'memories.duplicate': procedure({
    summary: 'Copies a memory type under a new id, minted where absent.',
    access: 'write',
    project: true,
    input: z.strictObject({
      id: idSchema,
      to: asNewId(idSchema).optional(),
      label: z.string().min(1).optional(),
    }),
    output: stored,
    rest: [{ method: 'POST', path: '/persistent-memory/types/:id/duplicate', result: 'memory', status: 201 }],
  }),
  'memories.import': procedure({
    summary:
      'Imports memory types from JSON, files or a folder: one, a list or a bundle a file; all in one step or none.',
    access: 'write',
    project: true,
    input: definitionImportSchema,
    output: importReportSchema,
    rest: [{ method: 'POST', path: '/persistent-memory/import' }],
  }),
  'memories.export': procedure({
    summary: 'The canonical JSON of a memory type, or a bundle of several to import again.',
    access: 'read',
    project: true,
    input: z.strictObject({ id: idSchema.optional(), ids: z.array(idSchema).min(1).optional() }),
    output: z.object({ filename: z.string(), text: z.string() }),
    rest: [{ method: 'GET', path: '/persistent-memory/types/:id/export', file: true }],
  }),
  'memories.save': procedure({
    summary: 'Writes a whole memory type; `expected_hash` null means that it must not exist yet.',
    access: 'write',
    project: true,
    input: z.strictObject({ memory: judgedByHandler(memorySchema), expected_hash: hashSchema.nullable() }),
    output: stored,
  }),
  'memories.delete': procedure({
    summary: "Deletes a memory type's file.",
    access: 'write',
    project: true,
    input: z.strictObject({ id: idSchema, expected_hash: hashSchema.optional() }),
    output: z.object({ deleted: z.string() }),
    rest: [{ method: 'DELETE', path: '/persistent-memory/types/:id' }],
  }),
  'memories.validate': procedure({
    summary: 'All problems of a memory type: shape, steps, parameters, code.',
    access: 'read',
    project: false,
    input: z.strictObject({ memory: judgedByHandler(memorySchema) }),
    output: z.object({ valid: z.boolean(), problems: z.array(problemSchema) }),
    rest: [{ method: 'POST', path: '/persistent-memory/validate', body: 'memory' }],
  }),
  'memories.execute': procedure({
    summary: "Runs one memory's pipeline for a request and shows what each step returned.",
    access: 'read',
    project: true,
    input: z.strictObject({
      id: idSchema.optional(),
      memory: judgedByHandler(memorySchema).optional(),
      request: judgedByHandler(requestSchema),
    }),
    output: z.object({
      call: memoryCallSchema,
      items: z.array(contextItemSchema),
      /** Per step: the redacted elements or the text it returned; at most 50 elements a step. */
      step_results: z.array(
        z.object({
          alias: z.string(),
          elements: z.array(elementSchema).optional(),
          text: z.string().optional(),
        }),
      ),
    }),
    rest: [{ method: 'POST', path: '/persistent-memory/types/:id/execute', body: 'request' }],
  }),
  'memories.stepSpecs': procedure({
    summary: 'Step types with their parameters.',
    access: 'read',
    project: false,
    input: nothing,
    output: z.object({ steps: z.record(z.string(), z.unknown()) }),
    rest: [{ method: 'GET', path: '/persistent-memory/step-specs', result: 'steps' }],
  }),
  'memories.requiredVariables': procedure({
    summary: 'What a caller must provide for these memories.',
    access: 'read',
    project: true,
    input: z.strictObject({ memory_ids: z.array(idSchema) }),
    output: requiredVariablesSchema,
    rest: [{ method: 'POST', path: '/context-assembly/required-variables', list: 'memory_ids' }],
    mcp: [
      { tool: 'context_get_required_variables', set: 'rules', tells: { memory_ids: 'memories to be had' } },
    ],
  }),
  'memories.impact': procedure({
    summary: 'What uses a memory: rules that add it, their engines, samples that get it or ask for it.',
    access: 'read',
    project: true,
    input: z.strictObject({ id: z.string().min(1) }),
    output: memoryImpactSchema,
  }),
  'memories.rename': procedure({
    summary: 'Gives a memory another id, in its file, rules and samples, all in one step or nothing.',
    access: 'write',
    project: true,
    input: z.strictObject({
      id: idSchema,
      to: asNewId(idSchema),
      expected_hash: hashSchema.optional(),
      dry_run: z.boolean().optional(),
    }),
    output: stored.extend(renamingReportSchema.shape),
  }),
};
