import { describe, expect, it } from 'vitest';
import { isKnownClean, noteCleanScan } from './clean-scan.ts';

const newSource = () => ({ kind: 'document', ref: 'c/a.md', title: 'A', timestamp: '2026-01-01T00:00:00Z' });

describe('a clean scan', () => {
  it('holds for the content and the source it was noted for, and goes with copies of the element', () => {
    const source = newSource();
    noteCleanScan(source, 'text', 3);
    expect(isKnownClean({ content: 'text', source }, 3)).toBe(true);
    expect(isKnownClean({ ...{ content: 'text', source }, score: 1, title: 'other' }, 3)).toBe(true);
  });

  it.each([
    ['another content', (source: object) => ({ content: 'text and more', source }), 3],
    ['a copy of the source', (source: object) => ({ content: 'text', source: { ...source } }), 3],
    ['other patterns', (source: object) => ({ content: 'text', source }), 4],
    ['no source', () => ({ content: 'text' }), 3],
  ] as const)('does not hold for %s', (_, make, patterns) => {
    const source = newSource();
    noteCleanScan(source, 'text', 3);
    // A source is what was noted; the rows only leave out that it is one.
    expect(isKnownClean(make(source) as Parameters<typeof isKnownClean>[0], patterns)).toBe(false);
  });

  it('keeps the source as it was scanned', () => {
    const source = newSource();
    noteCleanScan(source, 'text', 3);
    expect(() => Object.assign(source, { title: 'secret' })).toThrow(TypeError);
  });
});
