import { z } from 'zod';
import { backupReasons } from '../model/backup-reasons.ts';
import { keysOf } from '../model/entries.ts';
import { nothing, procedure } from './procedure.ts';

/** A copy of all that a project's database holds. Definitions are files and not in it. */
const backupSchema = z.object({
  /** By this it is restored. */
  name: z.string(),
  /** ISO timestamp. */
  created_at: z.string(),
  /** `restore`: what was there before another backup was restored. */
  reason: z.enum(keysOf(backupReasons)),
  bytes: z.int(),
});
export type Backup = z.infer<typeof backupSchema>;

const namedRowsSchema = z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()])));

/** What became of a table of a damaged database. */
const damagedTableSchema = z.object({
  table: z.string(),
  /** Rows that were read from the damaged file. */
  read: z.int(),
  /** Rows that could not be read there, as an earlier state or a backup has them. */
  restored: z.int(),
  /** Places where rows could not be read. */
  gaps: z.int(),
  /** Those of them that are known, by their keys: what was written to them since that state is gone. */
  restored_rows: namedRowsSchema,
  /** Rows that are gone, by what is known of them. */
  gone: namedRowsSchema,
  /** How many of these were left out because what they belong to is gone. */
  orphaned: z.int(),
});

export type DamagedTable = z.infer<typeof damagedTableSchema>;

/** What was found and done when the database was damaged. */
export const damageReportSchema = z.object({
  found_at: z.string(),
  /** Where the damaged files are kept, within the project. */
  kept_in: z.string(),
  /** The backup in which what could not be read was looked for. */
  backup: z.object({ name: z.string(), created_at: z.string() }).nullable(),
  /** Tables of which something could not be read. */
  tables: z.array(damagedTableSchema),
  /** When its user acknowledged it; until then each answer that may lack something says so. */
  seen_at: z.string().optional(),
});
export type DamageReport = z.infer<typeof damageReportSchema>;

/** What of the disk can be given back without losing anything that is in use. */
const purgeableParts = ['backups', 'damaged'] as const;
const purgedSchema = z.object({ count: z.int(), bytes: z.int() });

export const backupsContract = {
  'backup.create': procedure({
    summary: 'Backs up the database of the project, and looks through the copy.',
    access: 'write',
    project: true,
    input: nothing,
    output: backupSchema,
    mcp: [{ tool: 'backup_create', set: 'backups', tells: {} }],
  }),
  'backup.list': procedure({
    summary: 'Backups, newest first, and what was found damaged and done about it.',
    access: 'read',
    project: true,
    input: nothing,
    output: z.object({
      /** Where they are, within the project. */
      folder: z.string(),
      backups: z.array(backupSchema),
      damage: z.array(damageReportSchema),
    }),
    mcp: [{ tool: 'backup_list', set: 'backups', tells: {} }],
  }),
  'backup.acknowledge': procedure({
    summary: 'Ends the warnings in answers about damage that was found so far. The reports are kept.',
    access: 'write',
    project: true,
    input: nothing,
    output: z.object({ acknowledged: z.int() }),
  }),
  'backup.restore': procedure({
    summary:
      'Puts a backup in the place of what the database holds. That is backed up first; restoring `undo` brings it back.',
    access: 'write',
    project: true,
    input: z.strictObject({ name: z.string().min(1) }),
    output: z.object({ restored: backupSchema, undo: backupSchema }),
  }),
  'storage.info': procedure({
    summary: 'How much the database, its backups and what was kept of damaged ones take on the disk.',
    access: 'read',
    project: true,
    input: nothing,
    output: z.object({
      /** With its log. */
      database_bytes: z.int(),
      backups: z.object({ count: z.int(), bytes: z.int() }),
      damaged: z.object({ count: z.int(), bytes: z.int() }),
    }),
  }),
  'storage.purge': procedure({
    summary:
      'Deletes backups but the newest, and what was kept of damaged databases as far as that is acknowledged. With `dry_run` says what would go.',
    access: 'write',
    project: true,
    input: z.strictObject({
      parts: z.array(z.enum(purgeableParts)).min(1).max(purgeableParts.length),
      dry_run: z.boolean().optional(),
    }),
    output: z.object({ backups: purgedSchema, damaged: purgedSchema }),
  }),
};
