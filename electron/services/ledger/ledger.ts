import type { ledgerContract } from '../../../shared/contract/ledger.ts';
import type { Handlers } from '../project/call.ts';
import { exportLedger } from './export-ledger.ts';
import { importLedger } from './import-ledger.ts';
import { answerHandlers } from './ledger-answers.ts';
import { lifeHandlers } from './ledger-life.ts';
import { lookHandlers } from './ledger-look.ts';
import { syncLedger } from './sync-ledger.ts';

/** `ledger.*`: decisions and the blackboard of a project's agents: docs/reference/ledger.md. */
export const ledgerHandlers: Handlers<keyof typeof ledgerContract> = {
  ...lifeHandlers,
  ...answerHandlers,
  ...lookHandlers,
  'ledger.import': importLedger,
  'ledger.sync': syncLedger,
  'ledger.export': (_, call) => exportLedger(call),
};
