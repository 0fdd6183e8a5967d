import type { RedactionMode } from '../../../shared/model/redaction-mode.ts';
import { redact } from '../../../shared/redaction/redact.ts';
import type { Summarizer } from '../../engine/conversation/summarizer.ts';
import {
  type FitSummary,
  keepFitSummaries,
  readFitSummaries,
} from '../../storage/conversations/fit-summary-table.ts';
import { sha256 } from '../../storage/files/read-text-file.ts';
import type { Needs } from '../project/call.ts';
import { redactionModeOf } from '../project/config.ts';
import type { OpenProject } from '../project/project.ts';

/** A summarizer that tells what it told before by the same bytes, in this process and in the next. */
interface KeptSummarizer {
  readonly summarizer: Summarizer;
  /** Writes what was made; a project that cannot be written to keeps nothing, and nobody has to know. */
  store(): Promise<void>;
}

/** What it makes is without secrets, since it is stored. */
export async function keepSummaries(
  project: OpenProject,
  { world, logger }: Needs<'world' | 'logger'>,
  conversationId: string,
  given: Summarizer,
): Promise<KeptSummarizer> {
  const { content } = project;
  const mode = await redactionModeOf(project);
  const stored = await content.read(database => readFitSummaries(database, conversationId), []);
  const known = new Map(stored.map(({ told_hash, summary }) => [told_hash, summary]));
  const made: FitSummary[] = [];
  const summarize: Summarizer['summarize'] = async (segment, targetTokens, cancel) => {
    const told_hash = hashOf(given.id, mode, targetTokens, segment);
    const kept = known.get(told_hash);
    if (kept !== undefined) return kept;
    const before = given.fallbacks();
    const summary = redact(await given.summarize(segment, targetTokens, cancel), mode).text;
    known.set(told_hash, summary);
    // What something else wrote instead is not kept under this one's name.
    if (given.fallbacks() === before) made.push({ told_hash, summary });
    return summary;
  };
  return {
    summarizer: { ...given, summarize },
    async store() {
      if (made.length === 0) return;
      const now = world.clock.nowIso();
      try {
        await content.write(database => keepFitSummaries(database, conversationId, made, now));
      } catch (error) {
        logger.warn('summaries could not be kept', { error: String(error) });
      }
    },
  };
}

const hashOf = (
  id: string,
  mode: RedactionMode,
  targetTokens: number,
  { messages }: Parameters<Summarizer['summarize']>[0],
): string =>
  sha256(JSON.stringify([id, mode, targetTokens, messages.map(({ role, parts }) => [role, parts])]));
