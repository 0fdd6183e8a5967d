import { unreachable } from '../../../shared/contract/errors.ts';
import { canonicalJson, type KeyOrder } from '../../../shared/model/canonical-json.ts';
import { escapeInvisibleJson, escapeInvisibleLine } from '../../../shared/model/escape-invisible.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { Condition, ContextRule, ContextRuleEngine } from '../../../shared/model/rule.ts';
import { isRuleEnabled, rulePriority } from '../../../shared/model/rule-defaults.ts';
import { operators } from '../../../shared/rules/operators.ts';
import { sentenceText } from '../../../shared/rules/rule-sentence.ts';
import { engineKind, memoryKind } from '../../storage/files/definition-kinds.ts';

/** What engines are written as for others. */
type ExportFormat = 'json' | 'sdk' | 'rest' | 'markdown' | 'csv';

/** Engines, and the memory types that go with them. */
export interface Exported {
  readonly engines: readonly ContextRuleEngine[];
  readonly memories: readonly PersistentMemory[];
}

interface ExportedFile {
  readonly filename: string;
  readonly text: string;
}

/**
 * One engine or several in a format; several, or one with memory types, are as JSON a bundle to import again. Stops again
 * and again.
 */
export function* exportAs(
  format: ExportFormat,
  exported: Exported,
  labels: MemoryNames,
): Generator<void, ExportedFile> {
  const { engines, memories } = exported;
  const [first] = engines;
  const name = engines.length === 1 && first !== undefined ? first.id : 'rule-engines';
  switch (format) {
    case 'json': {
      const isOne = first !== undefined && engines.length + memories.length === 1;
      const text = isOne ? yield* jsonText(first, engineKind.order) : yield* bundle(exported);
      return { filename: `${name}.json`, text };
    }
    case 'sdk':
      return { filename: `${name}.mjs`, text: yield* sdkCalls(exported) };
    case 'rest':
      return { filename: `${name}.sh`, text: yield* restCalls(exported) };
    case 'markdown':
      return { filename: `${name}.md`, text: engineReport(engines, labels) };
    case 'csv':
      return { filename: `${name}.csv`, text: engineTable(engines) };
    default:
      return unreachable(format);
  }
}

/** Without a bound there is always a text. */
function* jsonText(value: unknown, order: KeyOrder): Generator<void, string> {
  return (yield* canonicalJson(value, order)) ?? '';
}

/** Engines as one JSON file, `{ engines: [...] }`, with their memory types as `memories` where there are some. */
export function* bundle({ engines, memories }: Exported): Generator<void, string> {
  const inside = { engines: engineKind.order, memories: memoryKind.order };
  return yield* jsonText(memories.length === 0 ? { engines } : { engines, memories }, {
    keys: ['engines', 'memories'],
    inside,
  });
}

/** A module that creates the engines in a running Weft. In code nothing is invisible: what runs is what is read. */
function* sdkCalls({ engines, memories }: Exported): Generator<void, string> {
  const create = (of: string, json: string) =>
    `await client.${of}.create(${escapeInvisibleJson(json).trimEnd()});\n`;
  const calls: string[] = [];
  for (const memory of memories)
    calls.push(create('persistentMemory', yield* jsonText(memory, memoryKind.order)));
  for (const engine of engines)
    calls.push(create('contextRuleEngine', yield* jsonText(engine, engineKind.order)));
  return `// Creates what is below in the project that \`weft serve\` has open: at WEFT_URL with WEFT_TOKEN, else the one of this user.
import { createClient } from '@weft/studio/sdk';

const client = createClient();

${calls.join('\n')}`;
}

/** A shell script that creates the engines. No line of JSON can end its own text: none is the bare word. */
function* restCalls({ engines, memories }: Exported): Generator<void, string> {
  const create = (path: string, json: string) =>
    `curl --fail-with-body -sS "\${WEFT_URL:-http://127.0.0.1:4747}/${path}" \\
  -H @"$headers" -H 'content-type: application/json' \\
  --data-binary @- <<'JSON'
${escapeInvisibleJson(json)}JSON
`;
  const calls: string[] = [];
  for (const memory of memories)
    calls.push(create('persistent-memory/types', yield* jsonText(memory, memoryKind.order)));
  for (const engine of engines)
    calls.push(create('context-rule-engine', yield* jsonText(engine, engineKind.order)));
  return `#!/bin/sh
# Creates what is below in the project that \`weft serve\` has open.
set -e
# The token goes by a private file: the arguments of a program are seen by every user of the machine.
headers=$(mktemp)
trap 'rm -f "$headers"' EXIT
printf 'authorization: Bearer %s\\n' "\${WEFT_TOKEN:?the token that weft serve printed}" > "$headers"

${calls.join('\n')}`;
}

