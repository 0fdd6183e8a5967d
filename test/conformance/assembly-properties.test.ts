import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assemble } from '../../electron/engine/assembly/assemble.ts';
import { renderContext } from '../../electron/engine/assembly/render-context.ts';
import type { EnginePorts } from '../../electron/engine/ports.ts';
import type { AssembledContext } from '../../shared/model/assembled-context.ts';
import type { PersistentMemory } from '../../shared/model/memory.ts';
import type { Constraints } from '../../shared/model/request.ts';
import { priorities, sections } from '../../shared/model/section.ts';
import { memoryOf, requestOf } from '../support/engine-definitions.ts';
import { countWords, emptyStores, enginePorts, neverCancelled } from '../support/engine-world.ts';
import { slowAssemble } from '../support/slow-assembly.ts';

const runs = { numRuns: 150 };

const word = fc.constantFrom('cache', 'token', 'agent', 'rule', 'é', '## State', 'two\nlines', '- x', '');
const content = fc.array(word, { minLength: 0, maxLength: 6 }).map(words => words.join(' '));

const memoriesArbitrary: fc.Arbitrary<PersistentMemory[]> = fc
  .array(
    fc.record({
      items: fc.array(content, { maxLength: 6 }),
      section: fc.constantFrom(...sections),
      priority: fc.constantFrom(...priorities),
      format: fc.constantFrom('bullet_list', 'numbered', 'prose', 'json'),
      max_items: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
      required: fc.option(fc.boolean(), { nil: undefined }),
      fails: fc.boolean(),
    }),
    { maxLength: 8 },
  )
  .map(specs =>
    specs.map(({ items, fails, max_items, required, ...contribution }, index) =>
      memoryOf(`m${index}`, {
        pipeline: [
          {
            type: 'document_search',
            params: { query: JSON.stringify(fails && index % 3 === 0 ? null : items) },
          },
        ],
        contribution: {
          ...contribution,
          ...(max_items !== undefined && { max_items }),
          ...(required !== undefined && { required }),
        },
      }),
    ),
  );

const constraintsArbitrary: fc.Arbitrary<Constraints> = fc
  .record({
    max_tokens: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
    budget_strategy: fc.constantFrom('peel', 'pack'),
    estimator: fc.constantFrom('chars4', 'o200k_base'),
    count: fc.constantFrom('items', 'rendered'),
    max_concurrency: fc.integer({ min: 1, max: 8 }),
  })
  .map(({ max_tokens, ...rest }) => (max_tokens === undefined ? rest : { ...rest, max_tokens }));

/** A store that answers with the list written in the query, after as many turns as `delays` says. */
function storesWith(delays: () => number): EnginePorts['stores'] {
  return {
    ...emptyStores,
    async searchDocuments({ query }) {
      for (let turn = delays(); turn > 0; turn -= 1) await Promise.resolve();
      const items: unknown = JSON.parse(query);
      if (!Array.isArray(items)) throw new Error('the store is closed');
      return items.map((text: unknown) => ({ content: String(text), source: { kind: 'test' } }));
    },
  };
}

function run(
  memories: PersistentMemory[],
  constraints: Constraints,
  delays = () => 0,
): Promise<AssembledContext> {
  const request = requestOf({ explicit_memory: memories.map(memory => memory.id), constraints });
  return assemble(
    { request, engines: [], memories, redaction: 'pattern_only' },
    {
      ports: enginePorts({ stores: storesWith(delays) }),
      cancel: neverCancelled,
      emit: () => {},
      requestId: 'p',
    },
  );
}

const outcome = ({ context, trace, meta }: AssembledContext) => ({
  context: Object.entries(context),
  dropped: trace.dropped,
  missing: trace.missing_variables,
  calls: trace.memory_calls.map(({ memory_id, status, items, kept }) => ({ memory_id, status, items, kept })),
  meta: { ...meta, duration_ms: 0 },
});

const keptItems = ({ context }: AssembledContext) => Object.values(context).flat();

