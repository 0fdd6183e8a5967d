import { describe, expect, it } from 'vitest';
import { noteCleanScan } from '../../../shared/model/clean-scan.ts';
import type { Element } from '../../../shared/model/element.ts';
import { priorities, priorityWeights } from '../../../shared/model/section.ts';
import type { RedactionMode } from '../../../shared/redaction/finding.ts';
import { redact, redactionVersion } from '../../../shared/redaction/redact.ts';
import { memoryOf } from '../../../test/support/engine-definitions.ts';
import { secretGenerators } from '../../../test/support/generated-secrets.ts';
import { createSeededRandom } from '../../../test/support/seeded-random.ts';
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

const { secret } = secretGenerators['github-token']?.(createSeededRandom(8)) ?? { secret: '' };
const mark = '[REDACTED:github-token]';
const itemsOf = (...elements: unknown[]) =>
  redactItems(memoryOf('m'), elements as Element[], {
    mode: 'pattern_only',
    redact,
    estimator: 'o200k_base',
  }); // a store may hold anything

describe('what an item takes over of its element', () => {
  it.each<[object, object]>([
    [{}, { kind: 'store', trust: 'imported' }],
    [{ source: 'a file' }, { kind: 'store', trust: 'imported' }],
    [{ source: { kind: 5 } }, { kind: 'store', trust: 'imported' }],
    [
      { source: { kind: 'kv', trust: 'agent', origin: 'agent' } },
      { kind: 'kv', trust: 'agent', origin: 'agent' },
    ],
    [
      { title: 'own', timestamp: '2026', ref: 'own' },
      { kind: 'store', title: 'own', timestamp: '2026', trust: 'imported' },
    ],
    [
      { title: 'own', timestamp: '2026', source: { kind: 'kv', ref: 'r', title: 'T', timestamp: '2025' } },
      { kind: 'kv', ref: 'r', title: 'T', timestamp: '2025', trust: 'imported' },
    ],
    [{ source: { kind: 'kv', ref: 5, title: null, more: 'dropped' } }, { kind: 'kv', trust: 'imported' }],
  ])('of %j the source', (element, source) => {
    expect(itemsOf({ content: 'text', ...element }).items[0]?.source).toStrictEqual(source);
  });

  it.each<[object, object]>([
    [{}, {}],
    [{ score: 0 }, { score: 0 }],
    [
      { score: 0.5, historical: true },
      { score: 0.5, historical: true },
    ],
    [{ score: Number.NaN, historical: false }, {}],
    [{ score: Number.POSITIVE_INFINITY }, {}],
    [{ score: '0.5', historical: 'yes' }, {}],
    [{ id: 'own', tags: ['t'], redacted: 5 }, {}],
  ])('of %j the score, and whether it is from before', (element, more) => {
    expect(itemsOf({ content: 'text', ...element }).items).toStrictEqual([
      {
        id: 'm#0',
        memory_id: 'm',
        content: 'text',
        tokens: 0,
        weight: 2,
        source: { kind: 'store', trust: 'imported' },
        ...more,
      },
    ]);
  });

  it('the weight of its memory, and its place', () => {
    const weights = priorities.map(priority => {
      const memory = memoryOf('m', { contribution: { priority } });
      const rules = { mode: 'off', redact, estimator: 'chars4' } as const;
      return redactItems(memory, [{ content: 'a' }, { content: 'b' }], rules).items.map(({ id, weight }) => [
        id,
        weight,
      ]);
    });
    expect(weights).toEqual(
      priorities.map(priority => [
        ['m#0', priorityWeights[priority]],
        ['m#1', priorityWeights[priority]],
      ]),
    );
  });
});

describe('secrets of an item', () => {
  it('are replaced in every text that leaves, and counted over all of them', () => {
    const source = { kind: 'kv', ref: `r ${secret}`, title: `t ${secret}`, timestamp: `at ${secret}` };
    const { items } = itemsOf({ content: `one ${secret} two ${secret}`, source });
    expect(items).toMatchObject([
      {
        content: `one ${mark} two ${mark}`,
        redacted: 5,
        source: { ref: `r ${mark}`, title: `t ${mark}`, timestamp: `at ${mark}` },
      },
    ]);
    expect(itemsOf({ content: 'text', title: secret }).items).toMatchObject([
      { content: 'text', redacted: 1, source: { title: mark } },
    ]);
  });

  it('leave the count that was stored where they are not in the content', () => {
    const counts = { o200k_base: 7 };
    const { items, uncounted } = itemsOf(
      { content: 'text', title: secret, counts },
      { content: secret, counts },
      { content: 'text' },
    );
    expect([items.map(({ tokens }) => tokens), uncounted]).toEqual([[7, 0, 0], items.slice(1)]);
  });

  it('that cannot be looked for keep the whole item back, under its place, and no other', () => {
    const failing = (text: string, mode: RedactionMode) => {
      if (text.includes('poison')) throw new Error('out of memory');
      return redact(text, mode);
    };
    const elements = [{ content: 'a' }, { content: 'b', title: 'poison' }, { content: 'c' }];
    const rules = { mode: 'pattern_only', redact: failing, estimator: 'chars4' } as const;
    const memory = memoryOf('m', { contribution: { section: 'history' } });
    const { items, uncounted, dropped } = redactItems(memory, elements, rules);
    expect([items.map(({ id }) => id), uncounted]).toEqual([['m#0', 'm#2'], items]);
    expect(dropped).toEqual([
      { item_id: 'm#1', memory_id: 'm', section: 'history', tokens: 0, reason: 'redaction_failed' },
    ]);
  });
});

it('what was scanned needs a trust of its own, and the very content, to pass unread', () => {
  const asked: string[] = [];
  const spy = (text: string, mode: RedactionMode) => {
    asked.push(text);
    return redact(text, mode);
  };
  const rules = { mode: 'pattern_only', redact: spy, estimator: 'chars4' } as const;
  const { trust: _, ...untrusted } = element(undefined).source;
  noteCleanScan(untrusted, content, redactionVersion);
  const known = element(redactionVersion);
  redactItems(
    memoryOf('m'),
    [{ content, source: untrusted }, { ...known, content: 'another' }, known],
    rules,
  );
  expect(asked.filter(text => text === content || text === 'another')).toEqual([content, 'another']);
});
