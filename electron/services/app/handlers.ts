import type { ProcedureName } from '../../../shared/contract/contract.ts';
import { assemblyHandlers } from '../assembly/assembly.ts';
import { auditHandlers } from '../audit/audit.ts';
import { backupHandlers } from '../backups/backups.ts';
import { configHandlers } from '../config/config.ts';
import { contentHandlers } from '../content/content.ts';
import { contentBrowserHandlers } from '../content/content-browser.ts';
import { embeddingHandlers } from '../content/embeddings.ts';
import { eventLogHandlers } from '../content/event-log.ts';
import { graphHandlers } from '../content/graph.ts';
import { redactionHandlers } from '../content/redaction.ts';
import { syncHandlers } from '../content/sync.ts';
import { contractHandlers } from '../contracts/contracts.ts';
import { conversationHandlers } from '../conversations/conversations.ts';
import { exportHandlers } from '../exports/exports.ts';
import { flightHandlers } from '../flights/flights.ts';
import { handoffHandlers } from '../handoff/handoff.ts';
import { healthHandlers } from '../health/health.ts';
import { importHandlers } from '../imports/imports.ts';
import { ledgerHandlers } from '../ledger/ledger.ts';
import { memoryHandlers } from '../memories/memories.ts';
import type { Handlers } from '../project/call.ts';
import { recordingHandlers } from '../recordings/recordings.ts';
import { engineHandlers } from '../rules/engines.ts';
import { layoutHandlers } from '../rules/layouts.ts';
import { ruleHandlers } from '../rules/rules.ts';
import { sampleHandlers } from '../samples/samples.ts';
import { testHandlers } from '../tests/tests.ts';
import { topicHandlers } from '../topics/topics.ts';
import type { AppCall } from './app.ts';
import { draftHandlers } from './drafts.ts';
import { projectHandlers } from './project.ts';

const workHandlers: Handlers<'work.list' | 'work.cancel', AppCall> = {
  'work.list': (_, call) => ({ work: call.app.work.list() }),
  'work.cancel': ({ id }, call) => ({ cancelled: call.app.work.cancel(id) }),
};

/** Every procedure of the contract; one that is missing does not compile. */
export const handlers = {
  ...projectHandlers,
  ...workHandlers,
  ...configHandlers,
  ...backupHandlers,
  ...draftHandlers,
  ...engineHandlers,
  ...ruleHandlers,
  ...contractHandlers,
  ...memoryHandlers,
  ...auditHandlers,
  ...contentHandlers,
  ...contentBrowserHandlers,
  ...embeddingHandlers,
  ...eventLogHandlers,
  ...graphHandlers,
  ...redactionHandlers,
  ...assemblyHandlers,
  ...sampleHandlers,
  ...recordingHandlers,
  ...testHandlers,
  ...layoutHandlers,
  ...importHandlers,
  ...exportHandlers,
  ...syncHandlers,
  ...ledgerHandlers,
  ...handoffHandlers,
  ...healthHandlers,
  ...flightHandlers,
  ...conversationHandlers,
  ...topicHandlers,
} satisfies Handlers<ProcedureName, AppCall>;
