import type { ledgerContract } from '../../shared/contract/ledger.ts';
import type { Handlers } from './call.ts';
import { exportLedger } from './ledger/export-ledger.ts';
import { importLedger } from './ledger/import-ledger.ts';
import { answerHandlers } from './ledger/ledger-answers.ts';
import { lifeHandlers } from './ledger/ledger-life.ts';
import { lookHandlers } from './ledger/ledger-look.ts';

/** `ledger.*`: decisions and the blackboard of a project's agents (L). */
export const ledgerHandlers: Handlers<keyof typeof ledgerContract> = {
  ...lifeHandlers,
  ...answerHandlers,
  ...lookHandlers,
  'ledger.import': importLedger,
  'ledger.export': (_, call) => exportLedger(call),
};
