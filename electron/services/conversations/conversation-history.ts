import type { Config } from '../../../shared/model/config.ts';
import type { Compaction } from '../../../shared/model/conversation.ts';
import { formatMessage } from '../../../shared/model/message-text.ts';
import type { CompactionCache, PlanWork } from '../../engine/conversation/plan-work.ts';
import type { TextCounter } from '../../engine/conversation/text-counter.ts';
import { putCompaction, type StoredCompaction } from '../../storage/conversations/compaction-table.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import { rowHash } from '../../storage/database/row-hash.ts';
import type { Needs } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';
import { chooseSummarizer } from './choose-summarizer.ts';
import { compactionKey, type LoadedConversation, loadConversation } from './load-conversation.ts';

/** A stored conversation, ready to be planned. */
export interface ConversationHistory {
  readonly loaded: LoadedConversation;
  readonly work: PlanWork;
  readonly kept: KeptSummaries;
}

/** Loads a conversation with what planning it takes; the configured summarizer where none is named. */
export async function loadHistory(
  project: OpenProject,
  needs: Needs<'cancel' | 'world' | 'logger'>,
  counter: TextCounter,
  config: Config,
  { id, summarizer }: { readonly id: string; readonly summarizer?: string | undefined },
): Promise<ConversationHistory> {
  const loaded = await loadConversation(project.content, id, config.redaction_mode);
  const kept = keptSummaries(needs, project.content, loaded);
  const { messages, scores } = loaded;
  const work: PlanWork = {
    messages,
    scores,
    sizes: counter.estimator === 'chars4' ? loaded.sizes : await counter.all(messages.map(formatMessage)),
    counter,
    summarizer: chooseSummarizer(needs.world, summarizer, config),
    compactions: kept,
    cancel: needs.cancel,
  };
  return { loaded, work, kept };
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
): KeptSummaries {
  const made: StoredCompaction[] = [];
  const rangeHash = (from: number, to: number): string =>
    rowHash([loaded.redaction, ...loaded.hashes.slice(from, to + 1)]);
  return {
    find({ targetTokens, ...key }) {
      const kept = loaded.compactions.get(compactionKey({ ...key, target_tokens: targetTokens }));
      if (kept === undefined || kept.rangeHash !== rangeHash(key.from, key.to)) return undefined;
      return { summary: kept.compaction.summary, tokens: kept.compaction.tokens };
    },
    keep({ targetTokens, ...key }, { summary, tokens }, notes, originalTokens) {
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
      const stored = { compaction, rangeHash: rangeHash(key.from, key.to) };
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
