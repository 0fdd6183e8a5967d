import { isProcedureName, type ProcedureName } from '../../shared/contract/contract.ts';

/** What answers as these procedures do, for whoever has a command line before them; others are called by their name. */
const ownCommands: Partial<Readonly<Record<ProcedureName, string>>> = {
  'audit.memories': 'weft audit',
  'backup.list': 'weft backup list',
  'health.record': 'weft health',
  'imports.preview': 'weft import ... --dry-run',
};

/** Behind these words a message says what to call. */
const hint = /(?<=; |\b(?:see|ask|of|run|with) )[a-z][a-zA-Z]*\.[a-z][a-zA-Z]*\b/g;

/** A message with commands in the place of the procedures that it tells to call. */
export const inCommands = (message: string): string =>
  message.replace(hint, name =>
    isProcedureName(name) ? `"${ownCommands[name] ?? `weft call ${name}`}"` : name,
  );
