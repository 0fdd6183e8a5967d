import { expect, it } from 'vitest';
import { embeddedText, turnOf } from './turn.ts';

it.each([
  ['[8 May] Ann: Hello: you', { when: '8 May', speaker: 'Ann', text: 'Hello: you' }],
  ['[8 May] Ann: two\nlines', { when: '8 May', speaker: 'Ann', text: 'two\nlines' }],
  ['[8 May] Ann:   Hello', { when: '8 May', speaker: 'Ann', text: '  Hello' }],
  ['[8 May] Ann: \nHello\t', { when: '8 May', speaker: 'Ann', text: '\nHello\t' }],
  ['[8 May] Ann:', undefined],
  ['[8 May] Ann:  ', undefined],
  ['Ann: Hello', undefined],
  ['[x](link): text', undefined],
  ['', undefined],
])('reads who said what and when from %j', (text, turn) => {
  expect(turnOf(text)).toEqual(turn);
});

it('embeds of a turn what was said, of anything else all of it', () => {
  expect(embeddedText('[8 May] Ann: \nHello ')).toBe('Hello');
  expect(embeddedText('Guide\n\nHow to')).toBe('Guide\n\nHow to');
});
