import type { ProcedureName } from '../../shared/contract/contract.ts';
import { assemblyHandlers } from './assembly.ts';
import { backupHandlers } from './backups.ts';
import type { Handlers } from './call.ts';
import { configHandlers } from './config.ts';
import { contentHandlers } from './content.ts';
import { contentBrowserHandlers } from './content-browser.ts';
import { conversationHandlers } from './conversations.ts';
import { draftHandlers } from './drafts.ts';
import { embeddingHandlers } from './embeddings.ts';
import { engineHandlers } from './engines.ts';
import { eventLogHandlers } from './event-log.ts';
import { graphHandlers } from './graph.ts';
import { handoffHandlers } from './handoff.ts';
import { healthHandlers } from './health.ts';
import { importHandlers } from './imports.ts';
import { layoutHandlers } from './layouts.ts';
import { ledgerHandlers } from './ledger.ts';
import { memoryHandlers } from './memories.ts';
import { projectHandlers } from './project.ts';
import { redactionHandlers } from './redaction.ts';
import { ruleHandlers } from './rules.ts';
import { sampleHandlers } from './samples.ts';
import { syncHandlers } from './sync.ts';
import { topicHandlers } from './topics.ts';

/** Every procedure of the contract; one that is missing does not compile. */
export const handlers = {
  ...projectHandlers,
  ...configHandlers,
  ...backupHandlers,
  ...draftHandlers,
  ...engineHandlers,
  ...ruleHandlers,
  ...memoryHandlers,
  ...contentHandlers,
  ...contentBrowserHandlers,
  ...embeddingHandlers,
  ...eventLogHandlers,
  ...graphHandlers,
  ...redactionHandlers,
  ...assemblyHandlers,
  ...sampleHandlers,
  ...layoutHandlers,
  ...importHandlers,
  ...syncHandlers,
  ...ledgerHandlers,
  ...handoffHandlers,
  ...healthHandlers,
  ...conversationHandlers,
  ...topicHandlers,
} satisfies Handlers<ProcedureName>;
