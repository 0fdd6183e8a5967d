import { z } from 'zod';
import {
  agentContextSchema,
  confidencePointSchema,
  contextPackageSchema,
  errorPatternSchema,
  failureSchema,
  packageDraftSchema,
  packageFactorsSchema,
  sessionSchema,
  zones,
} from '../model/handoff.ts';
import { asName } from '../model/names.ts';
import { packagePriorities } from '../model/package-words.ts';
import { procedure } from './procedure.ts';
import { line, patternsText } from './tool-texts.ts';

const name = asName(z.string().min(1).max(200));
const group = asName(z.string().max(200)).nullable();
const tokens = z.int().min(0);
const margin = z.number().min(0).lt(1);
const limit = z.int('must be a whole number >= 1').min(1, 'must be a whole number >= 1');
const instant = z.iso.datetime({ offset: true, local: true });

export const handoffContract = {
  'sessions.save': procedure({
    summary: 'Creates a session or replaces its metadata.',
    access: 'write',
    project: true,
    input: z.strictObject({
      session_id: name,
      metadata: z.looseObject({ project_id: name.optional() }).optional(),
    }),
    output: sessionSchema,
  }),
  'sessions.list': procedure({
    summary: 'Sessions, newest first.',
    access: 'read',
    project: true,
    input: z.strictObject({}),
    output: z.object({
      sessions: z.array(
        sessionSchema.extend({
          packages: z.int(),
          groups: z.array(z.string()),
          agents: z.array(z.string()),
        }),
      ),
    }),
  }),
  'zones.classify': procedure({
    summary: 'The token zone of a model at a usage.',
    access: 'read',
    project: false,
    input: z.strictObject({
      model: z.string().max(200).optional(),
      current_tokens: tokens.optional(),
      safety_margin: margin.optional(),
    }),
    output: z.object({
      zone: z.enum(zones),
      usage_pct: z.number(),
      effective_limit: z.int(),
      warnings: z.array(z.string()),
    }),
  }),
  'packages.save': procedure({
    summary: 'Stores a package that an agent leaves for others; it may take the place of an older one.',
    access: 'write',
    project: true,
    input: packageDraftSchema,
    output: contextPackageSchema,
    mcp: [
      {
        tool: 'handoff_save_package',
        set: 'handoff',
        byDefault: true,
        description: 'Leaves something for other agents of the session: what was found, decided, failed.',
        tells: {
          session_id: 'the session of both',
          package_type: 'what it is about',
          priority: 'how much it matters',
          file_path: 'the file it is about or stands in',
          summary: 'one line, 200 characters',
          content: 'the whole of it',
          producer_agent: 'your own agent type',
          consumers: 'agent types it is for',
          group_id: 'for one group of agents only',
          supersedes_id: 'the package it replaces',
        },
        text: ({ id, priority, file_path, summary }) =>
          line([`package ${id} is stored`, priority, file_path, summary]).slice(2),
      },
    ],
  }),
  'packages.list': procedure({
    summary: 'Packages with their consumers, newest first; superseded ones too.',
    access: 'read',
    project: true,
    input: z.strictObject({ session_id: name.optional(), group_id: group.optional() }),
    output: z.object({ packages: z.array(contextPackageSchema.extend({ superseded: z.boolean() })) }),
  }),
  'packages.rank': procedure({
    summary: 'Ranks given packages for a request.',
    access: 'read',
    project: false,
    input: z.strictObject({
      packages: z
        .array(
          z.looseObject({
            id: z.int(),
            priority: z.enum(packagePriorities),
            group_id: group.optional(),
            consumers: z.array(z.string()),
            created_at: instant,
          }),
        )
        .max(100_000),
      request: z.strictObject({ group_id: group.optional(), agent_type: name }),
      now: instant,
      limit,
    }),
    output: z.object({
      ranked: z.array(z.object({ id: z.int(), score: z.number() })),
      /** What each score is made of, in the same order. */
      factors: z.array(packageFactorsSchema),
      available: z.int(),
      overflow: z.int(),
    }),
  }),
  'packages.context': procedure({
    summary:
      'What an agent gets to begin with, as Markdown and as data; never fails where only the store does.',
    access: 'read',
    project: false,
    input: z.strictObject({
      session_id: name,
      group_id: group.optional(),
      agent_type: asName(
        z
          .string()
          .min(1)
          .max(100)
          .regex(/^[^\r\n]*$/, 'must be one line'),
      ),
      model: z.string().max(200).optional(),
      current_tokens: tokens.optional(),
      iteration: z.int().min(0).optional(),
      query: z.string().max(100_000).optional(),
      limit: limit.optional(),
      failure: failureSchema.optional(),
      /** Whose error patterns count; those of the session's project when absent, of all where it names none. */
      project_id: name.optional(),
      /** Adds `left_out`, for people who want to know; an agent would pay for it. */
      explain: z.boolean().optional(),
    }),
    output: agentContextSchema,
    mcp: [
      {
        tool: 'context_for_agent',
        set: 'handoff',
        byDefault: true,
        description: 'What an agent should know to begin with: packages left for it, and known errors.',
        tells: {
          session_id: 'the session it works in',
          agent_type: 'its role, e.g. developer',
          group_id: 'its group',
          current_tokens: 'how full its context is',
          model: 'for its window',
          query: 'what it is about to do',
          limit: 'most packages',
        },
        text: ({ markdown }) => markdown,
      },
    ],
  }),
  'packages.markConsumed': procedure({
    summary: 'Notes that an agent type has read packages in an iteration.',
    access: 'write',
    project: true,
    input: z.strictObject({
      package_ids: z.array(z.int()).min(1).max(1000),
      agent_type: name,
      iteration: z.int().min(0).optional(),
    }),
    output: z.object({ marked: z.int() }),
    mcp: [
      {
        tool: 'handoff_mark_consumed',
        set: 'handoff',
        tells: {
          package_ids: 'ids of packages',
          agent_type: 'who has read them',
          iteration: 'in which round; 0 where absent',
        },
      },
    ],
  }),
  'errorPatterns.record': procedure({
    summary: 'Records a failure and what solved it; seen again, the longer solution stays.',
    access: 'write',
    project: true,
    input: failureSchema.extend({
      project_id: name.optional(),
      solution: z.string().min(1).max(20_000),
      ttl_days: z.int().min(1).max(36_500).optional(),
    }),
    output: errorPatternSchema,
    mcp: [
      {
        tool: 'error_pattern_record',
        set: 'handoff',
        tells: {
          error_type: 'e.g. TypeError',
          message: 'as it was shown',
          solution: 'what mended it',
          context_hints: 'tool, framework, file kind',
          stack: 'the stack trace',
          lang: 'programming language',
        },
      },
    ],
  }),
  'errorPatterns.feedback': procedure({
    summary: 'Whether a known solution helped (+0.1) or misled (-0.2).',
    access: 'write',
    project: true,
    input: z.strictObject({
      /** Needed only where several projects know the pattern. */
      project_id: name.optional(),
      pattern_hash: name,
      helped: z.boolean(),
    }),
    output: errorPatternSchema,
    mcp: [
      {
        tool: 'error_pattern_feedback',
        set: 'handoff',
        tells: {
          pattern_hash: 'of the pattern',
          helped: 'whether its solution did',
          project_id: 'where several projects know it',
        },
      },
    ],
  }),
  'errorPatterns.match': procedure({
    summary:
      'Known patterns of a failure, closest first, whatever their confidence; expired ones are left out.',
    access: 'read',
    project: true,
    /** Without `project_id`, of all projects. */
    input: z.strictObject({ project_id: name.optional(), failure: failureSchema }),
    output: z.object({ patterns: z.array(errorPatternSchema) }),
    mcp: [
      {
        tool: 'error_pattern_match',
        set: 'handoff',
        byDefault: true,
        body: 'failure',
        description: 'What mended a failure like this before, surest first.',
        tells: {
          error_type: 'e.g. TypeError',
          message: 'as it was shown',
          context_hints: 'tool, framework, file kind',
          stack: 'the stack trace',
          lang: 'programming language',
        },
        text: ({ patterns }) => patternsText(patterns),
      },
    ],
  }),
  'errorPatterns.list': procedure({
    summary: 'All patterns, or those of one project, best first, with how their confidence went.',
    access: 'read',
    project: true,
    input: z.strictObject({ project_id: name.optional() }),
    output: z.object({
      patterns: z.array(
        errorPatternSchema.extend({
          expired: z.boolean(),
          /** Whether agents are shown it: not expired, and confidence not below that of an untried solution. */
          shown: z.boolean(),
          history: z.array(confidencePointSchema),
        }),
      ),
    }),
  }),
};
