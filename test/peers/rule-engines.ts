import { ZenEngine } from '@gorules/zen-engine';
import { Environment } from '@marcbachmann/cel-js';
import { LogicEngine } from 'json-logic-engine';
import { Engine } from 'json-rules-engine';
import type { Condition, ContextRule } from '../../shared/model/rule.ts';
import type { Contender } from '../bench/rules/contender.ts';

/** Cheap conditions first, as a tuned rule set would have them. */
const cost = { eq: 0, exists: 0, in: 1, gt: 2, lt: 2, starts_with: 3, contains: 4, regex: 5 };
const tuned = (rule: ContextRule): Condition[] =>
  rule.when.toSorted(
    (left, right) => cost[left.operator as keyof typeof cost] - cost[right.operator as keyof typeof cost],
  ); // the workload has only these

function cachedRegex(): (pattern: string) => RegExp {
  const known = new Map<string, RegExp>();
  return pattern => {
    const regex = known.get(pattern) ?? new RegExp(pattern);
    known.set(pattern, regex);
    return regex;
  };
}

const jsonRulesOperators = {
  eq: 'equal',
  in: 'in',
  exists: 'exists',
  gt: 'greaterThan',
  lt: 'lessThan',
  starts_with: 'startsWith',
  contains: 'includes',
  regex: 'matches',
};

export const jsonRulesEngine: Contender = {
  name: 'json-rules-engine',
  async prepare(rules, requests) {
    const engine = new Engine([], { allowUndefinedFacts: true });
    const regex = cachedRegex();
    engine.addOperator('exists', (actual: unknown) => actual !== undefined);
    engine.addOperator(
      'startsWith',
      (actual: unknown, value: string) => typeof actual === 'string' && actual.startsWith(value),
    );
    engine.addOperator(
      'includes',
      (actual: unknown, value: string) => typeof actual === 'string' && actual.includes(value),
    );
    engine.addOperator(
      'matches',
      (actual: unknown, value: string) => typeof actual === 'string' && regex(value).test(actual),
    );
    for (const rule of rules) {
      const all = tuned(rule).map(({ field, operator, value }) => ({
        fact: field,
        operator: jsonRulesOperators[operator as keyof typeof jsonRulesOperators], // the workload has only these
        value: (value ?? null) as string,
      }));
      engine.addRule({ conditions: { all }, event: { type: rule.id } });
    }
    return async at => (await engine.run({ ...requests[at] })).events.map(event => event.type);
  },
};

function zenCell({ operator, value }: Condition): string {
  // Its texts have no escapes: a backslash is a backslash.
  const text = typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
  if (operator === 'eq') return text;
  if (operator === 'in') return (value as string[]).map(one => JSON.stringify(one)).join(', '); // lists of texts in the workload
  if (operator === 'exists') return '$ != null';
  if (operator === 'gt') return `> ${text}`;
  if (operator === 'lt') return `< ${text}`;
  if (operator === 'starts_with') return `$ != null and startsWith($, ${text})`;
  if (operator === 'contains') return `$ != null and contains($, ${text})`;
  return `$ != null and matches($, ${text})`;
}

const zenField = (condition: Condition): string => {
  const test = zenCell(condition);
  const { field, operator } = condition;
  if (operator === 'eq') return `${field} == ${test}`;
  if (operator === 'in') return `${field} in [${test}]`;
  if (operator === 'gt' || operator === 'lt') return `${field} != null and ${field} ${test}`;
  return test.replaceAll('$ ', `${field} `).replaceAll('($,', `(${field},`);
};

