import type { Message } from '../../../shared/model/message.ts';
import { saidText } from '../../../shared/model/message-text.ts';
import { atOnce, mapInSteps } from '../../../shared/stretches.ts';

const decisionWords =
  /\b(?:decided|decision|let's go with|we'll use|agreed|final|conclusion|solution|answer|resolved)\b/gi;
const problemWords =
  /\b(?:error|bug|issue|problem|failed|broken|fix|crash|exception|TypeError|undefined)\b/gi;
const codeFence = /```/g;
const questionMark = /\?/g;
// White space within the line only: what else the published pattern lets through begins the same items, in squared time.
const listItem = /^[^\S\n\r\u2028\u2029]*[-*•]\s/gm;
const word = /\S+/g;

/**
 * How much each message matters by its form and words alone, in the order of the messages. The messages are the
 * whole conversation: recency and being first or last are by position in it.
 */
export const scoreMessages = (messages: readonly Scored[]): number[] => atOnce(scoreInSteps(messages));

/** The same, a step for each message. */
export const scoreInSteps = (messages: readonly Scored[]): Generator<void, number[]> =>
  mapInSteps(messages, (message, position) => scoreMessage(message, position, messages.length));

type Scored = Pick<Message, 'role' | 'parts'>;

function scoreMessage(message: Scored, position: number, total: number): number {
  const text = saidText(message);
  return (
    (position / total) * 20 +
    Math.min(25, Math.log2(countOf(text, word) + 1) * 5) +
    (countOf(text, codeFence) / 2) * 15 +
    Math.min(15, countOf(text, questionMark) * 5) +
    countOf(text, decisionWords) * 10 +
    Math.min(15, countOf(text, problemWords) * 5) +
    Math.min(10, countOf(text, listItem) * 2) +
    (message.role === 'user' ? 5 : 0) +
    (position === 0 || position === total - 1 ? 15 : 0)
  );
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
