import { describe, expect, it } from 'vitest';
import type { ContextRequest } from '../../shared/model/request.ts';
import type { ContextRule, ContextRuleEngine } from '../../shared/model/rule.ts';
import type { Sample } from '../../shared/model/sample.ts';
import { evaluateRules } from '../../shared/rules/evaluation/evaluate-rules.ts';
import { emptyEvaluationMemory, evaluateDocuments } from './evaluate-documents.ts';
import type { EngineChange } from './protocol.ts';

const rule = (id: string, phase: string): ContextRule => ({
  id,
  name: `Rule ${id}`,
  when: [{ field: 'addVar.phase', operator: 'eq', value: phase }],
  then: { add_memories: ['docs'] },
});
const shell = { id: 'e1', name: 'Engine', description: '', enabled: true, rules: [] };
const engine = (phase: string, enabled = true): EngineChange['working'] => ({
  engine: { ...shell, enabled },
  rules: [rule('r1', phase)],
});
const sample = (id: string, phase: string): Sample => ({
  id,
  name: id,
  request: { scope_variables: {}, additional_variables: { phase } },
});
const samples = { a: sample('a', 'planning'), b: sample('b', 'review') };
const rows = (working: number[], saved: number[], ruleIds = ['r1']) => ({
  ruleIds,
  working: Uint32Array.from(working),
  saved: Uint32Array.from(saved),
});

describe('evaluateDocuments', () => {
  it('evaluates the working and the saved rules for every sample', () => {
    const update = evaluateDocuments(emptyEvaluationMemory(), {
      engines: { e1: { working: engine('review') ?? null, saved: engine('planning') ?? null } },
      samples,
      currentSample: 'a',
    });
    expect(update.sampleIds).toEqual(['a', 'b']);
    expect(update.engines.e1?.rows).toEqual(rows([0b10], [0b01]));
    expect(update.engines.e1?.order).toEqual(['r1']);
    expect(update.engines.e1?.explained?.[0]?.conditions[0]?.outcome).toBe('failed');
    expect(update.variables?.get('addVar.phase')).toBe('planning');
  });

  it('tells nothing that did not change, and one row when one rule did', () => {
    const memory = emptyEvaluationMemory();
    const rules = [rule('r1', 'planning'), rule('r2', 'review')];
    evaluateDocuments(memory, {
      engines: { e1: { working: { engine: shell, rules }, saved: 'working' } },
      samples,
      currentSample: 'a',
    });
    expect(evaluateDocuments(memory, { engines: {}, samples: {} })).toEqual({ engines: {} });
    const edited = rule('r2', 'planning');
    const update = evaluateDocuments(memory, {
      engines: { e1: { working: { engine: shell, rules: [0, edited] } } },
    });
    expect(update).toEqual({
      engines: {
        e1: {
          rows: rows([0b01], [0b10], ['r2']),
          explained: [expect.objectContaining({ rule_id: 'r2', outcome: 'fired' })],
        },
      },
    });
  });

  it('forgets engines and samples that are gone', () => {
    const memory = emptyEvaluationMemory();
    evaluateDocuments(memory, {
      engines: { e1: { working: engine('planning') ?? null, saved: null } },
      samples,
      currentSample: 'a',
    });
    const later = evaluateDocuments(memory, { samples: { b: null } });
    expect([later.sampleIds, later.engines.e1?.rows]).toEqual([['a'], rows([1], [0])]);
    expect(evaluateDocuments(memory, { engines: { e1: null } })).toEqual({ engines: { e1: null } });
  });

  it('explains a disabled engine but lets nothing of it fire', () => {
    const update = evaluateDocuments(emptyEvaluationMemory(), {
      engines: { e1: { working: engine('planning', false) ?? null, saved: 'working' } },
      samples,
      currentSample: 'a',
    });
    expect(update.engines.e1?.explained?.[0]?.outcome).toBe('fired');
    expect(update.engines.e1?.rows).toEqual(rows([0], [0]));
  });

  it('gives nothing for a sample that is no request', () => {
    const broken = { id: 'a', name: 'a', request: { scope_variables: 3 } };
    const update = evaluateDocuments(emptyEvaluationMemory(), {
      engines: { e1: { working: engine('planning') ?? null, saved: null } },
      samples: { a: broken },
      currentSample: 'a',
    });
    expect([update.sampleIds, update.engines.e1?.explained]).toEqual([undefined, undefined]);
  });

  it('agrees with the plain evaluator over many rules and samples', () => {
    const words = ['planning', 'review', 'building', 'waiting'];
    const rules = Array.from({ length: 60 }, (_, at) => ({
      ...rule(`r${at}`, words[at % 4] ?? ''),
      ...(at % 7 === 0 && { enabled: false }),
      ...(at % 5 === 0 && {
        when: [{ field: 'addVar.phase', operator: 'neq' as const, value: words[at % 3] }],
      }),
    }));
    const many = Object.fromEntries(
      Array.from({ length: 70 }, (_, at) => [`s${at}`, sample(`s${at}`, words[(at * 7) % 5] ?? 'none')]),
    );
    const whole: ContextRuleEngine = { ...shell, rules };
    const update = evaluateDocuments(emptyEvaluationMemory(), {
      engines: { e1: { working: { engine: shell, rules }, saved: 'working' } },
      samples: many,
      currentSample: null,
    });
    const packed = update.engines.e1?.rows;
    const ids = update.sampleIds ?? [];
    const words3 = Math.ceil(ids.length / 32);
    const fired = ids.map((_, column) =>
      rules.flatMap(({ id }, at) =>
        ((packed?.working[at * words3 + (column >>> 5)] ?? 0) >>> (column & 31)) & 1 ? id : [],
      ),
    );
    const expected = ids.map(id =>
      evaluateRules(many[id]?.request as ContextRequest, [whole]).engineResults.flatMap(
        result => result.matched_rules.map(matched => matched.rule_id), // made above
      ),
    );
    expect(fired).toEqual(expected);
  });
});
