import type { Input, Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Message } from '../../../shared/model/message.ts';
import { messageBlocks } from '../../../shared/model/message-text.ts';
import { redactValueInStretches } from '../../../shared/redaction/redact-value.ts';
import type { KeptEntry } from '../../../shared/shapes/shape.ts';
import { madeShapeNames, type ShapeName, shapeLabels } from '../../../shared/shapes/shape-names.ts';
import { shapeOf } from '../../../shared/shapes/shapes.ts';
import { type Turn, turnsOf } from '../../../shared/shapes/turns.ts';
import {
  type KeptFrame,
  type KeptSource,
  readFrame,
  readSources,
} from '../../storage/conversations/source-table.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import { contentVersion } from '../../storage/database/content-version.ts';
import { createPause, othersTurn } from '../../storage/pause.ts';
import { noSuch } from '../../storage/unknown-id.ts';
import type { Needs } from '../project/call.ts';
import { redactionModeOf } from '../project/config.ts';
import { counted } from './imported-conversation.ts';
import { readConversation } from './read-conversation.ts';

/** A stored conversation as a body: in the shape that it was imported in as it came, or made anew in another. */
export async function exportConversation(
  { conversation_id: id, shape: wanted }: Input<'conversations.export'>,
  needs: Needs<'project'>,
): Promise<Output<'conversations.export'>> {
  const project = await needs.project();
  const { content } = project;
  const found = await readConversation(content, id);
  if (found === undefined) throw await noSuch(content, 'conversation', id);
  const messages = found.stored.map(({ message }) => message);
  const kept = await readKept(content, id);
  const shape = wanted ?? kept?.shape ?? 'openai_chat';
  const asItCame = kept?.shape === shape ? givenBack(kept, messages) : undefined;
  // Plain messages are in the words of whoever wrote them, which need not be those of a shape.
  const isPlain = asItCame !== undefined && found.conversation.format === 'messages';
  const isOfShape = !isPlain || shapeOf(shape).accepts?.(asItCame.body) === true;
  const isWanted = isOfShape || wanted === undefined;
  const { body, notes } = (isWanted ? asItCame : undefined) ?? composeBody(shape, messages);
  const mode = await redactionModeOf(project);
  return {
    ...((isOfShape || !isWanted) && { shape }),
    body: await redactValueInStretches(body, mode, createPause()),
    notes,
  };
}

/** Every entry as it came; messages that were added since are entries like them. */
export function givenBack(kept: KeptBody, messages: readonly Message[]): { body: unknown; notes: string[] } {
  const shape = shapeOf(kept.shape);
  const entries = kept.entries.map(({ source }, position): KeptEntry => ({ source, position }));
  const known = kept.entries.reduce((sum, { position }) => sum + (position === undefined ? 0 : 1), 0);
  const added = messages.slice(known);
  if (added.length === 0) return { body: shape.write(kept.frame, entries), notes: [] };
  const { body, notes } = composeBody(kept.shape, added);
  const written = shape.read(body).entries.map(({ source }): KeptEntry => ({ source }));
  return { body: shape.write(kept.frame, [...entries, ...written]), notes };
}

/** A body made of blocks alone; what only its own program understands is left out and told. */
function composeBody(
  name: ShapeName,
  messages: readonly Pick<Message, 'role' | 'author' | 'parts'>[],
): { body: unknown; notes: string[] } {
  const compose: ((turns: readonly Turn[]) => unknown) | undefined = shapeOf(name).compose;
  if (compose === undefined)
    throw new AppError(
      'unsupported',
      `only its own program makes a ${shapeLabels[name]}; these can be made of any conversation: ${madeShapeNames.join(', ')}`,
    );
  const { turns, left } = turnsOf(messages.map(message => ({ ...message, blocks: messageBlocks(message) })));
  return { body: compose(turns), notes: leftWords(left) };
}

/** What is not in a body that was made of turns. */
export const leftWords = ({ thoughts, unknown }: ReturnType<typeof turnsOf>['left']): string[] => [
  ...(thoughts === 0 ? [] : [`${counted(thoughts, 'thought')} left out: for the model that had them only`]),
  ...(unknown === 0
    ? []
    : [
        `${counted(unknown, 'part')} left out: of a kind that only the program knows that wrote ${unknown === 1 ? 'it' : 'them'}`,
      ]),
];

/** What a conversation was imported from, whole. */
type KeptBody = KeptFrame & { readonly entries: readonly KeptSource[] };

/** Entries read without a pause for others. */
const sliceEntries = 200;
const attempts = 5;

/** Reads it with pauses, all of one state; undefined for a conversation that was not imported from a body. */
async function readKept(content: ContentDatabase, id: string): Promise<KeptBody | undefined> {
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
