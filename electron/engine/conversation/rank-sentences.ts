import { atOnce, mapInSteps } from '../../../shared/stretches.ts';
import type { Sentence } from './sentences.ts';

/** A sentence and how much it carries of what was said. */
export interface RankedSentence extends Sentence {
  readonly rank: number;
  /** A question that nobody answered. */
  readonly isOpen: boolean;
}

/** What is said of messages where sentences are ranked: how much each matters, and who says it. */
interface SentenceContext {
  readonly scores: readonly number[];
  readonly speakers: readonly string[];
}

const decisionWeight = 1.2;
const openWeight = 0.9;
const problemWeight = 0.4;
const particularWeight = 0.12;
const shortest = 4;

/**
 * Ranks sentences by how much their message matters, how central their words are to all, and what they hold: decisions,
 * open questions, problems, names, numbers, code. In the order of the text.
 */
export const rankSentences = (sentences: readonly Sentence[], context: SentenceContext): RankedSentence[] =>
  atOnce(rankInSteps(sentences, context));

/** The same, a step for each sentence and one for the words of each. */
export function* rankInSteps(
  sentences: readonly Sentence[],
  context: SentenceContext,
): Generator<void, RankedSentence[]> {
  const weightOf = yield* weighWords(sentences);
  const isAnswered = yield* answersIn(sentences, context.speakers);
  const best = context.scores.reduce((most, score) => Math.max(most, score), 1);
  const seen = new Set<string>();
  return yield* mapInSteps(sentences, sentence => {
    const isOpen = sentence.isQuestion && !isAnswered(sentence);
    const centrality = sentence.words.reduce((sum, word) => sum + weightOf(word), 0);
    const length = Math.max(shortest, sentence.words.length);
    const key = sentence.text.toLowerCase();
    // Said twice is told once.
    const isRepeated = seen.has(key);
    seen.add(key);
    const rank =
      0.5 * ((context.scores[sentence.message] ?? 0) / best) +
      centrality / Math.sqrt(length) +
      (sentence.isDecision ? decisionWeight : 0) +
      (isOpen ? openWeight : 0) +
      (sentence.isProblem ? problemWeight : 0) +
      particularWeight * sentence.particulars -
      (sentence.isQuestion && !isOpen ? 0.3 : 0) -
      (sentence.words.length < shortest ? 0.8 : 0);
    return { ...sentence, isOpen, rank: isRepeated ? -1 : rank };
  });
}

/** How often a word is said, as its part of the most frequent one; once is nothing. */
function* weighWords(sentences: readonly Sentence[]): Generator<void, (word: string) => number> {
  const counts = new Map<string, number>();
  let most = 1;
  for (const { words } of sentences) {
    for (const word of new Set(words)) {
      const count = (counts.get(word) ?? 0) + 1;
      counts.set(word, count);
      most = Math.max(most, count);
    }
    yield;
  }
  return word => {
    const count = counts.get(word) ?? 0;
    return count <= 1 ? 0 : Math.sqrt(count / most);
  };
}

/** Open is a question where whoever speaks next, if anybody else does, asks back or says next to nothing. */
function* answersIn(
  sentences: readonly Sentence[],
  speakers: readonly string[],
): Generator<void, (question: Sentence) => boolean> {
  const saying = new Set<number>();
  for (const { message, isQuestion, words } of sentences) {
    if (!isQuestion && words.length >= 2) saying.add(message);
    yield;
  }
  // Filled from the end: for each message the next one of anybody else.
  const replies: (number | undefined)[] = [];
  for (let at = speakers.length - 2; at >= 0; at -= 1)
    replies[at] = speakers[at + 1] === speakers[at] ? replies[at + 1] : at + 1;
  return ({ message }) => saying.has(replies[message] ?? -1);
}