describe('any definitions and requests', () => {
  it('every item a pipeline returned is in the context or dropped, exactly once', async () => {
    await fc.assert(
      fc.asyncProperty(memoriesArbitrary, constraintsArbitrary, async (memories, constraints) => {
        const assembled = await run(memories, constraints);
        const returned = assembled.trace.memory_calls.flatMap(call =>
          Array.from({ length: call.items }, (_, position) => `${call.memory_id}#${position}`),
        );
        const seen = [
          ...keptItems(assembled).map(item => item.id),
          ...assembled.trace.dropped.map(item => item.item_id),
        ];
        expect(seen.toSorted()).toEqual(returned.toSorted());
        expect(keptItems(assembled)).toHaveLength(assembled.meta.total_items);
      }),
      runs,
    );
  });

  it('the result does not depend on the order in which pipelines complete', async () => {
    const delaysArbitrary = fc.infiniteStream(fc.integer({ min: 0, max: 40 }));
    await fc.assert(
      fc.asyncProperty(
        memoriesArbitrary,
        constraintsArbitrary,
        delaysArbitrary,
        async (memories, constraints, stream) => {
          const delays = () => stream.next().value ?? 0;
          const delayed = await run(memories, constraints, delays);
          expect(outcome(delayed)).toEqual(outcome(await run(memories, constraints)));
        },
      ),
      runs,
    );
  });

  it('the budget is never exceeded, by items or by the rendered text', async () => {
    await fc.assert(
      fc.asyncProperty(memoriesArbitrary, constraintsArbitrary, async (memories, constraints) => {
        const assembled = await run(memories, constraints);
        const limit = constraints.max_tokens ?? Number.POSITIVE_INFINITY;
        const text = renderContext(assembled, { format: 'markdown' });
        const rendered = constraints.estimator === 'chars4' ? Math.ceil(text.length / 4) : countWords(text);
        const items = keptItems(assembled).reduce((total, item) => total + item.tokens, 0);
        const tokens = constraints.count === 'rendered' ? rendered : items;
        expect(tokens).toBeLessThanOrEqual(limit);
        expect(assembled.meta.token_estimate).toBe(tokens);
        expect(assembled.meta.truncated).toBe(assembled.trace.dropped.some(item => item.reason === 'budget'));
      }),
      runs,
    );
  });

  it('agrees with a slow and obvious version', async () => {
    await fc.assert(
      fc.asyncProperty(memoriesArbitrary, constraintsArbitrary, async (memories, given) => {
        const constraints: Constraints = { ...given, estimator: 'chars4', count: 'items' };
        const assembled = await run(memories, constraints);
        const kept = keptItems(assembled).map(item => item.id);
        const dropped = assembled.trace.dropped.map(item => [item.item_id, item.reason]);
        const failed = assembled.trace.memory_calls.filter(call => call.status === 'failed');
        const working = memories.filter(memory => !failed.some(call => call.memory_id === memory.id));
        const slow = slowAssemble(working, constraints);
        expect({ kept, dropped: dropped.toSorted() }).toEqual({
          kept: slow.kept,
          dropped: slow.dropped.toSorted(),
        });
      }),
      runs,
    );
  });

  it('a required item leaves only when no other is left', async () => {
    await fc.assert(
      fc.asyncProperty(memoriesArbitrary, constraintsArbitrary, async (memories, given) => {
        const constraints: Constraints = { ...given, budget_strategy: 'peel' };
        const assembled = await run(memories, constraints);
        const isRequired = (id: string) =>
          memories.find(memory => memory.id === id)?.contribution.required === true;
        const cut = assembled.trace.dropped.filter(item => item.reason === 'budget');
        if (cut.some(item => isRequired(item.memory_id)))
          expect(keptItems(assembled).filter(item => !isRequired(item.memory_id))).toEqual([]);
        expect(cut.map(item => item.cut_order)).toEqual(cut.map((_, order) => order));
      }),
      runs,
    );
  });
});
