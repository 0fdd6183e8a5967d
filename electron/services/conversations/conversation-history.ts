import type { Config } from '../../../shared/model/config.ts';
import type { Compaction } from '../../../shared/model/conversation.ts';
import type { Message } from '../../../shared/model/message.ts';
import { formatMessage, messageBlocks } from '../../../shared/model/message-text.ts';
import type { Entry } from '../../../shared/shapes/shape.ts';
import type { JoinedTalk } from '../../engine/conversation/join-exchanges.ts';
import type { CompactionCache, PlanWork } from '../../engine/conversation/plan-work.ts';
import type { TextCounter } from '../../engine/conversation/text-counter.ts';
import { countEntries } from '../../engine/fitting/count-entries.ts';
import { hasResult, shortenMessage } from '../../engine/fitting/shorten-results.ts';
import { putCompaction, type StoredCompaction } from '../../storage/conversations/compaction-table.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import type { Needs } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';
import { chooseSummarizer } from './choose-summarizer.ts';
import { openPrefix, type PromptPrefixStore } from './kept-prefix.ts';
import { compactionKey, type LoadedConversation, loadConversation, rangeHash } from './load-conversation.ts';

/** A stored conversation, ready to be planned. */
export interface ConversationHistory {
  readonly loaded: LoadedConversation;
  /** What is planned: no call apart from its results. */
  readonly talk: JoinedTalk;
  readonly work: PlanWork;
  readonly kept: KeptSummaries;
  readonly prefix: PromptPrefixStore;
}

interface HistoryOptions {
  readonly id: string;
  readonly summarizer?: string | undefined;
  /** Counts what is sent in the shape of a provider, where that is asked for: media, and what stands around messages. */
  readonly isSent?: boolean;
  /** The budget of all, where results of tools are cut to a part of it once the whole is over it. */
  readonly most?: number;
  /** What else the beginning of a prompt depends on. */
  readonly settings?: readonly unknown[];
}

/** Loads a conversation with what planning it takes; the configured summarizer where none is named. */
export async function loadHistory(
  project: OpenProject,
  needs: Needs<'cancel' | 'world' | 'logger'>,
  counter: TextCounter,
  config: Config,
  { id, summarizer, settings = [], isSent = false, most }: HistoryOptions,
): Promise<ConversationHistory> {
  const loaded = await loadConversation(project.content, id, config.redaction_mode);
  const { talk: whole } = loaded;
  const measure = (of: JoinedTalk) => sizesOf(counter, of, loaded, isSent);
  const sizes = await measure(whole);
  const talk = most === undefined || sum(sizes) <= most ? whole : await shortenTalk(counter, whole, most);
  const kept = keptSummaries(needs, project.content, loaded, talk);
  const work: PlanWork = {
    messages: talk.messages,
    scores: scoresOf(talk, loaded),
    sizes: talk === whole ? sizes : await measure(talk),
    counter,
    summarizer: chooseSummarizer(needs.world, summarizer, config),
    compactions: kept,
    cancel: needs.cancel,
  };
  const prefix = await openPrefix(needs, project.content, loaded, talk, [...settings, work.summarizer.id]);
  return { loaded, talk, work, kept, prefix };
}

/** Of a call with its results what the best of them has. */
function scoresOf({ messages, starts }: JoinedTalk, { scores }: LoadedConversation): readonly number[] {
  if (messages.length === scores.length) return scores;
  return messages.map((_, unit) => Math.max(...scores.slice(starts[unit], starts[unit + 1])));
}

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);

/** Tokens of each, as text or as it is sent. */
async function sizesOf(
  counter: TextCounter,
  { messages, starts }: JoinedTalk,
  loaded: LoadedConversation,
  isSent: boolean,
): Promise<readonly number[]> {
  if (isSent) {
    const counts = await countEntries(counter, messages.map(toEntry));
    // Each message that was joined stands by itself when it is sent.
    return counts.map((count, unit) => count + 4 * ((starts[unit + 1] ?? 0) - (starts[unit] ?? 0)));
  }
  return counter.estimator === 'chars4' && messages === loaded.messages
    ? loaded.sizes
    : counter.all(messages.map(formatMessage));
}

const toEntry = (message: Message): Entry => ({
  role: 'assistant',
  blocks: messageBlocks(message),
  source: undefined,
});

/** Of a budget, what one result of a tool may take. */
const resultShare = 1 / 16;
const leastResult = 200;

/** The same with long results of tools cut to head and tail; the very same where there are none. */
async function shortenTalk(counter: TextCounter, talk: JoinedTalk, most: number): Promise<JoinedTalk> {
  if (!talk.messages.some(hasResult)) return talk;
  const longest = Math.max(leastResult, Math.floor(most * resultShare));
  const messages: Message[] = [];
  for (const message of talk.messages)
    messages.push(hasResult(message) ? await shortenMessage(counter, message, longest) : message);
  return { ...talk, messages };
}

interface KeptSummaries extends CompactionCache {
  /** Writes what was made; a project that cannot be written keeps nothing, and nobody has to know. */
  store(): Promise<void>;
}

/** Summaries of a conversation that were made before, and those that are made now. */
function keptSummaries(
  { world, logger }: Needs<'world' | 'logger'>,
  content: ContentDatabase,
  loaded: LoadedConversation,
  { starts }: JoinedTalk,
): KeptSummaries {
  const made: StoredCompaction[] = [];
  // What is planned may stand for several messages; what is kept is known by theirs.
  const inMessages = <Key extends { readonly from: number; readonly to: number }>(key: Key): Key => ({
    ...key,
    from: starts[key.from] ?? 0,
    to: (starts[key.to + 1] ?? 1) - 1,
  });
  return {
    find({ targetTokens, ...of }) {
      const key = inMessages(of);
      const kept = loaded.compactions.get(compactionKey({ ...key, target_tokens: targetTokens }));
      if (kept === undefined || kept.rangeHash !== rangeHash(loaded, key.from, key.to)) return undefined;
      return { summary: kept.compaction.summary, tokens: kept.compaction.tokens };
    },
    keep({ targetTokens, ...of }, { summary, tokens }, notes, originalTokens) {
      const key = inMessages(of);
      const compaction: Compaction = {
        conversation_id: loaded.conversation.id,
        ...key,
        target_tokens: targetTokens,
        original_tokens: originalTokens,
        tokens,
        summary,
        key_decisions: [...notes.decisions],
        open_questions: [...notes.questions],
        code_artifacts: [...notes.artefacts],
        compression_ratio: tokens === 0 ? 0 : originalTokens / tokens,
        created_at: world.clock.nowIso(),
      };
      const stored = { compaction, rangeHash: rangeHash(loaded, key.from, key.to) };
      loaded.compactions.set(compactionKey(compaction), stored);
      made.push(stored);
    },
    async store() {
      if (made.length === 0) return;
      try {
        await content.write(database => {
          for (const stored of made) putCompaction(database, stored);
        });
      } catch (error) {
        logger.warn('summaries could not be kept', { error: String(error) });
      }
    },
  };
}
