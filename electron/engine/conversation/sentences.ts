import type { Message } from '../../../shared/model/message.ts';
import { messageText, saidText } from '../../../shared/model/message-text.ts';
import { stopWords } from '../../../shared/search/stop-words.ts';
import { atOnce } from '../../../shared/stretches.ts';
import { textHead } from '../../../shared/text-head.ts';

/** A sentence of a conversation with what it says about itself. */
export interface Sentence {
  readonly text: string;
  /** Position of its message among those that were given. */
  readonly message: number;
  readonly words: readonly string[];
  readonly isQuestion: boolean;
  readonly isDecision: boolean;
  readonly isProblem: boolean;
  /** Names inside the sentence, numbers, and what looks like code. */
  readonly particulars: number;
}

/** Longer ones are cut at a word. */
const longestSentence = 240;
/** Texts beyond this are looked at in their beginning only. */
const longestText = 20_000;

const decision =
  /\b(?:decided|decision|let's go with|we'll use|we will|agreed|conclusion|resolved|settled on|going with|chose|plan is)\b/i;
const problem = /\b(?:error|bug|issue|problem|failed|fails|broken|blocked|crash|exception|stuck|worried)\b/i;
const particular =
  /(?<=[\p{Ll},;] )\p{Lu}[\p{L}\p{N}]+|\d[\d.,:/-]*|`[^`\n]+`|\b\w+(?:[._]\w+|\(\))|\b[a-z]+[A-Z]\w+/gu;
const wordForm = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'_-]*/gu;

/** The sentences of messages, in order; code blocks are left out, they are artefacts. */
export const sentencesOf = (messages: readonly Pick<Message, 'parts'>[]): Sentence[] =>
  atOnce(sentencesInSteps(messages));

/** The same, a step for each message. */
export function* sentencesInSteps(messages: readonly Pick<Message, 'parts'>[]): Generator<void, Sentence[]> {
  const sentences: Sentence[] = [];
  for (const [at, message] of messages.entries()) {
    for (const text of splitSentences(withoutCode(saidText(message).slice(0, longestText))))
      sentences.push(describe(text, at));
    yield;
  }
  return sentences;
}

function describe(text: string, message: number): Sentence {
  return {
    text,
    message,
    words: contentWords(text),
    isQuestion: text.endsWith('?'),
    isDecision: decision.test(text),
    isProblem: problem.test(text),
    particulars: Math.min(6, text.match(particular)?.length ?? 0),
  };
}

/** Small words say nothing about what a text is about. */
function contentWords(text: string): string[] {
  return (text.toLowerCase().match(wordForm) ?? []).filter(word => word.length > 2 && !stopWords.has(word));
}

function splitSentences(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map(sentence => clipped(sentence.replace(/^[\s>#*•-]+/, '').trim()))
    .filter(sentence => sentence.length > 2);
}

/** At most as long as a sentence may be, ended at a word where there is one. */
function clipped(sentence: string): string {
  if (sentence.length <= longestSentence) return sentence;
  const head = textHead(sentence, longestSentence);
  const end = head.lastIndexOf(' ');
  return `${end > longestSentence / 2 ? head.slice(0, end) : head}…`;
}

const withoutCode = (text: string): string => text.replace(/```[\s\S]*?(?:```|$)/g, '\n');

const artefact =
  /`([^`\n]{2,80})`|\b([\w/-]{1,100}\.(?:tsx?|jsx?|py|rs|go|java|md|json|ya?ml|sql|css|html|sh|toml))\b|\b([A-Za-z_]\w+\(\))/g;

/** Names of files, functions and whatever stands in back quotes, most often named first. */
export function artefactsOf(messages: readonly Pick<Message, 'parts'>[], most: number): string[] {
  const counts = new Map<string, number>();
  for (const message of messages)
    for (const match of messageText(message).slice(0, longestText).matchAll(artefact)) {
      const name = match[1] ?? match[2] ?? match[3] ?? '';
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  return [...counts]
    .sort((left, right) => right[1] - left[1])
    .slice(0, most)
    .map(([name]) => name);
}
