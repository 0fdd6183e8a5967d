import { escapeInvisibleLine } from '../../../shared/model/escape-invisible.ts';
import type { ContextRule, ContextRuleEngine } from '../../../shared/model/rule.ts';
import { isRuleEnabled, rulePriority } from '../../../shared/model/rule-defaults.ts';
import { sentenceText } from '../../../shared/rules/rule-sentence.ts';

/** Labels of the project's memories by id; empty where there is no project. */
export type MemoryNames = ReadonlyMap<string, string>;

/** Engines as a Markdown report: their rules as sentences, and the memories they add. */
export function engineReport(engines: readonly ContextRuleEngine[], memories: MemoryNames): string {
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
