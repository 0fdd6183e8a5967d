import { expect, it } from 'vitest';
import type { ContextRuleEngine } from '../../../shared/model/rule.ts';
import type { RuleUsage } from '../../../shared/model/usage.ts';
import { createRegexCache } from '../../../shared/rules/evaluation/regex-cache.ts';
import { requestOf } from '../../../test/support/engine-definitions.ts';
import { SuggestRun } from './suggest.ts';

const engine: ContextRuleEngine = {
  id: 'e',
  name: 'E',
  description: '',
  enabled: true,
  rules: [
    {
      id: 'small',
      name: 'Small',
      when: [
        { field: 'addVar.kind', operator: 'eq', value: 'copy' },
        { field: 'addVar.risk', operator: 'lt', value: 0.2 },
      ],
      then: { add_memories: ['words'] },
    },
  ],
};
const usageOf = (verdicts: RuleUsage['verdicts']): RuleUsage => ({
  engine_id: 'e',
  rule_id: 'small',
  name: 'Small',
  acts: true,
  fired: 0,
  tokens: 0,
  cut: 0,
  given: 0,
  acknowledged: 0,
  mended: 0,
  verdicts,
});

function suggested(
  variables: readonly object[],
  verdicts: RuleUsage['verdicts'],
  explicit_memory: string[] = [],
) {
  const run = new SuggestRun(
    { engines: [engine], causes: [], usage: [usageOf(verdicts)] },
    createRegexCache(),
  );
  for (const [at, additional_variables] of variables.entries())
    run.add({
      id: `r-${at}`,
      weight: 10,
      request: requestOf({ additional_variables: { ...additional_variables }, explicit_memory }),
    });
  return run.suggestions();
}

it('moves a bound to where half of what it alone kept out would come through', () => {
  const [moved, ...others] = suggested(
    [
      { kind: 'copy', risk: 0.9 },
      { kind: 'copy', risk: 0.3 },
      { kind: 'copy', risk: 0.25 },
      { kind: 'code', risk: 0.21 },
    ],
    ['dead'],
  );
  expect(others).toEqual([]);
  expect(moved).toMatchObject({
    kind: 'move_bound',
    evidence: { requests: 20, of: 30, examples: ['r-2', 'r-1'] },
    engine: { rules: [{ when: [{}, { field: 'addVar.risk', operator: 'lte', value: 0.3 }] }] },
  });
});

it('mutes what is dead and no bound explains, and leaves what fires alone', () => {
  expect(
    suggested([{ kind: 'code', risk: 0.3 }], ['dead']).map(({ kind, engine: { rules } }) => [
      kind,
      rules[0]?.enabled,
    ]),
  ).toEqual([['mute_rule', false]]);
  expect(
    suggested(
      [
        { kind: 'copy', risk: 0.3 },
        { kind: 'copy', risk: 0.3 },
      ],
      [],
    ),
  ).toEqual([]);
});

it('adds a rule for what requests name themselves where one value tells it', () => {
  const asking = [{ kind: 'help' }, { kind: 'help' }, { kind: 'help' }];
  const [added] = suggested(asking, [], ['faq']);
  expect(added).toMatchObject({
    kind: 'add_rule',
    evidence: { requests: 30, of: 30 },
    engine: {
      rules: [
        {},
        { when: [{ field: 'addVar.kind', operator: 'eq', value: 'help' }], then: { add_memories: ['faq'] } },
      ],
    },
  });
  // Each asks in another situation: no value tells it.
  expect(
    suggested(
      ['a', 'b', 'c'].map(kind => ({ kind })),
      [],
      ['faq'],
    ),
  ).toEqual([]);
});
