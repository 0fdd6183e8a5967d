import { getDraft, putDraft } from '../storage/drafts/draft-table.ts';
import type { Handlers } from './call.ts';

export const draftHandlers: Handlers<'drafts.get' | 'drafts.save'> = {
  async 'drafts.get'(_, call) {
    const { content } = await call.project();
    return { draft: await content.read(getDraft, null) };
  },

  async 'drafts.save'({ draft }, call) {
    const { content } = await call.project();
    // Forgetting what was never kept must not make a database.
    const isEmpty = (draft ?? null) === null && (await content.read(getDraft, null)) === null;
    if (!isEmpty) await content.write(database => putDraft(database, draft));
    return { saved: true };
  },
};
