import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { memorySchema } from '../../shared/model/memory.ts';
import { requestSchema } from '../../shared/model/request.ts';
import { engineSchema } from '../../shared/model/rule.ts';
import { sampleSchema } from '../../shared/model/sample.ts';
import { priorities, sections } from '../../shared/model/section.ts';
import { checkStepParams } from '../../shared/pipeline/check-step-params.ts';
import { analyzeRules } from '../../shared/rules/analysis/analyze-rules.ts';
import { evaluateRules } from '../../shared/rules/evaluation/evaluate-rules.ts';
import { operatorNames } from '../../shared/rules/operators.ts';

const root = new URL('files/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

function readAll<Schema extends z.ZodType>(folder: string, schema: Schema) {
  return readdirSync(new URL(folder, root))
    .sort()
    .map(file => {
      const text = read(folder + file);
      return { file, text, raw: JSON.parse(text) as unknown, value: schema.parse(JSON.parse(text)) };
    });
}

const engines = readAll('dot-codebolt/context-rule-engines/', engineSchema);
const memories = readAll('dot-codebolt/PersistentMemory/', memorySchema);
const samples = readAll('dot-codebolt/weft/samples/', sampleSchema);
const rules = engines.flatMap(({ value }) => value.rules);
const memoryIds = memories.map(({ value }) => value.id);
const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)].sort();

describe('the sample project', () => {
  it('has three engines, fifteen memories and ten samples', () => {
    expect([engines.length, memories.length, samples.length]).toEqual([3, 15, 10]);
  });

  it.each([...engines, ...memories, ...samples])('names $file after its id and keeps it canonical', entry => {
    expect(`${entry.value.id}.json`).toBe(entry.file);
    expect(entry.text).toBe(`${JSON.stringify(entry.raw, null, 2)}\n`);
  });

  it('uses every operator in rules that can fire', () => {
    const enabled = engines.filter(({ value }) => value.enabled).flatMap(({ value }) => value.rules);
    const used = enabled.filter(rule => rule.enabled !== false).flatMap(rule => rule.when);
    expect(unique(used.map(condition => condition.operator))).toEqual([...operatorNames].sort());
  });

  it('adds known memories only', () => {
    const added = rules.flatMap(rule => rule.then.add_memories);
    expect(added.filter(id => !memoryIds.includes(id))).toEqual([]);
    expect(memoryIds.filter(id => !added.includes(id))).toEqual([]);
  });

  it('covers all sections, priorities and formats', () => {
    const contributions = memories.map(({ value }) => value.contribution);
    expect(unique(contributions.map(({ section }) => section))).toEqual([...sections].sort());
    expect(unique(contributions.map(({ priority }) => priority))).toEqual([...priorities].sort());
    expect(unique(contributions.map(({ format }) => format))).toEqual([
      'bullet_list',
      'json',
      'numbered',
      'prose',
    ]);
  });

  it.each(memories)('has sound steps in $file', ({ value }) => {
    expect(value.retrieval.pipeline.flatMap(checkStepParams)).toEqual([]);
  });

  it.each(samples)('has a valid request with an exact budget in $file', ({ value }) => {
    const { constraints } = requestSchema.parse(value.request);
    expect(constraints).toMatchObject({ estimator: 'o200k_base', max_tokens: expect.any(Number) });
  });
});

const firing: Record<string, readonly string[]> = {
  'planning-developer': [
    'architecture-while-planning',
    'warnings-before-second-try',
    'session-in-progress',
    'fixes-for-failures',
  ],
  'planning-tech-lead': [
    'architecture-while-planning',
    'architecture-for-tech-leads',
    'session-in-progress',
    'contracts-for-services',
    'brief-on-first-try',
    'roster-while-unassigned',
  ],
  'planning-qa': ['architecture-while-planning', 'brief-on-first-try'],
  'implementing-developer': [
    'warnings-before-second-try',
    'session-in-progress',
    'fixes-for-failures',
    'contracts-for-services',
  ],
  'implementing-migration': [
    'session-in-progress',
    'contracts-for-services',
    'migration-rules-for-sql',
    'brief-on-first-try',
    'security-for-risk',
  ],
  'implementing-qa': [
    'warnings-before-second-try',
    'session-in-progress',
    'fixes-for-failures',
    'known-traps-for-qa',
  ],
  'reviewing-tech-lead': [
    'warnings-before-second-try',
    'contracts-for-services',
    'review-basics',
    'security-for-risk',
  ],
  'reviewing-qa': ['brief-on-first-try', 'review-basics', 'wording-changes'],
  'hotfix-tech-lead': [
    'warnings-before-second-try',
    'session-in-progress',
    'fixes-for-failures',
    'contracts-for-services',
    'security-for-risk',
    'hotfix-checklist',
  ],
  'onboarding-guide': [],
};

