import type { PersistentMemory } from '../model/memory.ts';
import type { MemoryFinding, Mend } from '../model/memory-audit.ts';
import type { Mended, MendGround } from './mend-ground.ts';
import { mendedMemory } from './mended-memory.ts';
import { type MemoryFates, mendedNames } from './mended-names.ts';
import { passagesOf } from './passages.ts';
import { twinMark } from './text-mark.ts';

/**
 * What mends change together, in whichever order they are given: each is resolved against the definitions as they are.
 * What is about a memory or a text that is not there any more changes nothing. `conflict` where something would name
 * what is gone.
 */
export function applyMends(findings: readonly MemoryFinding[], ground: MendGround): Mended {
  const known = new Map(ground.memories.map(memory => [memory.id, memory]));
  const meant = findings.filter(finding => isThere(finding, known));
  const mends = Map.groupBy(meant, ({ memory_id }) => memory_id);
  const memories = ground.memories.flatMap(memory => {
    const own = mends.get(memory.id)?.map(({ mend }) => mend) ?? [];
    const mended = own.some(isOfWhole) ? undefined : mendedMemory(memory, own);
    return mended === memory ? [] : [[memory.id, mended] as const];
  });
  return { memories: Object.fromEntries(memories), ...mendedNames(fatesOf(meant), ground) };
}

function isThere({ memory_id, mend }: MemoryFinding, known: ReadonlyMap<string, PersistentMemory>): boolean {
  const memory = known.get(memory_id);
  if (memory === undefined || mend.do !== 'replace') return memory !== undefined;
  const [kept, own] = [known.get(mend.by), [...passagesOf(memory)]];
  const [twin] = own;
  if (kept === undefined || twin === undefined || own.length > 1) return false;
  return [...passagesOf(kept)].some(({ text }) => twinMark(text, twin.text) === mend.of);
}

/** After it the memory is not there any more, so that nothing else is to be mended of it. */
const isOfWhole = ({ do: what }: Mend): boolean => what === 'delete' || what === 'replace';

function fatesOf(findings: readonly MemoryFinding[]): MemoryFates {
  const idsOf = (isMeant: (mend: Mend) => boolean) =>
    new Set(findings.filter(({ mend }) => isMeant(mend)).map(({ memory_id }) => memory_id));
  return {
    gone: idsOf(isOfWhole),
    unpinned: idsOf(mend => mend.do === 'unpin'),
    replaced: new Map(
      findings.flatMap(({ memory_id, mend }) => (mend.do === 'replace' ? [[memory_id, mend.by]] : [])),
    ),
  };
}
