import { expect, it } from 'vitest';
import { termsOf } from './terms.ts';

it.each([
  ['', []],
  ['?! -- …', []],
  ['Refunds are PAID', ['refund', 'ar', 'paid']],
  ['v2 id_17', ['v2', 'id', '17']],
  ['Überfahrt, façade, Ångström', ['uberfahrt', 'facad', 'angstrom']],
  ['Ελλάδα Ёлка', ['ελλαδα', 'елка']],
  // Vowel signs belong to their word.
  ['हिन्दी भाषा', ['हिन्दी', 'भाषा']],
  ['한국어 검색', ['한국어', '검색']],
  ['数据库', ['数', '数据', '据', '据库', '库']],
  ['東京で v2を', ['東', '東京', '京', '京で', 'で', 'v2', 'を']],
  ['ﬁle ＡＢＣ', ['file', 'abc']],
  ['Weft™ costs 5 €', ['weft', 'cost', '5']],
])('reads %j as %j', (text, terms) => {
  expect(termsOf(text)).toEqual(terms);
});

it('reads composed and decomposed letters alike', () => {
  expect(termsOf('Zürich'.normalize('NFD'))).toEqual(termsOf('Zürich'.normalize('NFC')));
});

it('keeps the beginning of what is too long for a word', () => {
  expect(termsOf('a'.repeat(1000))).toEqual(['a'.repeat(64)]);
});
