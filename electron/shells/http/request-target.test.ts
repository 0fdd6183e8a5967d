import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTarget } from './request-target.ts';

const isRead = (target: string) => 'path' in readTarget(target);

describe('a request target', () => {
  it.each([
    ['/', '/'],
    ['/context-rule-engine', '/context-rule-engine'],
    ['/context-rule-engine/', '/context-rule-engine/'],
    ['/health?at=1/../2', '/health'],
    ['/context-rule-engine/a/rules/two%20words', '/context-rule-engine/a/rules/two%20words'],
    ['/context-rule-engine/a/rules/%C3%A4', '/context-rule-engine/a/rules/%C3%A4'],
    ['/context-rule-engine/a/rules/100%25', '/context-rule-engine/a/rules/100%25'],
    ['/context-rule-engine/a/rules/a:b@c,d', '/context-rule-engine/a/rules/a:b@c,d'],
    ['/context-rule-engine/a/rules/...', '/context-rule-engine/a/rules/...'],
  ])('%j leads to %j', (target, path) => expect(readTarget(target)).toEqual({ path }));

  it.each([
    '',
    '*',
    'health',
    'http://127.0.0.1/health',
    '/a/../b',
    '/a/./b',
    '/a/..',
    '/.',
    '/a/%2e%2e/b',
    '/a/.%2E/b',
    '/a/%252e%252e/b',
    '/a%2f..%2fb',
    '/a%5c..%5cb',
    '/a\\..\\b',
    '//a',
    '/a//b',
    '/a//',
    '/%61',
    '/a%',
    '/a%zz',
    '/a%c0%ae%c0%ae',
    '/a%00',
    '/a%0d%0a',
    '/a%7f',
    '/a\0',
    '/a b',
    '/a\tb',
    '/ä',
    '/a#b',
    '/a?b#c',
    '/a{b}',
    '/a"b',
  ])('%j is refused', target => expect(isRead(target)).toBe(false));

  it('that is read means the same to every reader', () => {
    const piece = fc.constantFrom(
      'a',
      '.',
      '..',
      '/',
      '\\',
      '%',
      '2e',
      '2F',
      '25',
      '00',
      '5c',
      '?',
      '#',
      ';',
      'A',
      ' ',
    );
    const anything = fc.array(piece, { maxLength: 12 }).map(pieces => `/${pieces.join('')}`);
    fc.assert(
      fc.property(anything, target => {
        const reading = readTarget(target);
        if (!('path' in reading)) return;
        const { pathname } = new URL(target, 'http://host');
        const decoded = reading.path.split('/').map(decodeURIComponent);
        expect(pathname).toBe(reading.path);
        expect(
          new URL(decoded.map(encodeURIComponent).join('/'), 'http://host').pathname
            .split('/')
            .map(decodeURIComponent),
        ).toEqual(decoded);
        expect(decoded.filter(segment => /[/\\\0]|^\.\.?$/.test(segment))).toEqual([]);
      }),
      { numRuns: 5000 },
    );
  });
});
