import { z } from 'zod';
import { codeRefusal, isCodeType } from '../pipeline/code-refusal.ts';
import { stepTypes } from '../pipeline/step-kinds.ts';
import { idSchema } from './id.ts';
import { isJsonObject, type JsonObject } from './json.ts';
import { asNewId } from './names.ts';
import { origins } from './origin.ts';
import { scopes } from './scope.ts';
import { priorities, sections } from './section.ts';

export const itemFormats = ['bullet_list', 'numbered', 'prose', 'json'] as const;
export type ItemFormat = (typeof itemFormats)[number];

/** One pipeline step; the parameters of each type are described by its step spec. */
export const stepSchema = z.looseObject({
  type: z.enum(stepTypes, { error: ({ input }) => wrongType(input) }),
  alias: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'must be a name of letters, digits and "_"')
    .optional(),
  params: z.custom<JsonObject>(isJsonObject, 'must be an object').meta({ type: 'object' }).optional(),
});
export type Step = z.infer<typeof stepSchema>;

/** What is said of a type that is none; whoever brings code hears that, also where a file is only read. */
function wrongType(type: unknown): string {
  if (isCodeType(type)) return codeRefusal(String(type));
  const given = typeof type === 'string' ? `there is no step type "${type}"` : 'a step needs a type';
  return `${given}; there are ${stepTypes.join(', ')}`;
}

export const declaredVariableTypes = ['string', 'number', 'boolean', 'array', 'object'] as const;

const declaredVariableSchema = z.looseObject({
  name: z.string().min(1).max(200),
  type: z.enum(declaredVariableTypes),
  required: z.boolean().optional(),
  default: z.unknown().optional(),
});
export type DeclaredVariable = z.infer<typeof declaredVariableSchema>;

const contributionSchema = z.looseObject({
  section: z.enum(sections),
  priority: z.enum(priorities),
  format: z.enum(itemFormats),
  /** Missing is no limit, 0 is none. */
  max_items: z.int().min(0).optional(),
  /** Required items are cut only after all others. */
  required: z.boolean().optional(),
});
export type Contribution = z.infer<typeof contributionSchema>;

/** A persistent memory: what to fetch and where it lands in the context. */
export const memorySchema = z.looseObject({
  id: asNewId(idSchema),
  label: z.string().min(1).max(300),
  description: z.string().optional(),
  version: z
    .string()
    .regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/, 'must be a version such as 1.0.0'),
  status: z.enum(['active', 'deprecated']),
  inputs_scope: z.array(z.enum(scopes)),
  additional_variables: z.array(declaredVariableSchema),
  retrieval: z.looseObject({ pipeline: z.array(stepSchema).max(64) }),
  contribution: contributionSchema,
  tags: z.array(z.string()).max(1000).optional(),
  /** Where its own words come from; the project where absent. */
  origin: z.enum(origins).optional(),
});
export type PersistentMemory = z.infer<typeof memorySchema>;

/** A memory type as a caller may send it: its id is minted where absent, version 1.0.0, active, nothing asked for. */
export const memoryDraftSchema = memorySchema.extend({
  id: asNewId(idSchema).optional(),
  version: memorySchema.shape.version.optional(),
  status: memorySchema.shape.status.optional(),
  inputs_scope: memorySchema.shape.inputs_scope.optional(),
  additional_variables: memorySchema.shape.additional_variables.optional(),
});
export type MemoryDraft = z.infer<typeof memoryDraftSchema>;
