import { z } from 'zod';
import { assembledContextSchema, requestValidationSchema } from '../model/assembled-context.ts';
import { assemblyDifferenceSchema } from '../model/assembly-difference.ts';
import { explanationSchema } from '../model/explanation.ts';
import { memorySchema } from '../model/memory.ts';
import { asName } from '../model/names.ts';
import { estimators, requestSchema } from '../model/request.ts';
import { engineSchema } from '../model/rule.ts';
import { judgedByHandler, nothing, procedure } from './procedure.ts';
import { contextText, explanationText } from './tool-texts.ts';

const request = judgedByHandler(requestSchema);
const requestTells = {
  scope_variables: 'by scope: { project: {}, agent: {} }',
  additional_variables: 'others, as { phase }',
  input: 'what the user said',
  constraints: '{ max_tokens } of the context',
};

/** Unsaved definitions laid over the project's; ids replace. `absent` ones count as deleted. */
const overlaySchema = z.strictObject({
  absent: z
    .strictObject({ engines: z.array(z.string()).optional(), memories: z.array(z.string()).optional() })
    .optional(),
  engines: judgedByHandler(z.array(engineSchema)).optional(),
  memories: judgedByHandler(z.array(memorySchema)).optional(),
});

/** One of two assemblies: made of a request, of one that was recorded, or there already. */
const sideSchema = z.strictObject({
  request: request.optional(),
  /** Id of a recorded request, assembled as the definitions are now. */
  recording: asName(z.string().min(1).max(100)).optional(),
  assembled: assembledContextSchema.optional(),
  /** For what is assembled now. */
  overlay: overlaySchema.optional(),
});

export const assemblyContract = {
  'assembly.validate': procedure({
    summary: 'Judges a request: all errors at once, and what it would resolve to.',
    access: 'read',
    project: true,
    input: z.strictObject({ request }),
    output: requestValidationSchema,
    rest: [{ method: 'POST', path: '/context-assembly/validate', body: 'request' }],
    mcp: [
      {
        tool: 'context_validate',
        set: 'rules',
        body: 'request',
        tells: requestTells,
      },
    ],
  }),
  'assembly.assemble': procedure({
    summary: 'Assembles the context for a request.',
    access: 'read',
    project: true,
    input: z.strictObject({ request }),
    output: assembledContextSchema,
    rest: [{ method: 'POST', path: '/context-assembly/assemble', body: 'request' }],
    mcp: [
      {
        tool: 'context_get',
        set: 'rules',
        byDefault: true,
        body: 'request',
        description: 'The memories that rules choose for a request, as text, with what chose them.',
        tells: requestTells,
        text: contextText,
      },
    ],
  }),
  'assembly.preview': procedure({
    summary: 'The same with unsaved engines and memories, without side effects.',
    access: 'read',
    project: false,
    input: z.strictObject({ request, overlay: overlaySchema.optional() }),
    output: assembledContextSchema,
  }),
  'assembly.explain': procedure({
    summary: 'Why a memory or an item is in the context or not, and the smallest change that includes it.',
    access: 'read',
    project: false,
    input: z.strictObject({
      request,
      memory_id: z.string().min(1).max(1000).optional(),
      /** Instead of the memory: one item, `<memory_id>#<n>`. */
      item_id: z
        .string()
        .max(1100)
        .regex(/^.+#\d+$/, 'must be <memory_id>#<n>')
        .optional(),
      overlay: overlaySchema.optional(),
    }),
    output: explanationSchema,
    mcp: [
      {
        tool: 'context_why',
        set: 'rules',
        body: 'request',
        tells: {
          memory_id: 'the memory asked about',
          item_id: 'instead: one item, memory#n',
          scope_variables: 'by scope: { project: {}, agent: {} }',
          additional_variables: 'others, as { phase }',
          input: 'what the user said',
        },
        text: explanationText,
      },
    ],
  }),
  'assembly.diff': procedure({
    summary:
      'What is another from one assembly to the next: items that entered, left and moved, rules, tokens. Without side effects.',
    access: 'read',
    project: false,
    input: z.strictObject({ before: sideSchema, after: sideSchema }),
    output: assemblyDifferenceSchema,
  }),
  'assembly.render': procedure({
    summary: 'The text of an assembled context.',
    access: 'read',
    project: false,
    input: z.strictObject({
      assembled: assembledContextSchema,
      format: z.enum(['markdown', 'xml', 'json']),
      provenance: z.boolean().optional(),
    }),
    /** `tokens` of the text, by the estimator of the assembly. */
    output: z.object({ text: z.string(), tokens: z.int() }),
  }),
  'assembly.count': procedure({
    summary: 'The tokens of texts, by an estimator.',
    access: 'read',
    project: false,
    input: z.strictObject({
      texts: z.array(z.string().max(1_000_000)).max(100_000),
      /** `o200k_base` when absent. */
      estimator: z.enum(estimators).optional(),
    }),
    /** One number for each text, in their order. */
    output: z.object({ tokens: z.array(z.int()) }),
  }),
  'assembly.memoryTypes': procedure({
    summary: 'Available memory types, simplified.',
    access: 'read',
    project: true,
    input: nothing,
    output: z.object({
      memory_types: z.array(
        z.object({
          id: z.string(),
          label: z.string(),
          description: z.string(),
          section: z.string(),
          inputs_scope: z.array(z.string()),
        }),
      ),
    }),
    rest: [{ method: 'GET', path: '/context-assembly/memory-types', result: 'memory_types' }],
    mcp: [{ tool: 'context_list_memory_types', set: 'rules', tells: {} }],
  }),
};