export const zenEngine: Contender = {
  name: '@gorules/zen-engine',
  async prepare(rules, requests) {
    const content = {
      nodes: [
        { id: 'in', type: 'inputNode', name: 'in', position: { x: 0, y: 0 } },
        {
          id: 'table',
          type: 'decisionTableNode',
          name: 'table',
          position: { x: 0, y: 0 },
          content: {
            hitPolicy: 'collect',
            inputs: [{ id: 'when', name: 'when', type: 'expression' }],
            outputs: [{ id: 'rule', name: 'rule', field: 'rule', type: 'expression' }],
            rules: rules.map(rule => ({
              _id: rule.id,
              when: tuned(rule).map(zenField).join(' and '),
              rule: JSON.stringify(rule.id),
            })),
          },
        },
        { id: 'out', type: 'outputNode', name: 'out', position: { x: 0, y: 0 } },
      ],
      edges: [
        { id: 'a', sourceId: 'in', targetId: 'table', type: 'edge' },
        { id: 'b', sourceId: 'table', targetId: 'out', type: 'edge' },
      ],
    };
    const decision = new ZenEngine().createDecision(content);
    return async at => {
      const { result } = await decision.evaluate(requests[at]);
      return (result as { rule: string }[]).map(row => row.rule); // the shape of a collecting table
    };
  },
};

function jsonLogic({ field, operator, value }: Condition): unknown {
  const actual = { var: field };
  if (operator === 'eq') return { '===': [actual, value] };
  if (operator === 'in') return { in: [actual, value] };
  if (operator === 'exists') return { '!==': [actual, null] };
  if (operator === 'gt') return { and: [{ '!==': [actual, null] }, { '>': [actual, value] }] };
  if (operator === 'lt') return { and: [{ '!==': [actual, null] }, { '<': [actual, value] }] };
  if (operator === 'starts_with') return { startsWith: [actual, value] };
  if (operator === 'contains') return { includes: [actual, value] };
  return { matches: [actual, value] };
}

export const jsonLogicEngine: Contender = {
  name: 'json-logic-engine',
  async prepare(rules, requests) {
    const engine = new LogicEngine();
    const regex = cachedRegex();
    const text =
      (test: (actual: string, value: string) => boolean) =>
      ([actual, value]: [unknown, string]) =>
        typeof actual === 'string' && test(actual, value);
    engine.addMethod(
      'startsWith',
      text((actual, value) => actual.startsWith(value)),
      { deterministic: true },
    );
    engine.addMethod(
      'includes',
      text((actual, value) => actual.includes(value)),
      { deterministic: true },
    );
    engine.addMethod(
      'matches',
      text((actual, value) => regex(value).test(actual)),
      { deterministic: true },
    );
    const compiled = rules.map(rule => ({
      id: rule.id,
      fires: engine.build({ and: tuned(rule).map(jsonLogic) }) as (data: unknown) => unknown,
    })); // synchronous engine
    return at => compiled.filter(rule => rule.fires(requests[at]) === true).map(rule => rule.id);
  },
};

function celTest({ field, operator, value }: Condition): string {
  const actual = `v.${field}`;
  const constant = typeof value === 'number' ? `${value}.0` : JSON.stringify(value);
  const given = `has(${actual})`;
  if (operator === 'exists') return given;
  if (operator === 'eq') return `${given} && ${actual} == ${constant}`;
  if (operator === 'in') return `${given} && ${actual} in ${constant}`;
  if (operator === 'gt') return `${given} && ${actual} > ${constant}`;
  if (operator === 'lt') return `${given} && ${actual} < ${constant}`;
  if (operator === 'starts_with') return `${given} && ${actual}.startsWith(${constant})`;
  if (operator === 'contains') return `${given} && ${actual}.contains(${constant})`;
  return `${given} && ${actual}.matches(${constant})`;
}

export const celJs: Contender = {
  name: '@marcbachmann/cel-js',
  async prepare(rules, requests) {
    const environment = new Environment({ unlistedVariablesAreDyn: true });
    const contexts = requests.map(v => ({ v }));
    const compiled = rules.map(rule => ({
      id: rule.id,
      fires: environment.parse(tuned(rule).map(celTest).join(' && ')),
    }));
    return at => compiled.filter(rule => rule.fires(contexts[at]) === true).map(rule => rule.id);
  },
};
