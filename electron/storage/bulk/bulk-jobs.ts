import { deleteConversationJob, storeConversationJob } from '../conversations/conversation-jobs.ts';
import { deleteDocumentsJob, storeDocumentsJob } from '../documents/document-jobs.ts';

/** All jobs, for the thread that is given the name of one. */
export const bulkJobs = [
  storeConversationJob,
  deleteConversationJob,
  storeDocumentsJob,
  deleteDocumentsJob,
] as const;
