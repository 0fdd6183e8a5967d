import { AppError } from '../../../shared/contract/errors.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { getDraft, putDraft } from '../../storage/drafts/draft-table.ts';
import type { Handlers } from '../project/call.ts';

/** The studio's unsaved work, of one window at a time: what another one keeps is not written over. */
export const draftHandlers: Handlers<'drafts.get' | 'drafts.save'> = {
  async 'drafts.get'(_, call) {
    const { content } = await call.project();
    return { draft: await content.read(getDraft, null) };
  },

  async 'drafts.save'({ draft, window, replaces, project: folder }, call) {
    const { content, path } = await call.project();
    if (folder !== undefined && folder !== path)
      throw new AppError('conflict', `another project is open by now: ${path}`);
    const kept = await content.read(getDraft, null);
    // Forgetting what was never kept must not make a database.
    if ((draft ?? null) === null && kept === null) return { saved: true };
    refuseOfAnother(kept, window, replaces);
    await content.write(database => {
      // Another window may have been quicker.
      refuseOfAnother(getDraft(database), window, replaces);
      putDraft(database, draft);
    });
    return { saved: true };
  },
};

function refuseOfAnother(kept: unknown, window: string | undefined, replaces: string | undefined): void {
  if (window === undefined || !isJsonObject(kept) || typeof kept.window !== 'string') return;
  if (kept.window !== window && kept.window !== replaces)
    throw new AppError('conflict', 'another window keeps unsaved work of this project here');
}
