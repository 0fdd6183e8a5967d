import type { Condition, ContextRule, ContextRuleEngine } from '../../../shared/model/rule.ts';
import { isRuleEnabled, rulePriority } from '../../../shared/model/rule-defaults.ts';
import { operatorCatalog } from '../../../shared/rules/operators.ts';

/** Rules by fields as CSV (RFC 4180): a line per rule, a column per field that any condition asks for. */
export function engineTable(engines: readonly ContextRuleEngine[]): string {
  const rules = engines.flatMap(({ id, rules: own }) => own.map(rule => ({ engine: id, rule })));
  const fields = [...new Set(rules.flatMap(({ rule }) => rule.when.map(({ field }) => field)))];
  const titles = ['engine', 'rule', 'name', 'enabled', 'priority', 'tags', ...fields, 'add_memories'];
  const rows = rules.map(({ engine, rule }) => [
    engine,
    rule.id,
    rule.name,
    String(isRuleEnabled(rule)),
    String(rulePriority(rule)),
    (rule.tags ?? []).join(' '),
    ...fields.map(field => conditionsOn(rule, field)),
    rule.then.add_memories.join(' '),
  ]);
  return [titles, ...rows].map(row => `${row.map(cell).join(',')}\r\n`).join('');
}

const conditionsOn = ({ when }: ContextRule, field: string): string =>
  when
    .filter(condition => condition.field === field)
    .map(conditionText)
    .join(' and ');

function conditionText({ operator, value }: Condition): string {
  const { words, operand } = operatorCatalog[operator];
  return operand === 'none' ? words : `${words} ${JSON.stringify(value) ?? 'nothing'}`;
}

/** Quoted where needed. What a spreadsheet would take for a formula gets an apostrophe, which it does not show. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
