import { describe, expect, it } from 'vitest';
import type { ContextRuleEngine } from '../../shared/model/rule.ts';
import type { Sample } from '../../shared/model/sample.ts';
import { emptyEvaluationMemory, evaluateDocuments } from './evaluate-documents.ts';

const engine = (phase: string): ContextRuleEngine => ({
  id: 'e1',
  name: 'Engine',
  description: '',
  enabled: true,
  rules: [
    {
      id: 'r1',
      name: 'Rule',
      when: [{ field: 'addVar.phase', operator: 'eq', value: phase }],
      then: { add_memories: ['docs'] },
    },
  ],
});
const sample = (id: string, phase: string): Sample => ({
  id,
  name: id,
  request: { scope_variables: {}, additional_variables: { phase } },
});
const pair = (working: ContextRuleEngine | null, saved: ContextRuleEngine | null) => ({
  e1: { working, saved },
});
const samples = { a: sample('a', 'planning'), b: sample('b', 'review') };

describe('evaluateDocuments', () => {
  it('evaluates the working and the saved rules for every sample', () => {
    const results = evaluateDocuments(emptyEvaluationMemory(), {
      engines: pair(engine('review'), engine('planning')),
      samples,
      currentSample: 'a',
    });
    expect(results.engines.e1?.fired).toEqual({ a: [], b: ['r1'] });
    expect(results.engines.e1?.savedFired).toEqual({ a: ['r1'], b: [] });
    expect(results.samples).toEqual({
      a: { memories: [], savedMemories: ['docs'] },
      b: { memories: ['docs'], savedMemories: [] },
    });
    expect(results.engines.e1?.rules[0]?.conditions[0]?.outcome).toBe('failed');
    expect(results.variables.get('addVar.phase')).toBe('planning');
    expect(results.possibleVariables.map(variable => variable.name)).toContain('addVar.phase');
  });

  it('keeps what did not change and forgets what was removed', () => {
    const memory = emptyEvaluationMemory();
    evaluateDocuments(memory, { engines: pair(engine('planning'), null), samples, currentSample: 'a' });
    const later = evaluateDocuments(memory, { samples: { b: null } });
    expect(later.engines.e1?.fired).toEqual({ a: ['r1'] });
    expect(evaluateDocuments(memory, { engines: { e1: null } }).engines).toEqual({});
  });

  it('explains a disabled engine but takes no memory from it', () => {
    const off = { ...engine('planning'), enabled: false };
    const results = evaluateDocuments(emptyEvaluationMemory(), {
      engines: pair(off, off),
      samples,
      currentSample: 'a',
    });
    expect(results.engines.e1?.rules[0]?.outcome).toBe('fired');
    expect(results.samples.a?.memories).toEqual([]);
  });

  it('gives nothing for a sample that is no request', () => {
    const broken = { id: 'a', name: 'a', request: { scope_variables: 3 } };
    const results = evaluateDocuments(emptyEvaluationMemory(), {
      engines: pair(engine('planning'), null),
      samples: { a: broken },
      currentSample: 'a',
    });
    expect(results.samples).toEqual({});
    expect(results.engines.e1?.rules).toEqual([]);
  });
});
