import type { LayerName } from '../../../shared/model/layer-names.ts';
import { messageText } from '../../../shared/model/message-text.ts';
import type { JoinedTalk } from '../../engine/conversation/join-exchanges.ts';
import type { PromptSegment } from '../../engine/conversation/prompt-segments.ts';
import type { FrozenHistory } from '../../engine/conversation/stable-history.ts';
import { putPromptPrefix, readPromptPrefix } from '../../storage/conversations/prompt-prefix-table.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import { parseStored, rowHash } from '../../storage/database/row-hash.ts';
import type { PartKind } from '../../storage/kept-parts.ts';
import type { Needs } from '../project/call.ts';
import { type LoadedConversation, rangeHash } from './load-conversation.ts';

/** What a turn added before what was asked, and which stays there as long as that was really said. */
export interface KeptInsert {
  /** Position of the message before which it stands. */
  readonly before: number;
  /** Hash of what was asked. */
  readonly said: string;
  readonly layers: readonly InsertedText[];
}

export interface InsertedText {
  readonly layer: LayerName;
  readonly text: string;
  /** Of what it was cut from, so that it is not told again. */
  readonly keys: readonly string[];
}

/** What is kept from turn to turn besides the prompt itself. */
export interface KeptTurns {
  readonly frozen?: FrozenHistory;
  readonly arc?: string;
  readonly inserts?: readonly KeptInsert[];
}

/** A prompt as it was sent, with what was kept for the next. */
interface KeptPrompt extends KeptTurns {
  readonly segments: readonly PromptSegment[];
  /** Of the messages of each summary. */
  readonly toldHashes?: readonly string[];
  readonly cutHash?: string | undefined;
}

/**
 * Of the turn that was asked last, which may be asked again in other words: a prompt follows the one of the turn before,
 * whatever was tried since.
 */
interface KeptState {
  /** Messages there were when it was asked. */
  readonly turn: number;
  readonly before?: KeptPrompt | undefined;
  readonly asked: KeptPrompt;
}

/** The beginning of a conversation's prompts with some settings. */
export interface PromptPrefixStore {
  readonly turns: KeptTurns;
  /** Summaries of which a message was edited since, by their place. */
  readonly stale: readonly number[];
  readonly previous: readonly PromptSegment[] | undefined;
  keep(prompt: KeptPrompt): Promise<void>;
}

/** In the memory of this process, for projects that cannot be written to. */
const unwritten: PartKind<Map<string, string>> = { make: () => new Map() };

/** Hash by which a kept text knows what was asked. */
export const saidHash = (text: string): string => rowHash([text]);

/** Reads what was kept; of another beginning than the conversation now has, only what still holds. */
export async function openPrefix(
  { world, logger }: Needs<'world' | 'logger'>,
  content: ContentDatabase,
  loaded: LoadedConversation,
  talk: JoinedTalk,
  settings: readonly unknown[],
): Promise<PromptPrefixStore> {
  const { id } = loaded.conversation;
  // What is planned may stand for several messages; it is known by theirs.
  const hashOf = (from: number, to: number): string =>
    rangeHash(loaded, talk.starts[from] ?? 0, (talk.starts[to + 1] ?? 1) - 1);
  const key = rowHash([JSON.stringify([...settings, loaded.redaction])]).slice(0, 24);
  const memory = content.parts.of(unwritten);
  const place = `${key} ${id}`;
  const text = (await readKept(content, id, key)) ?? memory.get(place);
  const state = text === undefined ? undefined : parseStored<KeptState>(text);
  const turn = loaded.messages.length;
  const before = state?.turn === turn ? state.before : state?.asked;
  const turns = before === undefined ? {} : holding(before, talk, hashOf);
  const told = turns.frozen?.told ?? [];
  return {
    turns,
    stale: told.flatMap(({ from, to }, at) => (before?.toldHashes?.[at] === hashOf(from, to) ? [] : [at])),
    previous: before?.segments,
    async keep(given) {
      const toldHashes = (given.frozen?.told ?? []).map(({ from, to }) => hashOf(from, to));
      const cut = given.frozen?.cut?.position;
      const cutHash = cut === undefined ? undefined : hashOf(cut, cut);
      const state: KeptState = { turn, before, asked: { ...given, toldHashes, cutHash } };
      const next = JSON.stringify(state);
      if (next === text) return;
      try {
        const now = world.clock.nowIso();
        await content.write(database => putPromptPrefix(database, id, key, next, now));
        memory.delete(place);
      } catch (error) {
        memory.set(place, next);
        logger.warn('the beginning of a prompt could not be kept', { error: String(error) });
      }
    },
  };
}

/** A row that cannot be read is none: it is made anew. */
async function readKept(content: ContentDatabase, id: string, key: string): Promise<string | undefined> {
  try {
    return await content.read(database => readPromptPrefix(database, id, key), undefined);
  } catch {
    return undefined;
  }
}

/** What still holds: nothing of a conversation that became shorter, and no text before something that was not said. */
function holding(
  { frozen, arc, inserts = [], cutHash }: KeptPrompt,
  { messages }: JoinedTalk,
  hashOf: (from: number, to: number) => string,
): KeptTurns {
  if (frozen === undefined || frozen.from > messages.length) return {};
  const said = inserts.filter(({ before, said }) => {
    const message = messages[before];
    return before >= frozen.from && message !== undefined && saidHash(messageText(message)) === said;
  });
  const { cut, ...whole } = frozen;
  const stays = cut !== undefined && cutHash === hashOf(cut.position, cut.position);
  return { frozen: stays ? frozen : whole, inserts: said, ...(arc !== undefined && { arc }) };
}
