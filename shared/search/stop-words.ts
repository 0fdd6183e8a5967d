/** English words that say nothing about what a text is about: left out of keywords and of searches. */
export const stopWords: ReadonlySet<string> = new Set(
  [
    'a an the this that these those there here',
    'i me my we us our you your he him his she her it its they them their',
    'am is are was were be been being do does did doing done have has had having',
    'can could may might must shall should will would',
    'and or but nor so if then else than because while as until unless',
    'of at by for with about against between into through during before after above below',
    'to from up down in out on off over under again once',
    'not no yes only own same too very just also any all both each few more most other some such',
    'who whom whose which what when where why how',
    's t m re ve ll d don isn aren wasn weren doesn didn hasn haven won wouldn',
  ].flatMap(line => line.split(' ')),
);
