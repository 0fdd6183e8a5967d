import type { Condition, ContextRule, ContextRuleEngine } from '../../../shared/model/rule.ts';
import { isRuleEnabled, rulePriority } from '../../../shared/model/rule-defaults.ts';
import { operators } from '../../../shared/rules/operators.ts';
import { csvTable } from './csv-table.ts';

/** Rules by fields as CSV (RFC 4180): a line per rule, a column per field that any condition asks for. */
export function engineTable(engines: readonly ContextRuleEngine[]): string {
  const rules = engines.flatMap(({ id, rules: own }) => own.map(rule => ({ engine: id, rule })));
  const fields = [...new Set(rules.flatMap(({ rule }) => rule.when.map(({ field }) => field)))];
  const titles = ['engine', 'rule', 'name', 'enabled', 'priority', 'tags', ...fields, 'add_memories'];
  const rows = rules.map(({ engine, rule }) => [
    engine,
    rule.id,
    rule.name,
    isRuleEnabled(rule),
    rulePriority(rule),
    (rule.tags ?? []).join(' '),
    ...fields.map(field => conditionsOn(rule, field)),
    rule.then.add_memories.join(' '),
  ]);
  return csvTable([titles, ...rows]);
}

const conditionsOn = ({ when }: ContextRule, field: string): string =>
  when
    .filter(condition => condition.field === field)
    .map(conditionText)
    .join(' and ');

function conditionText({ operator, value }: Condition): string {
  const { label, takes } = operators[operator];
  return takes === 'none' ? label : `${label} ${JSON.stringify(value) ?? 'nothing'}`;
}
