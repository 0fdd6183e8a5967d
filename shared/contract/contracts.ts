import { z } from 'zod';
import {
  contextContractSchema,
  contractDraftSchema,
  contractVerdictSchema,
} from '../model/context-contract.ts';
import { idSchema } from '../model/id.ts';
import { memorySchema } from '../model/memory.ts';
import { fileProblemSchema } from '../model/problem.ts';
import { engineSchema } from '../model/rule.ts';
import { hashSchema } from './engines.ts';
import { judgedByHandler, nothing, procedure } from './procedure.ts';

/** Contracts of one call at most. */
export const mostContracts = 1000;

const byId = z.strictObject({ id: idSchema });
const stored = z.object({ contract: contextContractSchema, hash: hashSchema });

export const contractsContract = {
  'contracts.list': procedure({
    summary: 'All contracts by id, the hash of each file, and the files that could not be read.',
    access: 'read',
    project: true,
    input: nothing,
    output: z.object({
      contracts: z.array(contextContractSchema),
      hashes: z.record(z.string(), hashSchema),
      problems: z.array(fileProblemSchema),
    }),
  }),
  'contracts.get': procedure({
    summary: 'One contract.',
    access: 'read',
    project: true,
    input: byId,
    output: stored,
  }),
  'contracts.create': procedure({
    summary: 'Creates a contract; its id is minted where absent, its severity is error.',
    access: 'write',
    project: true,
    input: z.strictObject({ contract: judgedByHandler(contractDraftSchema) }),
    output: stored,
  }),
  'contracts.update': procedure({
    summary: 'Merges top-level keys of a contract; `state` and `when` are replaced as a whole.',
    access: 'write',
    project: true,
    input: z.strictObject({
      id: idSchema,
      changes: judgedByHandler(contractDraftSchema.partial()),
      expected_hash: hashSchema.optional(),
    }),
    output: stored,
  }),
  'contracts.save': procedure({
    summary: 'Writes a whole contract; `expected_hash` null means that it must not exist yet.',
    access: 'write',
    project: true,
    input: z.strictObject({
      contract: judgedByHandler(contextContractSchema),
      expected_hash: hashSchema.nullable(),
    }),
    output: stored,
  }),
  'contracts.delete': procedure({
    summary: "Deletes a contract's file.",
    access: 'write',
    project: true,
    input: z.strictObject({ id: idSchema, expected_hash: hashSchema.optional() }),
    output: z.object({ deleted: z.string() }),
  }),
  'contracts.check': procedure({
    summary:
      'Whether contracts hold for every request: proved, refuted by a request, checked on requests, or open; what is not given is of the project.',
    access: 'read',
    project: false,
    input: z.strictObject({
      contracts: judgedByHandler(z.array(contextContractSchema).max(mostContracts)).optional(),
      engines: judgedByHandler(z.array(engineSchema)).optional(),
      memories: judgedByHandler(z.array(memorySchema)).optional(),
    }),
    output: z.object({ results: z.array(contractVerdictSchema.extend({ id: z.string() })) }),
  }),
};
