import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Input } from '../../../shared/contract/contract.ts';
import type { LedgerDecision, LedgerEntry, LedgerRecord } from '../../../shared/model/ledger.ts';
import { ledgerScopes, ledgerTasks } from './big-ledger.ts';

export interface BigLedger {
  readonly decisions: readonly LedgerDecision[];
  readonly entries: readonly LedgerEntry[];
}

export const ledgerNow = '2026-11-22T00:00:00Z';

/** What is asked at a turn. */
export function ledgerInput(at: number): Input<'ledger.assemble'> {
  return {
    task: ledgerTasks[at % ledgerTasks.length] ?? '',
    // Every third asks for everything, the most expensive there is.
    scope: at % 3 === 0 ? 'project' : (ledgerScopes[at % ledgerScopes.length] ?? 'project'),
    max_tokens: at % 5 === 0 ? 16_000 : 4000,
    now: ledgerNow,
  };
}

export const recordsOf = ({ decisions, entries }: BigLedger): LedgerRecord[] => [
  ...decisions.map(decision => ({ kind: 'decision', decision }) as const),
  ...entries.map(entry => ({ kind: 'entry', entry }) as const),
];

/** Writes a ledger as `ledger.import` reads it. */
export function writeLedger(folder: string, { decisions, entries }: BigLedger): void {
  const root = join(folder, '.twining');
  mkdirSync(join(root, 'decisions'), { recursive: true });
  writeFileSync(join(root, 'blackboard.jsonl'), entries.map(entry => `${JSON.stringify(entry)}\n`).join(''));
  for (const decision of decisions)
    writeFileSync(join(root, 'decisions', `${decision.id}.json`), JSON.stringify(decision));
}
