import { expect, it } from 'vitest';
import type { AgentContext, LeftOutPackage, Zone } from '../../../../shared/model/handoff.ts';
import type { ListedPackage } from '../handoff-store.ts';
import { contextRows, factorText } from './context-rows.ts';

const listed = (id: number, more: Partial<ListedPackage> = {}): ListedPackage => ({
  id,
  session_id: 's',
  group_id: null,
  package_type: 'research',
  file_path: `notes/${id}.md`,
  producer_agent: 'tech_lead',
  priority: 'high',
  summary: `Summary ${id}`,
  size_bytes: 10,
  created_at: '2026-11-20T10:00:00Z',
  consumers: [],
  superseded: false,
  ...more,
});
const factors = { priority: 12, group: 0, agent: 1.5, recency: 0.5 };

function contextOf(zone: Zone, taken: number, left_out: LeftOutPackage[]): AgentContext {
  const { consumers: _, size_bytes: __, superseded: ___, ...given } = listed(100);
  return {
    markdown: '',
    zone,
    usage_pct: 0,
    effective_limit: 170_000,
    packages: Array.from({ length: taken }, (_, index) => ({
      ...given,
      id: 100 + index,
      ...(index === 0 && { content: 'Whole' }),
      score: 14,
      factors,
      tokens: 1000 + index,
    })),
    error_patterns: [],
    available: taken,
    overflow: 0,
    stopped_by: null,
    left_out,
    shares: { task: 1, specialization: 1, packages: 34_000, errors: 1 },
    counter: 'o200k_base',
    path: 'plain',
    warnings: [],
  };
}

const asker = { agent: 'developer', iteration: 2 };

it('shows what the agent gets in its order, then what it does not with its score', () => {
  const context = contextOf('Normal', 2, [{ id: 1, reason: 'limit', score: 13.5, factors }]);
  expect(contextRows(context, [listed(1)], asker)).toEqual([
    {
      id: 100,
      filePath: 'notes/100.md',
      priority: 'high',
      summary: 'Summary 100',
      isTaken: true,
      words: '1,000 tokens, with content',
      score: 14,
      factors,
    },
    expect.objectContaining({ id: 101, isTaken: true, words: '1,001 tokens, summary only' }),
    {
      id: 1,
      filePath: 'notes/1.md',
      priority: 'high',
      summary: 'Summary 1',
      isTaken: false,
      words: 'after the limit of 2 packages',
      score: 13.5,
      factors,
    },
  ]);
});

it.each<[LeftOutPackage['reason'], Zone, string]>([
  ['superseded', 'Normal', '#2 took its place'],
  ['consumed', 'Normal', 'developer has read it in iteration 2'],
  ['group', 'Normal', 'it is for the group api'],
  ['zone', 'Conservative', 'Conservative: critical packages only'],
  ['limit', 'Conservative', 'Conservative: one critical package at most'],
  ['zone', 'Wrap-up', 'Wrap-up: no packages'],
  ['zone', 'Emergency', 'Emergency: no packages'],
  ['share', 'Normal', 'the share of 34,000 tokens is used up'],
  ['limit', 'Soft Warning', 'after the limit of 1 package'],
])('says of a package that is left out for %s in %s why', (reason, zone, words) => {
  const packages = [listed(1, { group_id: 'api' }), listed(2, { supersedes_id: 1 })];
  const rows = contextRows(contextOf(zone, 1, [{ id: 1, reason }]), packages, asker);
  expect(rows.map(row => row.words).slice(1)).toEqual([words]);
});

it('leaves out a package that is not listed yet', () => {
  expect(contextRows(contextOf('Normal', 0, [{ id: 9, reason: 'limit' }]), [], asker)).toEqual([]);
});

it.each([
  [16, '16'],
  [1.5, '1.5'],
  [0, '0'],
  [0.3333, '0.33'],
])('writes the factor %d as %s', (value, text) => {
  expect(factorText(value)).toBe(text);
});
