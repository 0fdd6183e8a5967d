import { expect, it } from 'vitest';
import { plantMemories } from '../../test/support/planted-memories.ts';
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
