/** Begins a question. */
const asking =
  /^(?:(?:and|so|but|also|then|ok|okay|well|hey|oh|according to|in|on|by|for|from|to|at|around|during|under|after|before|with)\b,? ?(?:[\p{L}\d'’]+,? ){0,4}?)?(?:who|what|when|where|why|which|whose|whom|how|did|does|do|is|are|was|were|has|have|had|can|could|would|will|should)(?:['’]?s)?\b/iu;
/** Whoever is spoken to answers for himself. */
const addressed = /\b(?:you|your|yours|yourself|u|ya)\b/iu;
/** What points at something in view. */
const pointing = /\b(?:it|its|that|this|these|those|they|them|their|he|she|him|her|his|there|here)\b/iu;
/** Before what is said, with whom it is said to. */
const greeting = /^(?:hey|hi|hello|wow|whoa|thanks|congrats|yeah|ok|okay)\b,?(?: \p{Lu}\p{L}*)?[,!]?\s+/iu;
/** What is said of a talk. */
const ofTheTalk =
  /\b(?:remember|remind|recall|mention(?:ed)?|sa(?:y|id)|told|earlier|last time|previously|decided|we (?:decide|agree|choose)|agreed|suggest(?:ed)?|recommend(?:ed)?|settled|talked about)\b/iu;
/** Asks for news, which nobody told yet. */
const ofNews =
  /\b(?:going|been up|what['’]s (?:up|new)|since we (?:last )?(?:talked|chatted|spoke|met))\b[^,;]{0,40}[?？]?$/iu;
const request = /^(?:please,? )?(?:tell|remind|list|show|summari[sz]e|repeat|recap|give)\b/iu;
/** Words that say nothing of what is asked about. */
const empty = new Set(
  'a an the of to in on at for and or but is are was were be been do does did have has had from about what when where why which who whose how not yes any some more most much many just here really very can could would will should might may good great fun cool nice thing things like get got going out one else new all now lately tell please'.split(
    ' ',
  ),
);
/** A stretch of a script that puts no spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{6}/u;
const leastTelling = 2;
const mostPassing = 3;

/**
 * Whether a message asks for something that may have been said long ago: a question that stands on its own, by what it
 * names, and neither asks whoever is spoken to nor points at what is in view; or one that speaks of the talk itself. A
 * question in a language of which no word is known counts as one. What is asked in passing is left to what is shown.
 */
export function asksAboutPast(message: string): boolean {
  // What is asked in passing, beside much else, is not what a message is about.
  return sentencesOf(message).some(
    sentence => sentence.length * mostPassing >= message.trim().length && isOfPast(sentence),
  );
}

function isOfPast(sentence: string): boolean {
  const isQuestion = /[?？؟]\s*$/u.test(sentence);
  const telling = tellingWords(sentence);
  if (isQuestion && unspaced.test(sentence)) return true;
  const begins = asking.test(sentence);
  const isOpenEnded = !/[.!]\s*$/u.test(sentence);
  if (ofTheTalk.test(sentence) && (request.test(sentence) || (begins && (isQuestion || isOpenEnded))))
    return telling.length >= leastTelling;
  if (!begins) return isQuestion && !hasKnownWord(sentence) && telling.length > leastTelling;
  if (!isQuestion && !isOpenEnded) return false;
  if (
    addressed.test(sentence) ||
    (ofNews.test(sentence) && !isNaming(sentence)) ||
    telling.length < leastTelling
  )
    return false;
  return !pointing.test(sentence) || isNaming(sentence);
}

const sentencesOf = (message: string): string[] =>
  message
    .split(/(?<=(?<!\b(?:Dr|Mr|Mrs|Ms|St|vs|e\.g|i\.e))[.!?？؟])\s+|\n/u)
    .map(sentence => sentence.trim().replace(greeting, ''))
    .filter(sentence => sentence !== '');

const wordsOf = (sentence: string): string[] =>
  sentence.toLowerCase().match(/[\p{L}\d][\p{L}\d'’_.-]*/gu) ?? [];

const tellingWords = (sentence: string): string[] =>
  wordsOf(sentence).filter(word => word.length > 2 && !empty.has(word.replace(/['’.].*$/u, '')));

const hasKnownWord = (sentence: string): boolean =>
  wordsOf(sentence).some(word => empty.has(word) || /^(?:i|we|it|this|that|you|my|our)$/u.test(word));

/** Names somebody or something inside the sentence, but not at its end behind a comma, where whoever is spoken to stands. */
function isNaming(sentence: string): boolean {
  const said = sentence.replace(/,\s*\p{Lu}[\p{L}'’]*\s*[?!.]*$/u, '');
  return /(?<=[\p{L}\d,;:'’"]\s)(?!I\b)["“]?\p{Lu}[\p{L}'’]+/u.test(said) || /["“`]/u.test(said);
}
