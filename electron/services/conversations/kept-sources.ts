import { AppError } from '../../../shared/contract/errors.ts';
import {
  type KeptFrame,
  type KeptSource,
  readFrame,
  readSources,
} from '../../storage/conversations/source-table.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import { contentVersion } from '../../storage/database/content-version.ts';
import { othersTurn } from '../../storage/turns.ts';

/** What a conversation was imported from, whole. */
export type KeptBody = KeptFrame & { readonly entries: readonly KeptSource[] };

/** Entries read without a pause for others. */
const sliceEntries = 200;
const attempts = 5;

/** Reads it with pauses, all of one state; undefined for a conversation that was not imported from a body. */
export async function readKept(content: ContentDatabase, id: string): Promise<KeptBody | undefined> {
  const version = () => content.read(database => contentVersion(database, `conversations/${id}`), undefined);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const before = await version();
    const frame = await content.read(database => readFrame(database, id), undefined);
    const entries: KeptSource[] = [];
    for (let isMore = frame !== undefined; isMore; ) {
      const slice = await content.read(
        database => readSources(database, id, entries.length, sliceEntries),
        [],
      );
      entries.push(...slice);
      isMore = slice.length === sliceEntries;
      if (isMore) await othersTurn();
    }
    if ((await version()) === before) return frame && { ...frame, entries };
  }
  throw new AppError('busy', `the conversation "${id}" was changed while it was read; try again`);
}