/** Labels of the project's memories by id; empty where there is no project. */
type MemoryNames = ReadonlyMap<string, string>;

/** Engines as a Markdown report: their rules as sentences, and the memories they add. */
function engineReport(engines: readonly ContextRuleEngine[], memories: MemoryNames): string {
  return engines.map(engine => describeEngine(engine, memories)).join('\n');
}

function describeEngine(engine: ContextRuleEngine, memories: MemoryNames): string {
  const { name, id, description, enabled, rules } = engine;
  const state = enabled ? '' : ' It is switched off.';
  const count = rules.length === 1 ? '1 rule' : `${rules.length} rules`;
  return [
    `# ${inline(name)}`,
    '',
    ...(description.trim() === '' ? [] : [inline(description), '']),
    `Engine \`${id}\`, ${count}.${state}`,
    '',
    ...rules.flatMap(describeRule),
    ...describeMemories(engine, memories),
  ].join('\n');
}

function describeRule(rule: ContextRule): string[] {
  const facts = [
    `priority ${rulePriority(rule)}`,
    ...(isRuleEnabled(rule) ? [] : ['muted']),
    ...(rule.tags ?? []).map(tag => `#${inline(tag)}`),
  ];
  const description = rule.description?.trim() ?? '';
  return [
    `## ${inline(rule.name)}`,
    '',
    inline(sentenceText(rule)),
    '',
    ...(description === '' ? [] : [inline(description), '']),
    `${code(rule.id)}, ${facts.join(', ')}`,
    '',
  ];
}

function describeMemories({ rules }: ContextRuleEngine, memories: MemoryNames): string[] {
  const users = new Map<string, number>();
  for (const { then } of rules)
    for (const id of new Set(then.add_memories)) users.set(id, (users.get(id) ?? 0) + 1);
  if (users.size === 0) return [];
  const rows = [...users.keys()]
    .sort()
    .map(id => `| ${code(id)} | ${inline(memories.get(id) ?? '')} | ${users.get(id)} |`);
  return ['## Memories', '', '| Memory | Label | Rules |', '| --- | --- | ---: |', ...rows, ''];
}

/** A text on one line, with nothing in it that is not seen, and nothing that Markdown or HTML would act on. */
const inline = (text: string): string =>
  escapeInvisibleLine(text.replace(/[ \t\r\n]+/g, ' '))
    .trim()
    .replace(/[\\`*_[\]<>|#&]/g, '\\$&');

/** A text as code, whatever it holds. */
const code = (text: string): string =>
  `\`${escapeInvisibleLine(text.replace(/[ \t\r\n]+/g, ' '))
    .replaceAll('`', "'")
    .replaceAll('|', '\\|')}\``;

/** Rules by fields as CSV (RFC 4180): a line per rule, a column per field that any condition asks for. */
function engineTable(engines: readonly ContextRuleEngine[]): string {
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

/** A cell that is a number is one for a spreadsheet too, whatever its sign. */
type CsvCell = string | number | boolean;

/**
 * Rows as CSV (RFC 4180), for people and their spreadsheets: invisible characters are spelled out, and what a
 * spreadsheet would take for a formula gets an apostrophe.
 */
export function csvTable(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map(row => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Quoted where a reader might split or trim. */
function cell(value: CsvCell): string {
  if (typeof value !== 'string') return String(value);
  const text = withoutFormulas(escapeInvisibleLine(value));
  return /^\s|\s$|[",;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The signs that begin a formula, in the forms that a keyboard for wide, small, raised or mathematical ones gives. */
const sign = '[=+\\-@＝＋－＠﹦﹢﹣﹫−⁺⁻⁼₊₋₌]';
/** Where a cell begins, or would for a reader that splits at another character than a comma; quotes do not hold it up. */
const start = `(?:^|[;,|])["'\\s\\p{Z}\\u2800]*`;
const plainNumber = '[+-]?\\d+(?:\\.\\d+)?(?=$|[\\]};,|"])';
const formula = new RegExp(`(?=${sign})(?<=${start})(?!(?<=[;,|]["\\s]*)${plainNumber})`, 'gu');

/** Before the sign itself: a reader that cuts white space off would cut off what stands in front of it. */
const withoutFormulas = (text: string): string => text.replace(formula, "'");
