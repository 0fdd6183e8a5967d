import { describe, expect, it } from 'vitest';
import { engineAdding, memoryOf, staticStep } from '../../test/support/engine-definitions.ts';
import { plantMemories } from '../../test/support/planted-memories.ts';
import type { PersistentMemory } from '../model/memory.ts';
import type { AuditKind } from '../model/memory-audit.ts';
import { auditKinds } from '../model/memory-audit.ts';
import { atOnce } from '../stretches.ts';
import { auditMemories } from './audit-memories.ts';

/** A tenth of it in every run: 50 faults in 500 memories. */
const scale = process.env.WEFT_LONG === '1' ? 10 : 1;

it('finds planted faults, and little else', () => {
  const { planted, ...ground } = plantMemories(500 * scale, 50 * scale, 20_261_124);
  const findings = atOnce(auditMemories(ground));
  const isPlanted = (id: string | undefined, kind: AuditKind) => id !== undefined && planted.get(id) === kind;
  const right = findings.filter(
    ({ kind, memory_id, other }) => isPlanted(memory_id, kind) || isPlanted(other?.id, kind),
  );
  const found = new Set(
    right.flatMap(({ kind, memory_id, other }) =>
      [memory_id, other?.id ?? ''].filter(id => isPlanted(id, kind)),
    ),
  );
  const figures = { precision: right.length / findings.length, recall: found.size / planted.size };
  expect(figures.precision).toBeGreaterThanOrEqual(0.95);
  expect(figures.recall).toBeGreaterThanOrEqual(0.9);
  expect(new Set(right.map(({ kind }) => kind))).toEqual(new Set(auditKinds));
});

it('finds nothing where nothing is planted', () => {
  const { planted, ...ground } = plantMemories(500 * scale, 0, 20_261_125);
  expect(planted.size).toBe(0);
  expect(atOnce(auditMemories(ground)).length).toBeLessThanOrEqual(2 * scale);
});

const said = 'The harbour office counts tickets every night before the last ferry leaves.';
const memory = (id: string, more: object = {}) => ({
  ...memoryOf(id, { pipeline: [staticStep(said)] }),
  ...more,
});
const audited = (memories: readonly PersistentMemory[], added: readonly string[], kind: AuditKind) => {
  const none = { samples: [], tests: [], contracts: [], decisions: [] };
  const names = { hasFile: () => true, hasSymbol: () => true };
  const ground = { ...none, memories, engines: [engineAdding('e', ...added)], names };
  return atOnce(auditMemories(ground)).filter(finding => finding.kind === kind);
};

describe('memories that supersede each other', () => {
  const required = { contribution: { ...memoryOf('x').contribution, required: true } };

  it.each<[string, Readonly<Record<string, object>>, string[]]>([
    ['two', { a: { supersedes: 'b' }, b: { supersedes: ['a'] } }, []],
    ['by the other key', { a: { superseded_by: 'b' }, b: { superseded_by: 'a' } }, []],
    ['by either key', { a: { superseded_by: 'b' }, b: { supersedes: 'a' } }, ['a']],
    ['itself', { a: { supersedes: 'a', superseded_by: 'a' } }, []],
    ['three in a ring', { a: { supersedes: 'b' }, b: { supersedes: 'c' }, c: { supersedes: 'a' } }, []],
    [
      'two, with one after both',
      { a: { supersedes: 'b' }, b: { supersedes: 'a' }, c: { supersedes: 'b' } },
      ['a', 'b'],
    ],
    ['a chain', { a: { supersedes: 'b' }, b: { supersedes: 'c' }, c: {} }, ['b', 'c']],
    [
      'two, one of them deprecated',
      { a: { supersedes: 'b' }, b: { supersedes: 'a', status: 'deprecated' } },
      ['b'],
    ],
  ])('are not all over: %s', (_, told, expected) => {
    const memories = Object.entries(told).map(([id, more]) => memory(id, { ...required, ...more }));
    expect(audited(memories, [], 'superseded').map(finding => finding.memory_id)).toEqual(expected);
  });
});

describe('of two memories that say the same', () => {
  it.each<[string, object, object, string[], string[]]>([
    ['the first by id stays', {}, {}, ['a', 'b'], ['b']],
    ['the one that is asked for', {}, {}, ['b'], ['a']],
    ['the one in force', { status: 'deprecated' }, {}, ['a', 'b'], ['a']],
    ['the one that is believed more', { origin: 'import' }, {}, ['a', 'b'], ['a']],
    ['the project’s before an agent’s', { origin: 'agent' }, { origin: 'user' }, [], ['a']],
    [
      'both, where one is an instruction and the other in force',
      { status: 'deprecated' },
      { origin: 'web' },
      ['a', 'b'],
      [],
    ],
    ['the one that is asked for, also if it is data', { origin: 'web' }, {}, ['a'], ['b']],
  ])('%s', (_, one, other, added, expected) => {
    const found = audited([memory('a', one), memory('b', other)], added, 'duplicate');
    expect(found.map(finding => finding.memory_id)).toEqual(expected);
  });
});
