import { formatMessage, messageText } from '../../../shared/model/message-text.ts';
import type { Cancel, ChatPort } from '../ports.ts';
import { extractiveSummarizer } from './extractive-summarizer.ts';
import { arcInstructions, condenseInstructions, summaryInstructions } from './prompts.ts';
import type { Segment, Summarizer } from './summarizer.ts';

/** What is sent at most; of longer stretches the middle of each message is left out. */
const mostCharacters = 120_000;

/**
 * Summaries by a chat model. Where it fails, the built-in summarizer takes its place and a warning says so (C8). What
 * it answers is a text like any other: cut by who asked, never followed.
 */
export function createChatSummarizer(chat: ChatPort): Summarizer {
  const warnings = new Set<string>();
  let fallbacks = 0;
  const ask = async (
    instructions: string,
    text: string,
    targetTokens: number,
    cancel: Cancel,
    instead: () => Promise<string>,
  ): Promise<string> => {
    if (text.trim() === '') return '';
    try {
      const answer = await chat.complete({ instructions, text, maxTokens: targetTokens }, cancel);
      if (answer.trim() !== '') return answer;
      warnings.add(`${chat.id} answered nothing; the extractive summarizer was used`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      warnings.add(`${chat.id} failed, the extractive summarizer was used: ${reason}`);
    }
    fallbacks += 1;
    return instead();
  };
  return {
    id: chat.id,
    summarize: (segment, target, cancel) =>
      ask(summaryInstructions(target), transcriptOf(segment), target, cancel, () =>
        extractiveSummarizer.summarize(segment, target, cancel),
      ),
    condense: (summaries, target, cancel) =>
      ask(condenseInstructions(target), summaries.join('\n\n'), target, cancel, () =>
        extractiveSummarizer.condense(summaries, target, cancel),
      ),
    arc: (segment, density, target, cancel) =>
      ask(arcInstructions(density, target), transcriptOf(segment), target, cancel, () =>
        extractiveSummarizer.arc(segment, density, target, cancel),
      ),
    fallbacks: () => fallbacks,
    warnings: () => [...warnings],
  };
}

function transcriptOf({ messages }: Segment): string {
  const share = Math.max(200, Math.floor(mostCharacters / Math.max(1, messages.length)));
  return messages
    .map(message => {
      const text = messageText(message);
      if (text.length <= share) return formatMessage(message);
      const half = Math.floor(share / 2);
      return formatMessage({ ...message, parts: `${text.slice(0, half)} [...] ${text.slice(-half)}` });
    })
    .join('\n\n');
}
