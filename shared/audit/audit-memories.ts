import type { MemoryFinding } from '../model/memory-audit.ts';
import { auditKinds } from '../model/memory-audit.ts';
import { namesIn } from '../renaming/named-places.ts';
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

function* prepare(ground: AuditGround): Generator<void, Prepared> {
  const passages = [];
  for (const memory of ground.memories) {
    passages.push(...passagesOf(memory));
    yield;
  }
  const asked = new Set<string>();
  for (const kind of ['engines', 'samples', 'tests', 'contracts'] as const)
    for (const document of ground[kind]) {
      for (const id of namesIn('memory', kind, document)) asked.add(id);
      yield;
    }
  return { ...ground, passages, asked };
}
