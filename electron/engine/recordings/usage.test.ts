import { expect, it } from 'vitest';
import type { CauseSummary } from '../../../shared/model/recording.ts';
import type { ContextRuleEngine } from '../../../shared/model/rule.ts';
import { memoryOf } from '../../../test/support/engine-definitions.ts';
import { noOutcome, type Outcome } from './flight-outcomes.ts';
import { memoryUsage, ruleUsage } from './usage.ts';

const ruleOf = (id: string, ...add_memories: string[]) => ({
  id,
  name: id,
  when: [],
  then: { add_memories },
});
const engine: ContextRuleEngine = {
  id: 'e',
  name: 'E',
  description: '',
  enabled: true,
  rules: [
    ruleOf('big', 'big'),
    ruleOf('small', 'small'),
    ruleOf('other', 'other'),
    ruleOf('cut', 'cut'),
    ruleOf('silent', 'unseen'),
    { ...ruleOf('muted', 'unseen'), enabled: false },
  ],
};
const causeOf = (name: string, requests: number, more: Partial<CauseSummary> = {}): CauseSummary => ({
  id: name,
  rules: [`e/${name}`],
  memories: [name],
  cut: [],
  missing: [],
  origin: 'served',
  requests,
  recordings: 1,
  first_at: '2026-11-01',
  last_at: '2026-11-02',
  tokens: { [name]: 10 },
  ...more,
});
const ground = (count: number, outcomes: Readonly<Record<string, Outcome>> = {}) => ({
  engines: [engine],
  memories: ['big', 'small', 'other', 'cut', 'unseen'].map(id => memoryOf(id)),
  causes: [
    causeOf('big', count, { tokens: { big: 500 } }),
    causeOf('small', count),
    causeOf('other', count, { last_at: '2026-11-09' }),
    causeOf('cut', count, { memories: [], cut: ['cut'], tokens: {} }),
  ],
  outcomeOf: (name: string) => outcomes[name] ?? noOutcome,
});

it('tells of each rule how it did, and which are dead, costly and never useful', () => {
  const rows = ruleUsage(ground(50)).map(one => [one.rule_id, one.fired, one.tokens, one.cut, one.verdicts]);
  expect(rows).toEqual([
    ['big', 50, 25_000, 0, ['costly']],
    ['small', 50, 500, 0, []],
    ['other', 50, 500, 0, []],
    ['cut', 50, 0, 50, ['never_useful']],
    ['silent', 0, 0, 0, ['dead']],
    ['muted', 0, 0, 0, []],
  ]);
});

it('calls nothing dead before there are enough requests', () => {
  expect(ruleUsage(ground(1)).flatMap(({ verdicts }) => verdicts)).not.toContain('dead');
});

it('calls a memory never useful that agents were given and never spoke of', () => {
  const silent = { given: 12, acknowledged: 0, mended: 0 };
  const verdicts = (outcome: Outcome) =>
    memoryUsage(ground(50, { small: outcome })).find(({ id }) => id === 'small')?.verdicts;
  expect([verdicts(silent), verdicts({ ...silent, mended: 1 }), verdicts({ ...silent, given: 3 })]).toEqual([
    ['never_useful'],
    [],
    [],
  ]);
});
