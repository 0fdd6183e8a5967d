import { extractiveArc } from './extractive-arc.ts';
import { type RankedSentence, rankSentences } from './rank-sentences.ts';
import { artefactsOf, sentencesOf } from './sentences.ts';
import { type Segment, type SegmentNotes, type Summarizer, speakerOf } from './summarizer.ts';

/** The built-in summarizer: offline and deterministic, it picks and trims sentences. */
export const extractiveSummarizer: Summarizer = {
  id: 'extractive',
  async summarize(segment, targetTokens) {
    return pickLines(linesOf(segment), targetTokens);
  },
  async condense(summaries, targetTokens) {
    return pickLines(condensedLines(summaries), targetTokens);
  },
  async arc(segment, density, targetTokens) {
    return extractiveArc(segment, density, targetTokens);
  },
  fallbacks: () => 0,
  warnings: () => [],
};

interface Line {
  readonly text: string;
  readonly rank: number;
}

/** Characters for a token: below what texts take, so that what is picked seldom has to be cut. */
const charactersPerToken = 3.6;

/** The best lines that fit the target, in their order. */
function pickLines(lines: readonly Line[], targetTokens: number): string {
  const best = lines.map((line, at) => ({ ...line, at })).filter(({ rank }) => rank > 0);
  best.sort((left, right) => right.rank - left.rank || left.at - right.at);
  let left = targetTokens * charactersPerToken;
  const kept: typeof best = [];
  for (const line of best) {
    if (left < shortestLine) break;
    if (line.text.length + 1 > left) continue;
    kept.push(line);
    left -= line.text.length + 1;
  }
  return kept
    .sort((one, other) => one.at - other.at)
    .map(({ text }) => text)
    .join('\n');
}

const shortestLine = 12;

/** Each sentence as a line of its own, with who says it where that changes. */
function linesOf(segment: Segment): Line[] {
  const speakers = segment.messages.map(speakerOf);
  const ranked = rankSentences(sentencesOf(segment.messages), { scores: segment.scores, speakers });
  return ranked.map(sentence => ({ text: lineOf(sentence, speakers), rank: sentence.rank }));
}

function lineOf(sentence: RankedSentence, speakers: readonly string[]): string {
  const open = sentence.isOpen ? '[OPEN] ' : '';
  return `- ${open}${speakers[sentence.message] ?? ''}: ${sentence.text}`;
}

/** Lines of summaries are ranked again as they stand; what is open stays before all else. */
function condensedLines(summaries: readonly string[]): Line[] {
  const lines = summaries.flatMap(summary => summary.split('\n')).filter(line => line.trim() !== '');
  const texts = lines.map(line => ({ parts: line.replace(/^- (?:\[OPEN\] )?/, '') }));
  const sentences = rankSentences(sentencesOf(texts), { scores: [], speakers: [] });
  const ranks = new Map<number, number>();
  for (const { message, rank } of sentences) ranks.set(message, Math.max(rank, ranks.get(message) ?? 0));
  return lines.map((text, at) => ({
    text,
    rank: text.trim() === '' ? 0 : (ranks.get(at) ?? 0) + (text.startsWith('- [OPEN]') ? 1 : 0.01),
  }));
}

/** What a compaction carries beside its summary. */
export function notesOf(segment: Segment): SegmentNotes {
  const speakers = segment.messages.map(speakerOf);
  const ranked = rankSentences(sentencesOf(segment.messages), { scores: segment.scores, speakers });
  return {
    decisions: bestTexts(
      ranked.filter(({ isDecision }) => isDecision),
      mostNotes,
    ),
    questions: bestTexts(
      ranked.filter(({ isOpen }) => isOpen),
      mostNotes,
    ),
    artefacts: artefactsOf(segment.messages, mostNotes),
  };
}

const mostNotes = 8;

/** The best of some sentences, in the order they were said. */
function bestTexts(sentences: readonly RankedSentence[], most: number): string[] {
  const best = new Set(
    sentences
      .toSorted((left, right) => right.rank - left.rank)
      .slice(0, most)
      .filter(({ rank }) => rank >= 0),
  );
  return sentences.filter(sentence => best.has(sentence)).map(({ text }) => text);
}
