import { describe, expect, it } from 'vitest';
import { noteCleanScan } from '../../../shared/model/clean-scan.ts';
import type { RedactionMode } from '../../../shared/redaction/finding.ts';
import { redact, redactionVersion } from '../../../shared/redaction/redact.ts';
import { memoryOf } from '../../../test/support/engine-definitions.ts';
import { redactItems } from './redact-items.ts';

// No pattern knows it, but it looks random.
const content = 'the build is kR8vZ2mQ4xT7bW1nY5cJ and goes on';

function element(patterns: number | undefined) {
  const source = {
    kind: 'document',
    ref: 'notes/a.md',
    title: 'A',
    timestamp: '2026-11-22T00:00:00.000Z',
    trust: 'imported' as const,
  };
  if (patterns !== undefined) noteCleanScan(source, content, patterns);
  return { content, source, counts: { o200k_base: 9 } };
}

function redacted(mode: RedactionMode, patterns: number | undefined) {
  const asked = new Set<RedactionMode>();
  const spy = (text: string, how: RedactionMode) => {
    asked.add(how);
    return redact(text, how);
  };
  const rules = { mode, redact: spy, estimator: 'o200k_base' as const };
  return { ...redactItems(memoryOf('docs'), [element(patterns)], rules), asked: [...asked] };
}

describe('what was scanned for patterns when it was stored', () => {
  it.each<[RedactionMode, RedactionMode[]]>([
    ['pattern_only', []],
    ['off', []],
    ['both', ['entropy']],
    ['entropy', ['entropy']],
  ])('in mode %s only %j is left to be looked for, and the result is the same', (mode, left) => {
    const known = redacted(mode, redactionVersion);
    const unknown = redacted(mode, undefined);
    const stale = redacted(mode, redactionVersion - 1);
    expect(known.asked).toEqual(left);
    expect([unknown.asked, stale.asked]).toEqual([[mode], [mode]]);
    expect([known.items, known.uncounted]).toEqual([unknown.items, unknown.uncounted]);
    expect(known.items[0]?.content.includes('[REDACTED:high-entropy]')).toBe(
      mode === 'both' || mode === 'entropy',
    );
  });
});
