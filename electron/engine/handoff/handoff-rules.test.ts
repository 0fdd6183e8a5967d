import { describe, expect, it } from 'vitest';
import type { ErrorPattern } from '../../../shared/model/handoff.ts';
import { agentShares, retrievalLimit } from './agent-shares.ts';
import { classifyZone } from './classify-zone.ts';
import { composeContext } from './compose-context.ts';
import { choosePatterns, confidenceAfter, isExpired, matchingPatterns } from './error-learning.ts';
import { errorSignature, normalizeMessage, signatureKey } from './error-signature.ts';
import { modelWindow } from './model-window.ts';
import { isInGroup, rankPackages } from './rank-packages.ts';

const models = { haiku: 32_000, sonnet: 200_000, opus: 200_000, 'opus-9': 1_000_000 };

it.each([
  ['haiku', 32_000],
  ['claude-3-5-Haiku-20241022', 32_000],
  ['claude-opus-9', 1_000_000],
  [undefined, 200_000],
] as const)('the window of %s is %i', (model, window) => {
  expect(modelWindow(model, models)).toEqual({ window, warnings: [] });
});

it('an unknown model has 200,000 tokens and a warning', () => {
  expect(modelWindow('gpt', models)).toEqual({
    window: 200_000,
    warnings: ['the model "gpt" is not in the model table; 200000 tokens are assumed'],
  });
});

it.each([
  [0.15, 170_000],
  [0.1, 180_000],
  [0.34, 132_000],
  [0.35, 130_000],
  [0.0000001, 199_999],
  [0.999999, 0],
])('a margin of %d leaves %i of 200,000', (safetyMargin, effective) => {
  expect(classifyZone({ model: 'sonnet', safetyMargin, models }).effective_limit).toBe(effective);
});

it('a window that leaves nothing is an emergency, with a finite usage', () => {
  expect(classifyZone({ model: 'sonnet', current_tokens: 5, safetyMargin: 0.9999999, models })).toMatchObject(
    {
      zone: 'Emergency',
      usage_pct: 100,
    },
  );
});

it.each([
  ['developer', [50_000, 20_000, 20_000, 10_000], 3],
  ['senior_software_engineer', [40_000, 20_000, 25_000, 15_000], 5],
  ['qa_expert', [40_000, 15_000, 30_000, 15_000], 5],
  ['tech_lead', [30_000, 15_000, 40_000, 15_000], 5],
  ['__proto__', [40_000, 20_000, 25_000, 15_000], 3],
] as const)('%s has its shares of what is left and its limit', (agent, shares, limit) => {
  const limits = { developer: 3, senior_software_engineer: 5, qa_expert: 5, tech_lead: 5 };
  expect([Object.values(agentShares(agent, 170_000, 70_000)), retrievalLimit(agent, limits)]).toEqual([
    shares,
    limit,
  ]);
});

it('beyond the limit nothing is left to share', () => {
  expect(agentShares('developer', 100, 500)).toEqual({ task: 0, specialization: 0, packages: 0, errors: 0 });
});

const now = '2026-06-01T12:00:00Z';
const packageOf = (id: number, more: object = {}) => ({
  id,
  priority: 'medium' as const,
  group_id: null as string | null,
  consumers: [] as string[],
  created_at: now,
  file_path: `${id}.md`,
  summary: 'word '.repeat(10),
  ...more,
});

describe('rank', () => {
  it('knows agents by membership, groups by name, and dates in the future as now', () => {
    const packages = [
      packageOf(1, { consumers: ['tech_lead_2'], group_id: '' }),
      packageOf(2, { consumers: ['tech_lead'], created_at: '2027-01-01T00:00:00' }),
      packageOf(3, { group_id: 'b' }),
      packageOf(4, { group_id: 'a', created_at: '2026-05-31T12:00:00' }),
    ];
    const ranked = rankPackages(packages, { agent_type: 'tech_lead', group_id: 'a' }, now);
    expect(ranked.map(({ entry, score }) => [entry.id, score])).toEqual([
      [2, 10.5],
      [4, 10.5],
      [3, 9],
      [1, 9],
    ]);
  });

  it('a group gets its own packages and those of the whole session, the whole session gets all', () => {
    const given = (asked: string | null) =>
      ['a', 'b', '', null].filter(group_id => isInGroup(group_id, { agent_type: 'x', group_id: asked }));
    expect([given('a'), given(''), given(null)]).toEqual([
      ['a', '', null],
      ['a', 'b', '', null],
      ['a', 'b', '', null],
    ]);
  });

  it('with a query, the score without recency decides first, then the words, then what is newer', () => {
    const packages = [
      packageOf(1, { created_at: '2026-05-01T12:00:00Z' }),
      packageOf(2),
      packageOf(3, { priority: 'low', consumers: ['x'] }),
      packageOf(4, { created_at: '2026-05-20T12:00:00Z' }),
    ];
    const order = (fit?: ReadonlyMap<number, number>) =>
      rankPackages(packages, { agent_type: 'x' }, now, fit).map(({ entry }) => entry.id);
    expect(order()).toEqual([2, 4, 1, 3]);
    expect(order(new Map([[1, -3]]))).toEqual([1, 2, 4, 3]);
    expect(order(new Map())).toEqual([2, 4, 1, 3]);
  });
});

