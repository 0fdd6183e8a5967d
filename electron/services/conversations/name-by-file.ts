import type { Message } from '../../../shared/model/message.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import type { ImportedConversation } from './imported-conversation.ts';
import { readConversation } from './read-conversation.ts';

/**
 * A conversation under an id of its own. Where the file's name is all that names it, another one that came from a file of
 * the same name keeps its id, be it stored or read just before; the same file, with more or less in it, has the same again.
 */
export async function namedApart(
  content: ContentDatabase,
  given: ImportedConversation,
  readBefore: ReadonlyMap<string, ImportedConversation>,
): Promise<ImportedConversation> {
  if (given.isNamedByFile !== true) return given;
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? given.id : `${given.id}-${count}`;
    const known = readBefore.get(id)?.messages ?? (await storedMessages(content, id));
    if (known !== undefined && !areAlike(known, given.messages)) continue;
    if (count === 1) return given;
    const note = `named "${id}", since "${given.id}" is another conversation from a file of the same name`;
    return { ...given, id, notes: [...given.notes, note] };
  }
}

async function storedMessages(content: ContentDatabase, id: string): Promise<Message[] | undefined> {
  const found = await readConversation(content, id);
  return found?.stored.map(({ message }) => message);
}

/** Whether at least half of the shorter one is said in the other as well: both begin with a greeting often enough. */
function areAlike(one: readonly Message[], other: readonly Message[]): boolean {
  const said = new Map<string, number>();
  for (const key of one.map(saidIn)) said.set(key, (said.get(key) ?? 0) + 1);
  let common = 0;
  for (const key of other.map(saidIn)) {
    const left = said.get(key) ?? 0;
    if (left > 0) common += 1;
    said.set(key, left - 1);
  }
  return common * 2 >= Math.min(one.length, other.length);
}

const saidIn = ({ author, parts }: Message): string => JSON.stringify([author, parts]);
