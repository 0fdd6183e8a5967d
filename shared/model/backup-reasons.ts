/** Why a backup was made, in the words of the studio and the command line. */
export const backupReasons = {
  manual: 'By hand',
  start: 'At a start',
  regular: 'While things were written',
  import: 'Before an import',
  update: 'Before a migration of the database',
  restore: 'Before a restore',
} as const;

export type BackupReason = keyof typeof backupReasons;
