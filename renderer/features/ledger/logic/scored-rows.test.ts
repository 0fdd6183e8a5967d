import { describe, expect, it } from 'vitest';
import type { AssembledLedger } from '../../../../shared/model/ledger.ts';
import { omittedWords, scoredList } from './scored-rows.ts';

const weights = { recency: 0.3, relevance: 0.4, confidence: 0.2, warning_boost: 0.1 };
const entry = { detail: '', scope: 'project', timestamp: '2026-03-01T00:00:00Z' };
const factors = { recency: 1, relevance: 0.5, confidence: 0.5, warning_boost: 0 };

const assembled: AssembledLedger = {
  assembled_at: '2026-03-01T00:00:00Z',
  task: 't',
  scope: 'project',
  token_estimate: 70,
  active_decisions: [
    {
      id: 'd',
      summary: 'decision',
      rationale: '',
      confidence: 'high',
      affected_files: [],
      score: 0.5,
      tokens: 30,
      factors: { recency: 0.5, relevance: 0.375, confidence: 1, warning_boost: 0 },
      found_by: 'search',
    },
  ],
  open_needs: [],
  recent_findings: [{ id: 'f', summary: 'finding', score: 0.6, tokens: 40, factors, ...entry }],
  active_warnings: [],
  recent_questions: [],
  related_entities: [],
  omitted: { count: 3, by_type: { finding: 2, decision: 1 } },
  warnings: [],
  explanation: {
    weights,
    max_tokens: 100,
    search: 'keyword',
    candidates: 5,
    omitted: [{ id: 'o', type: 'finding', summary: 'omitted', score: 0.4, tokens: 55, factors }],
  },
};

describe('scoredList', () => {
  it('shows what was taken best first, with what each factor gave', () => {
    const { taken, tokens } = scoredList(assembled);
    expect(tokens).toBe(70);
    expect(taken.map(({ id, type, foundBy }) => [id, type, foundBy])).toEqual([
      ['f', 'finding', 'scope'],
      ['d', 'decision', 'search'],
    ]);
    expect(taken[0]?.parts).toEqual([
      { name: 'relevance', factor: 0.5, weight: 0.4, part: 0.2 },
      { name: 'recency', factor: 1, weight: 0.3, part: 0.3 },
      { name: 'confidence', factor: 0.5, weight: 0.2, part: 0.1 },
      { name: 'warning_boost', factor: 0, weight: 0.1, part: 0 },
    ]);
  });

  it('says why the best of the rest were left out, and how many more there are', () => {
    const { leftOut, more } = scoredList(assembled);
    expect(leftOut.map(row => [row.id, row.leftOut])).toEqual([['o', 'takes 55, of which 30 are left']]);
    expect(more).toBe(2);
  });

  it('has parts that sum to the score', () => {
    for (const { parts, score } of scoredList(assembled).taken)
      expect(parts.reduce((sum, { part }) => sum + part, 0)).toBeCloseTo(score, 10);
  });
});

it('says what did not fit by kind, most first', () => {
  expect(omittedWords({ decision: 1, finding: 30 })).toBe('30 findings, 1 decision');
  expect(omittedWords({})).toBe('');
});
