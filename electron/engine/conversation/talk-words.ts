import { stopWords } from '../../../shared/search/stop-words.ts';

const wordsIn = (lines: readonly string[]): string[] => lines.flatMap(line => line.split(' '));

/** English words that talk is made of, whatever it is about: none of them is a subject. */
const talk = wordsIn([
  'hi hey hello bye goodbye thanks thank welcome please sorry congrats congratulations cheers wow yay',
  'oh ooh aww haha lol yeah yep yes nope ok okay sure well alright absolutely definitely totally',
  'exactly indeed right',
  'really so pretty quite super truly especially actually probably maybe perhaps basically literally',
  'honestly currently recently finally always never ever often sometimes usually already still yet soon',
  'later lately now even though although however anyway instead either neither ago away back together',
  'around along almost enough else',
  'great good nice cool awesome amazing wonderful fantastic incredible lovely beautiful perfect fun',
  'funny interesting exciting excited inspiring inspired impressive impressed happy glad sad proud hard',
  'easy tough rough crazy big small little huge tiny new old young long short high low first last next',
  'best better worse worst important special favorite favourite different similar whole full real true',
  'certain able ready free close late early main many much several various unique cute gorgeous',
  'stunning calm calming relaxing peaceful thankful grateful lucky stoked thrilled awful terrible bad',
  'wrong fine sweet strong tasty delicious yummy worth epic rad sick fresh',
  'thing things stuff lot lots bit bunch way ways kind kinds sort type part parts piece side place',
  'places spot point case idea ideas fact reason example time times day days week weeks weekend',
  'weekends month months year years hour hours minute minutes moment moments morning afternoon evening',
  'night tonight today tomorrow yesterday date past future couple few number one ones two three four',
  'five six seven eight nine ten second third half people person folks someone somebody everyone',
  'everybody anyone anybody something everything anything nothing guy guys man woman life world end',
  'start luck chance sense look reminder blast vibe vibes effort mind break question answer word words',
  'step steps stage level change changes turn care hand eye eyes face heart joy experience experiences',
  'memory memories goal goals dream dreams hope journey passion support love beauty pic pics picture',
  'pictures photo photos image stress photograph challenge challenges feeling feelings progress',
  'opportunity opportunities tip tips plan plans name',
  'know think guess suppose believe mean see seen saw looks looked looking watch hear heard hearing',
  'listen say says said saying tell tells told telling talk talks talked talking speak ask asked asking',
  'share shared sharing show showed shown showing',
  'want wants wanted wanting need needs needed like likes liked loves loved loving enjoy enjoyed',
  'enjoying hoping hoped wish feel feels felt miss missed appreciate remember forget cared remind',
  'reminds wonder sound sounds sounded seem seems seemed bet agree understand',
  'go goes going gone went come comes came coming get gets got getting gotten give gives gave given',
  'giving take takes took taken taking make makes made making do does did done doing put puts let lets',
  'keep keeps kept keeping bring brings brought use used using try tries tried trying help helps helped',
  'helping helpful find finds found finding starts started starting stop ended finish finished work',
  'works worked working play played happen happened happens become became learn learned learning live',
  'lived meet met meeting spend spent check checked checking wait waiting planned planning pick picked',
  'stay stayed leave left move moved run call called read hang grab deal set join joined add added',
  'create created creating changed changing reach figure throw catch capture captured',
  'another positive positivity forward opening local wild myself yourself himself herself itself',
  'ourselves yourselves themselves others difference differences since plus btw fam friend friends',
  'buddy buddies seeing watching watched knowing thinking believing meaning appreciating speaking',
  'connecting building growing grown focused motivated amazed blown determined passionate dedicated',
  'committed interested involved connected proudly hopefully sometime outside inside home advice impact',
  'encouragement worries worry cause interest energy courage confidence',
  'every everywhere anywhere somewhere nowhere whatever whichever whoever whenever wherever none nobody',
  'fix fixes fixed fixing write writes wrote written writing read reads reading send sends sent sending',
  'run runs ran running break breaks broke broken breaking fail fails failed failing follow follows followed',
  'build builds built building remove removed removing replace replaced replacing delete deleted deleting',
  'open opens opened close closes closed closing click clicked press pressed type typed return returns',
  'returned rename renamed update updated updating merge merged push pushed pull pulled review reviewed',
  'return explain explained describe described suggest suggested mention mentioned expect expected require',
  'required allow allowed avoid avoided choose chose chosen decide decided deciding write drop dropped happen',
  'buy bought sell sold pay paid eat ate eaten drink drank sleep slept walk walked sit sat stand stood',
  'same other such both each any all several via per without within across toward towards upon',
  'quickly slowly simply easily clearly directly exactly usually nearly mostly mainly recently',
  'who whose thats whats gonna wanna gotta dont cant wont im ive youre kinda sorta',
  'monday tuesday wednesday thursday friday saturday sunday january february march april may june july',
  'august september october november december summer winter spring autumn',
]);

const talkWords: ReadonlySet<string> = new Set(talk);

/** Whether a word in small letters says nothing about what is talked of; contractions are their first word. */
export const isTalk = (word: string): boolean => stopWords.has(word) || talkWords.has(word);

/** `i'm` as `i`, `don't` as `do`, `Melanie's` as `Melanie`. */
export const withoutEnding = (word: string): string =>
  word.replace(/(?:n['’]t|['’](?:s|m|re|ve|ll|d|t)?)$/i, '');

const before = {
  noun: new Set(
    wordsIn(['a an the my your his her its our their this that these those some any no of for with about']),
  ),
  other: new Set(
    wordsIn([
      'i you he she we they to can could will would should must might not never so very really too more most',
      'is are was were be been feel feels felt am let',
    ]),
  ),
};
const after = new Set(wordsIn(['is are was were has have can will would']));

/**
 * Whether a word stands where nouns stand: 1 for yes, 0 for no, undefined where its neighbours do not tell. Neighbours
 * are in small letters, absent at the ends and beside punctuation.
 */
export function nounSign(previous: string | undefined, next: string | undefined): 0 | 1 | undefined {
  // Before another word with a meaning it may be an adjective as well.
  const isHead = next === undefined || stopWords.has(next);
  if (previous !== undefined && before.noun.has(previous)) return isHead ? 1 : undefined;
  if (previous !== undefined && before.other.has(previous)) return 0;
  if (next !== undefined && after.has(next)) return 1;
  return undefined;
}
