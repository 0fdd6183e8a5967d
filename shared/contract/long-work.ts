import type { ProcedureName } from './contract.ts';

/** Procedures that may take long: they are listed while they run, tell how far they are, and end when they are cancelled. */
export const longProcedures = [
  'documents.import',
  'documents.embed',
  'documents.sync',
  'imports.preview',
  'imports.apply',
  'conversations.import',
  'ledger.import',
  'ledger.sync',
  'ledger.export',
  'audit.memories',
  'tests.run',
  'tests.mutate',
  'tests.coverage',
  'tests.generate',
  'recordings.replay',
  'recordings.suggest',
  'backup.create',
  'backup.restore',
] as const satisfies readonly ProcedureName[];
export type LongProcedure = (typeof longProcedures)[number];

const names: ReadonlySet<string> = new Set(longProcedures);
export const isLongProcedure = (name: string): name is LongProcedure => names.has(name);