describe('what is shown', () => {
  const count = async (texts: readonly string[]) => texts.map(text => text.length);
  const shares = { packages: 150, errors: 10_000 };
  const ranked = rankPackages(
    [packageOf(1, { priority: 'critical', content: 'c'.repeat(30) }), packageOf(2), packageOf(3)],
    { agent_type: 'x' },
    now,
  );
  const compose = (more: object) =>
    composeContext({ zone: 'Normal', ranked, patterns: [], limit: 5, shares, ...more }, count);

  it('stops at the first package that does not fit the share', async () => {
    const { shown, available, stoppedBy } = await compose({});
    const tokens = shown.map(one => one.tokens);
    expect([shown.map(({ entry }) => entry.id), available, stoppedBy]).toEqual([[1], 3, 'share']);
    expect(tokens.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(150);
  });

  it('gives content where it fits and the zone is Normal, else the summary', async () => {
    const contents = async (more: object) => (await compose(more)).shown.map(({ block }) => block.content);
    expect(await contents({})).toEqual(['c'.repeat(30)]);
    expect(await contents({ shares: { packages: 80, errors: 0 } })).toEqual([undefined]);
    expect(await contents({ zone: 'Soft Warning', limit: 1 })).toEqual([undefined]);
  });

  it('stops at the limit, and shows one critical package where the zone is Conservative', async () => {
    const facts = async (more: object) => {
      const { shown, available, stoppedBy } = await compose({
        shares: { packages: 1e6, errors: 0 },
        ...more,
      });
      return [shown.map(({ entry }) => entry.id), available, stoppedBy];
    };
    expect(await facts({ limit: 2 })).toEqual([[1, 3], 3, 'limit']);
    expect(await facts({})).toEqual([[1, 3, 2], 3, null]);
    expect(await facts({ zone: 'Conservative' })).toEqual([[1], 1, null]);
    expect(await facts({ zone: 'Wrap-up' })).toEqual([[], 0, 'zone']);
    expect(await facts({ zone: 'Emergency' })).toEqual([[], 0, 'zone']);
  });

  it('says why nothing is shown', async () => {
    const low = ranked.slice(1);
    expect((await compose({ zone: 'Conservative', ranked: low })).noneShown).toEqual({
      kind: 'none critical',
    });
    const small = { packages: 9, errors: 0 };
    expect((await compose({ shares: small })).noneShown).toEqual({ kind: 'too small', tokens: 9 });
    expect((await compose({ ranked: [] })).noneShown).toBeUndefined();
  });
});

describe('error patterns', () => {
  it.each([
    ['ENOENT: /srv/app/src/x.ts is missing', 'ENOENT: .../x.ts is missing'],
    ['at C:\\Users\\me\\x.ts line 12, Line 3', 'at .../x.ts line N, Line N'],
    ["Can't find module '@/lib/a' or \"b c\"", "Can't find module '...' or '...'"],
    [`say '${'x'.repeat(51)}'`, `say '${'x'.repeat(51)}'`],
    ["'' stays, 'a' not", "'' stays, '...' not"],
    ['src/auth/token.ts failed', '.../token.ts failed'],
    ['get https://host.example/a/b failed', 'get .../b failed'],
    ['/srv/josé/app/x.ts failed', '.../x.ts failed'],
    ['in /Volumes/Müller/a.b/x.ts', 'in .../x.ts'],
    ['/用户/代码/x.py err', '.../x.py err'],
    ['ENOENT C:\\Users\\Jo\u0308rg\\x.js', 'ENOENT .../x.js'],
    ["l'été 'a' d'où", "l'été '...' d'où"],
    ['TypeError at x.js:12:5', 'TypeError at x.js:12:5'],
    ['a'.repeat(600), 'a'.repeat(500)],
    [`${'a'.repeat(499)}😀 tail`, 'a'.repeat(499)],
  ])('%j becomes %j', (message, pattern) => {
    expect(normalizeMessage(message)).toBe(pattern);
  });

  it.each([
    ['TypeError at x.js:12:5', 'TypeError at x.js:N'],
    ['at load (/srv/app/x.mjs:3:14), <anonymous>:1:2', 'at load (.../x.mjs:N), <anonymous>:N'],
    ['x.ts(7,31): error TS2322', 'x.ts:N: error TS2322'],
    ['app.py:40 raised', 'app.py:N raised'],
    ['connect to db.example:5432 at 12:30:05', 'connect to db.example:5432 at 12:30:05'],
  ])('of a stack %j becomes %j', (stack, pattern) => {
    expect(errorSignature({ error_type: 'E', message: 'm', stack }).stack_pattern).toBe(pattern);
  });

  it.each(['a', 'é', 'é/', 'a/', "'a", '\\', 'line ', 'ab.', '.js:1', 'a.b:1:'])(
    'is linear in "%s" repeated',
    piece => {
      errorSignature({ error_type: 'E', message: piece.repeat(20_000), stack: piece.repeat(20_000) });
    },
  );

  it('are known by type, pattern and sorted hints', () => {
    const failure = {
      error_type: 'E',
      message: 'at line 3',
      context_hints: ['b', 'a', 'b'],
      stack: 'x/y.ts',
    };
    const signature = errorSignature(failure);
    expect(signature).toEqual({
      error_type: 'E',
      message_pattern: 'at line N',
      context_hints: ['a', 'b'],
      stack_pattern: '.../y.ts',
    });
    expect(signatureKey(signature)).toBe('["E","at line N",["a","b"]]');
  });

  it('learn in steps of two decimals within their bounds', () => {
    const walk = (helps: readonly boolean[]) => helps.reduce(confidenceAfter, 0.5);
    expect(walk([true, true])).toBe(0.7);
    expect(walk([true, true, true])).toBe(0.8);
    expect(walk(Array(9).fill(true))).toBe(1);
    expect(walk([false, false, false, false])).toBe(0.1);
  });

  const known = (
    pattern_hash: string,
    confidence: number,
    occurrences: number,
    type = 'E',
  ): ErrorPattern => ({
    pattern_hash,
    project_id: 'p',
    signature: { error_type: type, message_pattern: 'm', context_hints: [], stack_pattern: '' },
    solution: 's',
    confidence,
    occurrences,
    last_seen: '2026-03-03T12:00:00.000Z',
    created_at: '2026-03-03T12:00:00.000Z',
    ttl_days: 90,
  });

  it('expire after their days without being seen', () => {
    const pattern = known('a', 1, 1);
    expect([isExpired(pattern, '2026-06-01T12:00:00Z'), isExpired(pattern, '2026-06-01T12:00:01Z')]).toEqual([
      false,
      true,
    ]);
  });

  it('are shown at once until they misled, at most three, those of the failure that was seen first', () => {
    const patterns = [
      known('misled', 0.4, 99),
      known('untried', 0.5, 1, 'G'),
      known('a', 0.8, 1),
      known('b', 0.9, 1),
      known('c', 0.9, 5),
      known('d', 0.71, 1, 'F'),
    ];
    const hashes = (of: readonly ErrorPattern[], seen?: ErrorPattern) =>
      choosePatterns(of, '2026-03-04T00:00:00Z', seen).map(({ pattern_hash }) => pattern_hash);
    expect(hashes(patterns)).toEqual(['c', 'b', 'a']);
    expect(hashes(patterns, known('x', 0, 0, 'F'))).toEqual(['d', 'c', 'b']);
    expect(hashes(patterns.slice(0, 2))).toEqual(['untried']);
  });

  it('of a failure: its stack tells most, then its hints, and another language is another failure', () => {
    const of = (
      hash: string,
      confidence: number,
      more: Partial<ErrorPattern['signature']>,
      lang?: string,
    ) => {
      const { signature, ...rest } = known(hash, confidence, 1);
      return { ...rest, signature: { ...signature, ...more }, ...(lang !== undefined && { lang }) };
    };
    const patterns = [
      of('best', 1, {}),
      of('hints', 0.9, { context_hints: ['a', 'b'] }),
      of('stack', 0.3, { stack_pattern: 'at f' }),
      of('python', 1, {}, 'Python'),
    ];
    const hashes = (more: Partial<ErrorPattern['signature']>, lang?: string) =>
      matchingPatterns(patterns, of('seen', 0, more, lang)).map(({ pattern_hash }) => pattern_hash);
    expect(hashes({})).toEqual(['best', 'python', 'hints', 'stack']);
    expect(hashes({ context_hints: ['b'] }, 'rust')).toEqual(['hints', 'best', 'stack']);
    expect(hashes({ context_hints: ['b'], stack_pattern: 'at f' }, 'python')).toEqual([
      'stack',
      'hints',
      'best',
      'python',
    ]);
  });
});
