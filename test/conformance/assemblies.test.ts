import { expect, it } from 'vitest';
import { assemble } from '../../electron/engine/assembly/assemble.ts';
import type { AssembledContext } from '../../shared/model/assembled-context.ts';
import type { PersistentMemory } from '../../shared/model/memory.ts';
import type { ContextRequest } from '../../shared/model/request.ts';
import type { ContextRuleEngine } from '../../shared/model/rule.ts';
import { enginePorts, neverCancelled } from '../support/engine-world.ts';
import { type GoldenCase, readGolden } from './read-golden.ts';

interface Input {
  readonly request: ContextRequest;
  readonly overlay: { readonly engines: ContextRuleEngine[]; readonly memories: PersistentMemory[] };
}
interface Expected {
  readonly context: Record<string, { memory_id: string; content: string }[]>;
  readonly meta: Partial<AssembledContext['meta']>;
  readonly dropped: [memory_id: string, section: string, reason: string][];
}

// The file's shape is told in its README.
const { cases } = readGolden('assemblies') as { cases: GoldenCase<Input, Expected>[] };

const byJson = (left: unknown, right: unknown) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1);

it.each(cases)('"$name" has the golden result', async ({ input, expect: expected }) => {
  const { context, meta, trace } = await assemble(
    { request: input.request, ...input.overlay, redaction: 'pattern_only' },
    { ports: enginePorts(), cancel: neverCancelled, emit: () => {}, requestId: 'golden' },
  );
  const contents = Object.entries(context).map(
    ([section, items]) => [section, items.map(({ memory_id, content }) => ({ memory_id, content }))] as const,
  );
  const dropped = trace.dropped.map(({ memory_id, section, reason }) => [memory_id, section, reason]);
  expect(contents).toEqual(Object.entries(expected.context));
  expect(meta).toMatchObject(expected.meta);
  expect(dropped.toSorted(byJson)).toEqual(expected.dropped.toSorted(byJson));
});
