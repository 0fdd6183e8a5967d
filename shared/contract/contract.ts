import type { z } from 'zod';
import { assemblyContract } from './assembly.ts';
import { auditContract } from './audit.ts';
import { backupsContract } from './backups.ts';
import { configContract } from './config.ts';
import { contentContract } from './content.ts';
import { contentBrowserContract } from './content-browser.ts';
import { contractsContract } from './contracts.ts';
import { conversationsContract } from './conversations.ts';
import { embeddingsContract } from './embeddings.ts';
import { enginesContract } from './engines.ts';
import { flightsContract } from './flights.ts';
import { handoffContract } from './handoff.ts';
import { healthContract } from './health.ts';
import { importsContract } from './imports.ts';
import { layoutsContract } from './layouts.ts';
import { ledgerContract } from './ledger.ts';
import { memoriesContract } from './memories.ts';
import type { Procedure } from './procedure.ts';
import { projectContract } from './project.ts';
import { recordingsContract } from './recordings.ts';
import { rulesContract } from './rules.ts';
import { samplesContract } from './samples.ts';
import { eventLogContract, graphContract } from './stores.ts';
import { syncContract } from './sync.ts';
import { testsContract } from './tests.ts';
import { topicsContract } from './topics.ts';
import { workContract } from './work.ts';

/** Everything Weft can do. Doors, handlers and clients are computed from this one table. */
export const contract = {
  ...projectContract,
  ...configContract,
  ...backupsContract,
  ...enginesContract,
  ...rulesContract,
  ...contractsContract,
  ...memoriesContract,
  ...auditContract,
  ...contentContract,
  ...contentBrowserContract,
  ...embeddingsContract,
  ...eventLogContract,
  ...graphContract,
  ...assemblyContract,
  ...samplesContract,
  ...recordingsContract,
  ...testsContract,
  ...layoutsContract,
  ...importsContract,
  ...syncContract,
  ...ledgerContract,
  ...handoffContract,
  ...healthContract,
  ...flightsContract,
  ...conversationsContract,
  ...topicsContract,
  ...workContract,
} satisfies Record<string, Procedure>;

type Contract = typeof contract;
export type ProcedureName = keyof Contract;
export type Input<Name extends ProcedureName> = z.infer<Contract[Name]['input']>;
export type Output<Name extends ProcedureName> = z.infer<Contract[Name]['output']>;

export function isProcedureName(name: string): name is ProcedureName {
  return Object.hasOwn(contract, name);
}
