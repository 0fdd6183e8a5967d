import { z } from 'zod';
import {
  decisionConflictSchema,
  decisionStatusSchema,
  entryTypeSchema,
  instantSchema,
  ledgerIdSchema,
  ledgerRecordSchema,
  statusChangeSchema,
} from '../model/ledger.ts';
import { scope, text } from './ledger-fields.ts';
import { nothing, procedure } from './procedure.ts';
import { line, recordsText } from './tool-texts.ts';

/** What can be filtered by, and how many records have it; most frequent first. */
const facet = z.object({ name: z.string(), count: z.int() });

/** Looking through the ledger: lists, facets, one record with what relates to it, search. */
export const ledgerLookContract = {
  'ledger.list': procedure({
    summary: 'Decisions and entries, newest first, by filters and page by page.',
    access: 'read',
    project: true,
    input: z.strictObject({
      kinds: z.array(z.enum(['decision', 'entry'])).optional(),
      scope: scope.optional(),
      /** Only what lies in `scope`, without what stands above it and applies there as well. */
      inside: z.boolean().optional(),
      /** Only what has any of these words. */
      query: text.optional(),
      /** Like `tags` and `resolved` of entries; without `kinds` or a filter of decisions, these are left out. */
      entry_types: z.array(entryTypeSchema).optional(),
      /** Like `domains` of decisions; without `kinds` or a filter of entries, these are left out. */
      statuses: z.array(decisionStatusSchema).optional(),
      domains: z.array(z.string()).optional(),
      agents: z.array(z.string()).optional(),
      /** Entries with any of these. */
      tags: z.array(z.string()).optional(),
      /** Entries that are, or are not, resolved. */
      resolved: z.boolean().optional(),
      since: instantSchema.optional(),
      until: instantSchema.optional(),
      /** Instead of a place: 0 when absent. */
      offset: z.int().min(0).optional(),
      /** 100 when absent. */
      limit: z.int().min(1).max(1000).optional(),
    }),
    output: z.object({
      records: z.array(ledgerRecordSchema),
      /** Ids of the entries among them that are resolved, by hand or by an answer. */
      resolved: z.array(z.string()),
      /** How many the filters let through. */
      total: z.int(),
    }),
    mcp: [
      {
        tool: 'twining_list',
        set: 'ledger',
        byDefault: true,
        description: 'Decisions and the blackboard, newest first: filters narrow it, offset goes on.',
        tells: {
          kinds: 'only these',
          scope: 'what applies to this path',
          query: 'any of these words',
          entry_types: 'only these of the blackboard',
          resolved: 'entries that are, or are not',
          statuses: 'decisions that are so',
          domains: 'decisions of these',
          since: 'not before this time',
          limit: 'most records; 100 where absent',
          offset: 'how many to pass over',
        },
        text: ({ records, total }) => recordsText(records, total),
      },
    ],
  }),
  'ledger.facets': procedure({
    summary:
      'What can be filtered by: scopes, types, agents, tags and the like, with how many records each has.',
    access: 'read',
    project: true,
    input: nothing,
    output: z.object({
      decisions: z.int(),
      entries: z.int(),
      scopes: z.array(z.object({ scope: z.string(), decisions: z.int(), entries: z.int() })),
      domains: z.array(facet),
      agents: z.array(facet),
      /** Of entries. */
      types: z.array(facet),
      tags: z.array(facet),
      /** Of decisions. */
      statuses: z.array(facet),
      /** Files that decisions affect, the most frequent 5,000. */
      files: z.array(facet),
      /** Folders and files that those name: records that stand at one or in it, as `ledger.list` with `inside` has them. */
      places: z.array(facet),
    }),
  }),
  'ledger.get': procedure({
    summary: 'One decision or entry, with its history and what relates to it.',
    access: 'read',
    project: true,
    input: z.strictObject({ id: ledgerIdSchema }),
    output: z.object({
      record: ledgerRecordSchema,
      /** Of an entry: whether it is resolved, by hand or by an answer. */
      resolved: z.boolean().optional(),
      /** Of a decision, oldest first; what was before an import is known as far as the record tells. */
      history: z.array(statusChangeSchema),
      conflicts: z.array(decisionConflictSchema),
      /** Entries and decisions that name it, or that it names. */
      related: z.array(
        z.object({
          id: z.string(),
          kind: z.enum(['decision', 'entry']),
          /** How: `relates_to`, `depends_on`, `supersedes`; with `_by` behind it, seen from the other side. */
          relation: z.string(),
          summary: z.string(),
        }),
      ),
    }),
    mcp: [
      {
        tool: 'twining_get',
        set: 'ledger',
        byDefault: true,
        description: 'One decision or entry, whole, with its history and what relates to it.',
        tells: { id: 'of the decision or entry' },
      },
    ],
  }),
  'ledger.conflicts': procedure({
    summary: 'Provisional decisions that contradict others in force.',
    access: 'read',
    project: true,
    input: z.strictObject({ scope: scope.optional() }),
    output: z.object({ conflicts: z.array(decisionConflictSchema) }),
    mcp: [
      {
        tool: 'twining_conflicts',
        set: 'ledger',
        tells: { scope: 'path, else project' },
        text: ({ conflicts }) =>
          conflicts.length === 0
            ? 'No decisions contradict each other.'
            : conflicts
                .map(({ newer, older, domain }) =>
                  line([domain, `${newer.id}: ${newer.summary}`, `against ${older.id}: ${older.summary}`]),
                )
                .join('\n'),
      },
    ],
  }),
  'ledger.search': procedure({
    summary: 'Decisions and entries by words and meaning, best first; relevance in 0..1.',
    access: 'read',
    project: true,
    input: z.strictObject({
      query: z.string().max(100_000),
      scope: scope.optional(),
      kinds: z.array(z.enum(['decision', 'entry'])).optional(),
      entry_types: z.array(entryTypeSchema).optional(),
      statuses: z.array(decisionStatusSchema).optional(),
      min_relevance: z.number().min(0).max(1).optional(),
      /** 20 when absent. */
      limit: z.int().min(1).max(1000).optional(),
    }),
    output: z.object({
      hits: z.array(z.object({ relevance: z.number(), record: ledgerRecordSchema })),
      /** By words alone, or by meaning as well. */
      search: z.enum(['keyword', 'semantic']),
      /** Why by words alone, or how much can be found by meaning so far. */
      search_note: z.string().optional(),
    }),
    mcp: [
      {
        tool: 'twining_search',
        set: 'ledger',
        byDefault: true,
        description: 'Finds decisions and entries by words and meaning, best first.',
        tells: {
          query: 'what it is about',
          scope: 'what applies to this path',
          kinds: 'only these',
          statuses: 'decisions that are so',
          limit: 'most hits; 20 where absent',
        },
        text: ({ hits }) =>
          recordsText(
            hits.map(({ record }) => record),
            hits.length,
          ),
      },
    ],
  }),
};
