import type { Sentence } from './sentences.ts';

/** A sentence and how much it carries of what was said. */
export interface RankedSentence extends Sentence {
  readonly rank: number;
  /** A question that nobody answered. */
  readonly isOpen: boolean;
}

/** What is said of messages where sentences are ranked: how much each matters, and who says it. */
export interface SentenceContext {
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
export function rankSentences(sentences: readonly Sentence[], context: SentenceContext): RankedSentence[] {
  const weights = wordWeights(sentences);
  const best = context.scores.reduce((most, score) => Math.max(most, score), 1);
  const seen = new Set<string>();
  return sentences.map(sentence => {
    const isOpen = sentence.isQuestion && isUnanswered(sentence, sentences, context.speakers);
    const centrality = sentence.words.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0);
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
function wordWeights(sentences: readonly Sentence[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { words } of sentences)
    for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const most = [...counts.values()].reduce((best, count) => Math.max(best, count), 1);
  return new Map([...counts].map(([word, count]) => [word, count === 1 ? 0 : Math.sqrt(count / most)]));
}

/** Open: whoever speaks next, if anybody else does, asks back or says next to nothing. */
function isUnanswered(
  question: Sentence,
  sentences: readonly Sentence[],
  speakers: readonly string[],
): boolean {
  const asker = speakers[question.message];
  const reply = nextOther(question.message, speakers, asker);
  if (reply === undefined) return true;
  // Sentences are in the order of messages, so those of one message are found by halving.
  const own = sentences.slice(lowerBound(sentences, reply), lowerBound(sentences, reply + 1));
  return own.every(({ isQuestion, words }) => isQuestion || words.length < 2);
}

function nextOther(from: number, speakers: readonly string[], asker: string | undefined): number | undefined {
  for (let at = from + 1; at < speakers.length; at += 1) if (speakers[at] !== asker) return at;
  return undefined;
}

function lowerBound(sentences: readonly Sentence[], message: number): number {
  let low = 0;
  let high = sentences.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sentences[middle]?.message ?? 0) < message) low = middle + 1;
    else high = middle;
  }
  return low;
}
