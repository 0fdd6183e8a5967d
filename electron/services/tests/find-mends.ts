import type { Expectation, TestMend } from '../../../shared/model/context-test.ts';
import type { VariableChange } from '../../../shared/model/rule-fix.ts';
import { fixRule } from '../../../shared/rules/analysis/fix-rule.ts';
import { showValue } from '../../../shared/rules/describe-value.ts';
import { fieldLabel } from '../../../shared/rules/field-name.ts';
import { judgeExpectation } from '../../../shared/rules/testing/judge-expectation.ts';
import { mendRule } from '../../../shared/rules/testing/mend-rule.ts';
import { ruleNameOf } from '../../../shared/rules/testing/rule-case.ts';
import type { TestCase } from '../../../shared/rules/testing/runnable-test.ts';
import { explainItem } from '../../engine/assembly/explain-item.ts';
import { redactTexts } from '../../engine/assembly/redact-texts.ts';
import type { QuietNeeds } from '../project/assemble-quietly.ts';
import type { Needs } from '../project/call.ts';
import { assembleTested, type TestedDefinitions } from './tested-definitions.ts';

export type RunNeeds = QuietNeeds & Needs<'caller' | 'regexes' | 'project' | 'projectIfOpen'>;

/** One run of tests. */
export interface TestRun {
  readonly defined: TestedDefinitions;
  readonly needs: RunNeeds;
  readonly cases: readonly TestCase[];
  /** How many expectations mends were looked for of. */
  readonly mended: { count: number };
}

/** The smallest changes after which a failing expectation is met: of a rule, of the request, of the memory. Each was tried. */
export async function findMends(expectation: Expectation, own: TestCase, run: TestRun): Promise<TestMend[]> {
  const { defined, needs, cases } = run;
  const others = cases.filter(one => one !== own);
  const ofRule = mendRule(expectation, own, others, defined.engines, needs.regexes);
  const isTrue = ofRule && (await holdsAfter(ofRule, expectation, own, run));
  const ofRequest = await mendRequest(expectation, own, run);
  const mends = [...(ofRule && isTrue ? [ofRule] : []), ...ofRequest];
  return mends.map(mend => ({
    ...mend,
    words: redactTexts({ reason: mend.words }, defined.redaction).reason,
  }));
}

/** Whether the expectation is met by the context that is assembled with a mended rule. */
async function holdsAfter(
  { engine_id, rule }: Extract<TestMend, { kind: 'rule' }>,
  expectation: Expectation,
  own: TestCase,
  { defined, needs }: TestRun,
): Promise<boolean> {
  const engines = defined.engines.map(engine =>
    engine.id === engine_id
      ? { ...engine, rules: engine.rules.map(one => (one.id === rule.id ? rule : one)) }
      : engine,
  );
  const assembled = await assembleTested(own.request, { ...defined, engines }, needs);
  const applied = assembled.trace.rules_applied.map(one => `${one.engine_id}/${one.rule_id}`);
  const added = assembled.trace.memory_calls.map(({ memory_id }) => memory_id);
  return judgeExpectation(expectation, { rules: { fired: applied, added }, assembled }).state === 'passed';
}

/** What the request, or the memory, would have to be: as "why not" has it. */
async function mendRequest(
  expectation: Expectation,
  own: TestCase,
  { defined, needs }: TestRun,
): Promise<TestMend[]> {
  if (expectation.kind === 'fires') {
    const at = own.rules.find(one => ruleNameOf(one) === expectation.rule);
    const fix = at && fixRule(at.rule, own.request, needs.regexes);
    if (fix?.kind !== 'found' || fix.request === undefined) return [];
    return [requestMend(changeWords(fix.changes), fix.changes, fix.request)];
  }
  if (expectation.kind !== 'included') return [];
  const { project, ...definitions } = defined;
  const { change, memory_change: ofMemory } = await explainItem(
    { ...definitions, request: own.request, target: { memoryId: expectation.memory } },
    { ports: needs.ports(project), cancel: needs.cancel, regexes: needs.regexes },
  );
  if (ofMemory?.max_items !== undefined) {
    const { memory_id, max_items } = ofMemory;
    const words = `let ${memory_id} bring ${max_items.to} items instead of ${max_items.from}`;
    return [{ kind: 'memory', words, memory_id, max_items: max_items.to }];
  }
  if (change === undefined) return [];
  const words = [
    ...(change.variables.length > 0 ? [changeWords(change.variables)] : []),
    ...(change.explicit_memory === undefined ? [] : [`name ${change.explicit_memory} in the request`]),
    ...(change.max_tokens === undefined ? [] : [`allow ${change.max_tokens} tokens`]),
  ];
  return [requestMend(words.join(', and '), change.variables, change.request)];
}

const requestMend = (
  words: string,
  variables: VariableChange[],
  request: Extract<TestMend, { kind: 'request' }>['request'],
): TestMend => ({ kind: 'request', words: `in the request ${words}`, variables, request });

const changeWords = (changes: readonly VariableChange[]): string =>
  changes
    .map(({ field, to }) =>
      to === undefined ? `leave out ${fieldLabel(field)}` : `make ${fieldLabel(field)} ${showValue(to)}`,
    )
    .join(', and ');