/** Rule ids that fire for a sample, in the order of the result. */
function firedRules(request: unknown): string[] {
  const parsed = requestSchema.parse(request);
  const { engineResults } = evaluateRules(
    parsed,
    engines.map(({ value }) => value),
  );
  return engineResults.flatMap(result => result.matched_rules.map(rule => rule.rule_id));
}

describe('the rules of the sample project', () => {
  it.each(samples)('fire as told for $value.name', ({ value }) => {
    expect(firedRules(value.request)).toEqual(firing[value.id]);
  });

  it('fire for some sample, except the muted one and those of the disabled engine', () => {
    const fired = samples.flatMap(({ value }) => firedRules(value.request));
    const silent = rules.map(rule => rule.id).filter(id => !fired.includes(id));
    expect(silent).toEqual(['short-answers', 'glossary-for-newcomers', 'release-week']);
  });
});

it('has one overlapping pair and one rule that fires on a missing variable, and no other flaw', () => {
  const values = <Value>(entries: readonly { value: Value }[]): Value[] => entries.map(({ value }) => value);
  const findings = analyzeRules({
    engines: values(engines),
    memories: values(memories),
    samples: values(samples),
  });
  expect(findings.map(({ code, rules }) => [code, ...rules.map(({ rule_id }) => rule_id)])).toEqual([
    ['subsumed', 'architecture-for-tech-leads', 'architecture-while-planning'],
    ['fires-on-missing', 'warnings-before-second-try'],
  ]);
});

describe('the documents of the sample project', () => {
  const all = readdirSync(new URL('docs/', root), { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.md'))
    .sort()
    .map(path => ({ path: path.replaceAll('\\', '/'), text: read(`docs/${path}`) }));
  const isThought = ({ path }: { readonly path: string }) => /^(notes|memories)\//.test(path);
  const documents = all.filter(document => !isThought(document));
  const thoughts = all.filter(isThought);

  it('stand in the collections that the memories search', () => {
    const searched = memories
      .flatMap(({ value }) => value.retrieval.pipeline)
      .filter(step => step.type === 'document_search')
      .map(step => String(step.params?.collection));
    const collections = unique(documents.map(({ path }) => path.split('/')[0] ?? ''));
    expect(collections).toEqual(['architecture', 'conventions', 'incidents', 'product']);
    expect(unique(searched)).toEqual(collections);
  });

  it.each(documents)('have a title, sections and 150 to 500 words in $path', ({ text }) => {
    const words = text.split(/\s+/).length;
    expect(text).toMatch(/^# .+\n\n[^#][\s\S]*\n## /);
    expect([words >= 150, words <= 500]).toEqual([true, true]);
  });

  it('have beside them notes and memories for conversations, one thought each', () => {
    expect(unique(thoughts.map(({ path }) => path.split('/')[0] ?? ''))).toEqual(['memories', 'notes']);
    const others = thoughts.filter(({ text }) => !/^# .+\n\n(?:\S+ ){10,60}\S+\n$/.test(text));
    expect(others).toEqual([]);
  });

  it('speak of each decision record, and of none that is missing', () => {
    const records = unique(documents.flatMap(({ path }) => /adr\/(\d{3})/.exec(path)?.[1] ?? []));
    const named = unique(documents.flatMap(({ text }) => text.match(/(?<=ADR-)\d{3}/g) ?? []));
    expect(named).toEqual(records);
  });
});
