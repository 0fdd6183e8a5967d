import { describe, expect, it, onTestFinished } from 'vitest';
import { loadCounter } from './count-exact.ts';
import { createTokenizer, findTokenizerProgram } from './tokenizer.ts';

const countO200kTokens = await loadCounter('o200k_base');
const countCl100kTokens = await loadCounter('cl100k_base');

describe('countO200kTokens', () => {
  it.each([
    ['', 0],
    ['Hello, world!', 4],
    ['tiktoken is great!', 6],
    ['<|endoftext|>', 7],
  ])('counts %j as %i, names of control tokens as text', (text, count) => {
    expect(countO200kTokens(text)).toBe(count);
  });

  it.each([
    ['letters', 'a'.repeat(20_000)],
    ['blanks', ' '.repeat(20_000)],
    ['line ends', '\n'.repeat(20_000)],
    ['signs', '!?'.repeat(10_000)],
    ['pictures', '😀'.repeat(10_000)],
  ])('counts 20,000 %s without a break in well under a second', (_, text) => {
    expect(countO200kTokens(text)).toBeGreaterThan(0);
  });

  it('counts by the older encoding as well', () => {
    expect(['', 'tiktoken is great!', '<|endoftext|>', '你好世界'].map(countCl100kTokens)).toEqual([
      0, 6, 7, 5,
    ]);
    expect(countCl100kTokens('a'.repeat(20_000))).toBeGreaterThan(0);
  });

  it('counts a run of 512 as a whole and a longer one a little too high at most', () => {
    const run = (length: number) => 'lorem-ipsum/dolor.'.repeat(100).slice(0, length);
    const whole = countO200kTokens(run(512));
    expect(countO200kTokens(run(1024))).toBeGreaterThanOrEqual(whole * 2 - 2);
    expect(countO200kTokens(run(1024))).toBeLessThanOrEqual(whole * 2 + 2);
  });
});

describe('createTokenizer', () => {
  function makeTokenizer(program: URL | undefined) {
    const tokenizer = createTokenizer(program);
    onTestFinished(() => tokenizer.close());
    return tokenizer;
  }

  it('counts in a thread, in the order of the texts, and gives the same again', async () => {
    expect(findTokenizerProgram()?.href).toMatch(/workers\/tokenizer-worker\.ts$/);
    const tokenizer = makeTokenizer(findTokenizerProgram());
    const texts = ['Hello, world!', '', 'Hello, world!', 'x '.repeat(200)];
    const counts = texts.map(countO200kTokens);
    expect(await tokenizer.countTokens('o200k_base', texts)).toEqual(counts);
    expect(await tokenizer.countTokens('o200k_base', texts.toReversed())).toEqual(counts.toReversed());
    expect(await tokenizer.countTokens('o200k_base', [])).toEqual([]);
  });

  it('keeps the counts of two encodings apart', async () => {
    const tokenizer = makeTokenizer(findTokenizerProgram());
    const texts = ['你好世界', 'Hello, world!'];
    for (const _ of [1, 2]) {
      expect(await tokenizer.countTokens('o200k_base', texts)).toEqual(texts.map(countO200kTokens));
      expect(await tokenizer.countTokens('cl100k_base', texts)).toEqual(texts.map(countCl100kTokens));
    }
    expect(countO200kTokens('你好世界')).not.toBe(countCl100kTokens('你好世界'));
  });

  it('counts here when the thread cannot be started', async () => {
    const tokenizer = makeTokenizer(new URL('file:///nowhere/tokenizer.js'));
    expect(await tokenizer.countTokens('o200k_base', ['Hello, world!'])).toEqual([4]);
  });

  it('answers many calls at once', async () => {
    const tokenizer = makeTokenizer(findTokenizerProgram());
    const texts = Array.from({ length: 50 }, (_, index) => `text number ${index}`);
    const counts = await Promise.all(texts.map(text => tokenizer.countTokens('o200k_base', [text])));
    expect(counts.flat()).toEqual(texts.map(countO200kTokens));
  });
});
