import fc from 'fast-check';
import { expect, it } from 'vitest';
import { itemFormats, type PersistentMemory } from '../../../shared/model/memory.ts';
import { estimators } from '../../../shared/model/request.ts';
import { type Section, sections } from '../../../shared/model/section.ts';
import { memoryOf, staticStep } from '../../../test/support/engine-definitions.ts';
import { enginePorts, neverCancelled } from '../../../test/support/engine-world.ts';
import { hostileTexts } from '../../../test/support/hostile-texts.ts';
import { itemsOfMemory } from '../../engine/assembly/execute-memory.ts';
import { renderContext } from '../../engine/assembly/render-context.ts';
import type { TokenPort } from '../../engine/ports.ts';
import { createWrittenTexts } from './written-texts.ts';

/** One counts letters, the other words. */
const counting: TokenPort = {
  countTokens: async (estimator, texts) =>
    texts.map(text => (estimator === 'o200k_base' ? text.length : text.split(' ').length)),
};
const written = (memories: readonly PersistentMemory[], tokens: TokenPort = counting) => {
  const ports = enginePorts({ tokens });
  return createWrittenTexts(memories, { ports: () => ports, cancel: neverCancelled }, undefined);
};
const said = (
  id: string,
  texts: readonly unknown[],
  contribution: Partial<PersistentMemory['contribution']> = {},
) => memoryOf(id, { pipeline: [staticStep(...texts)], contribution });

it('counts what a memory brings alone, and the most that it may bring, by each estimator', async () => {
  const memory = said('m', ['a b', 'long ones here', 'c'], { max_items: 2 });
  const texts = await written([memory]);
  const all = () =>
    estimators.map(estimator => [texts.tokensOf('m', estimator), texts.mostTokensOf('m', estimator)]);
  const bytes = texts.mostTokensOf('m', 'rendered');
  expect(texts.textsOf('m')).toEqual(['a b', 'long ones here', 'c']);
  // What nobody counted yet is no more than what rendered text has of bytes.
  expect(all()).toEqual([
    [5, 5],
    [undefined, bytes],
    [undefined, bytes],
  ]);
  await texts.count([memory, said('nobody', [])]);
  expect(all()).toEqual([
    [5, 5],
    [17, 17],
    [5, 5],
  ]);
  const short = said('s', ['a', 'a b', 'long ones here'], { max_items: 1 });
  const others = await written([short]);
  await others.count([short]);
  expect([others.tokensOf('s', 'o200k_base'), others.mostTokensOf('s', 'o200k_base')]).toEqual([1, 14]);
});

it('says nothing by an estimator that could not count', async () => {
  const memory = said('m', ['a b']);
  const texts = await written([memory], {
    async countTokens(estimator, given) {
      if (estimator === 'o200k_base') throw new Error('no vocabulary');
      return given.map(() => 2);
    },
  });
  await texts.count([memory]);
  expect(estimators.map(estimator => texts.tokensOf('m', estimator))).toEqual([1, undefined, 2]);
});

it.each<[string, PersistentMemory]>([
  ['asks for a variable', { ...said('m', ['a']), additional_variables: [{ name: 'x', type: 'string' }] }],
  ['asks for a scope', { ...said('m', ['a']), inputs_scope: ['agent'] }],
  ['fills in a template', said('m', ['a ${x}'])],
  ['looks something up', memoryOf('m', { pipeline: [{ type: 'decisions', params: {} }] })],
  ['says itself what it counts', said('m', [{ content: 'a', counts: { o200k_base: 0 } }])],
])('knows no text of a memory that %s', async (_what, memory) => {
  const texts = await written([memory]);
  await texts.count([memory]);
  expect([
    texts.textsOf('m'),
    texts.tokensOf('m', 'chars4'),
    texts.mostTokensOf('m', 'chars4'),
    texts.mostTokensOf('m', 'rendered'),
  ]).toEqual([undefined, undefined, undefined, undefined]);
});

const text = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.constantFrom(
    'one\ntwo',
    ' \n \n',
    '[1,{"a":2}]',
    '`'.repeat(9),
    '\u{1F600}\u200B\ud800',
    '\t\n'.repeat(20),
  ),
  fc.string(),
);
const memory = fc.record({
  section: fc.constantFrom<Section>(...sections),
  format: fc.constantFrom(...itemFormats),
  texts: fc.array(text, { maxLength: 14 }),
});

it('knows a bound of rendered text that no items of these memories go beyond, together or some of them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(memory, { minLength: 1, maxLength: 4 }), fc.nat(), async (given, seed) => {
      const memories = given.map(({ section, format, texts: own }, at) =>
        said(
          `m${at}`,
          own.map(content => ({ content })),
          { section, format },
        ),
      );
      const texts = await written(memories);
      const env = { ports: enginePorts(), cancel: neverCancelled };
      const context: Partial<Record<Section, Awaited<ReturnType<typeof itemsOfMemory>>>> = {};
      for (const one of memories) {
        const items = await itemsOfMemory(
          { memory: one, request: { scope_variables: {} }, redaction: 'pattern_only' },
          env,
        );
        const some = items.filter((_, at) => seed % 2 === 0 || (seed >> (at % 20)) % 2 === 0);
        const { section } = one.contribution;
        if (some.length > 0) context[section] = [...(context[section] ?? []), ...some];
      }
      const memory_calls = memories.map(({ id, contribution: { format } }) => ({ memory_id: id, format }));
      const shown = renderContext({ context, trace: { memory_calls } }, { format: 'markdown' });
      const bound = memories.reduce(
        (sum, { id }) => sum + (texts.mostTokensOf(id, 'rendered') ?? Number.NaN),
        0,
      );
      expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(bound);
    }),
  );
});
