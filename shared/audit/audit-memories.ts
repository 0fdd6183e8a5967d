import type { MemoryFinding } from '../model/memory-audit.ts';
import { auditKinds } from '../model/memory-audit.ts';
import type { Sample } from '../model/sample.ts';
import type { AuditGround, AuditRules, Prepared } from './audit-ground.ts';
import { contradiction } from './kinds/contradiction.ts';
import { duplicate } from './kinds/duplicate.ts';
import { injection } from './kinds/injection.ts';
import { secret } from './kinds/secret.ts';
import { stale } from './kinds/stale.ts';
import { superseded } from './kinds/superseded.ts';
import { tooLong } from './kinds/too-long.ts';
import { unused } from './kinds/unused.ts';
import { passagesOf } from './passages.ts';

/** All kinds of findings; a new one is a file and a line here. */
const rules: AuditRules = {
  secret,
  injection,
  contradiction,
  superseded,
  stale,
  duplicate,
  too_long: tooLong,
  unused,
};

/** What is wrong with memories, the worst kinds first; stops again and again, so that others can run. */
export function* auditMemories(ground: AuditGround): Generator<void, MemoryFinding[]> {
  const prepared = yield* prepare(ground);
  const findings: MemoryFinding[] = [];
  const ids = new Map<string, number>();
  for (const kind of auditKinds)
    for (const found of yield* rules[kind].find(prepared)) {
      const name = [kind, found.memory_id, ...(found.place ?? []).slice(2), found.other?.id]
        .filter(part => part !== undefined)
        .join('/');
      const times = ids.get(name) ?? 0;
      ids.set(name, times + 1);
      findings.push({
        id: times === 0 ? name : `${name}+${times}`,
        kind,
        severity: rules[kind].severity,
        ...found,
      });
    }
  return findings;
}

/** A request is judged when it is used, so what it asks for may be anything. */
export function askedBySample({ request: { explicit_memory } }: Sample): string[] {
  const named: readonly unknown[] = Array.isArray(explicit_memory) ? explicit_memory : [];
  return named.filter(name => typeof name === 'string');
}

function* prepare(ground: AuditGround): Generator<void, Prepared> {
  const passages = [];
  for (const memory of ground.memories) {
    passages.push(...passagesOf(memory));
    yield;
  }
  const byRules = ground.engines.flatMap(({ rules: own }) => own.flatMap(({ then }) => then.add_memories));
  const bySamples = ground.samples.flatMap(askedBySample);
  return { ...ground, passages, asked: new Set([...byRules, ...bySamples]) };
}
