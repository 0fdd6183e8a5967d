import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chars4 } from '../../../shared/model/chars4.ts';
import { type ItemFormat, itemFormats } from '../../../shared/model/memory.ts';
import type { BudgetStrategy, Constraints, Estimator } from '../../../shared/model/request.ts';
import { sections } from '../../../shared/model/section.ts';
import { countWords } from '../../../test/support/engine-world.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import type { Counter } from './counter.ts';
import { enforceBudget, packOrder, peelOrder, sumTokens, without } from './enforce-budget.ts';
import { type FittedItems, fitItems } from './fit-items.ts';
import { groupSections } from './group-sections.ts';
import type { PlacedItem } from './merge-items.ts';
import { renderContext } from './render-context.ts';

interface Given {
  readonly content: string;
  readonly tokens?: number;
  readonly required?: boolean;
}

/** Items in placement order, each of a memory of its own. */
const placedItems = (given: readonly Given[]): PlacedItem[] =>
  given.map(({ content, tokens = countWords(content), required = false }, index) => ({
    item: {
      id: `m${index}#0`,
      memory_id: `m${index}`,
      content,
      tokens,
      weight: 2,
      source: { kind: 'static' },
    },
    section: sections[Math.floor((index / given.length) * sections.length)] ?? 'state',
    required,
  }));

const idsOf = (items: readonly PlacedItem[]) => items.map(({ item }) => Number(item.id.slice(1, -2)));

const formatsOf = (items: readonly PlacedItem[], format: (index: number) => ItemFormat) =>
  items.map(({ item }, index) => ({ memory_id: item.memory_id, format: format(index) }));

/** Counts words until it fails, which it does at the `failsAt`-th text it is asked about. */
function counterOf(estimator: Estimator = 'o200k_base', failsAt = Number.POSITIVE_INFINITY) {
  const asked: string[] = [];
  const counter: Counter = {
    estimator,
    async count(texts) {
      asked.push(...texts);
      if (counter.estimator === 'chars4') return texts.map(chars4);
      if (asked.length >= failsAt) {
        counter.estimator = 'chars4';
        throw new Error('no vocabulary');
      }
      return texts.map(countWords);
    },
  };
  return { counter, asked };
}

const fitted = (items: readonly PlacedItem[], constraints: Constraints, counter = counterOf().counter) =>
  fitItems(
    items,
    formatsOf(items, () => 'bullet_list'),
    constraints,
    counter,
  );

const outcome = ({ kept, cut, tokens }: FittedItems) => ({ kept: idsOf(kept), cut: idsOf(cut), tokens });

describe('by the tokens of items', () => {
  const items = placedItems([
    { content: 'a', tokens: 3 },
    { content: 'b', tokens: 5, required: true },
    { content: 'c', tokens: 2 },
    { content: 'd', tokens: 4, required: true },
    { content: 'e', tokens: 1 },
  ]);

  it.each<[Constraints, number[], number[]]>([
    [{}, [0, 1, 2, 3, 4], []],
    [{ max_tokens: 15 }, [0, 1, 2, 3, 4], []],
    [{ max_tokens: 14 }, [0, 1, 2, 3], [4]],
    [{ max_tokens: 12 }, [0, 1, 3], [4, 2]],
    [{ max_tokens: 9 }, [1, 3], [4, 2, 0]],
    [{ max_tokens: 8 }, [1], [4, 2, 0, 3]],
    [{ max_tokens: 4 }, [], [4, 2, 0, 3, 1]],
    [{ max_tokens: 15, budget_strategy: 'pack' }, [0, 1, 2, 3, 4], []],
    [{ max_tokens: 12, budget_strategy: 'pack' }, [0, 1, 3], [2, 4]],
    [{ max_tokens: 10, budget_strategy: 'pack' }, [1, 3, 4], [0, 2]],
    [{ max_tokens: 4, budget_strategy: 'pack' }, [3], [1, 0, 2, 4]],
  ])('%j keeps %j and cuts %j', async (constraints, kept, cut) => {
    const { counter, asked } = counterOf();
    const tokens = sumTokens(items.filter((_, index) => kept.includes(index)));
    expect(outcome(await fitted(items, constraints, counter))).toEqual({ kept, cut, tokens });
    expect(asked).toEqual([]);
  });

  it('tells the order in which they leave, and in which they are considered', () => {
    expect([idsOf(peelOrder(items)), idsOf(packOrder(items))]).toEqual([
      [4, 2, 0, 3, 1],
      [1, 3, 0, 2, 4],
    ]);
    expect(idsOf(without(items, items.slice(1, 3)))).toEqual([0, 3, 4]);
    expect(without(items, [])).not.toBe(items);
    expect(enforceBudget([], 1, 'peel')).toEqual({ kept: [], cut: [] });
  });
});

describe('by the rendered text', () => {
  const rendered = { count: 'rendered' } as const;

  it('counts the frame, and nothing where nothing is left', async () => {
    const items = placedItems([{ content: 'one two three' }]);
    // "## Knowledge" and the mark of the list come to three words.
    expect(outcome(await fitted(items, rendered))).toEqual({ kept: [0], cut: [], tokens: 6 });
    for (const budget_strategy of ['peel', 'pack'] as const) {
      const at = async (max_tokens: number) =>
        outcome(await fitted(items, { ...rendered, budget_strategy, max_tokens }));
      expect(await at(6)).toEqual({ kept: [0], cut: [], tokens: 6 });
      expect(await at(5)).toEqual({ kept: [], cut: [0], tokens: 0 });
    }
    const { counter, asked } = counterOf();
    expect(outcome(await fitted([], rendered, counter))).toEqual({ kept: [], cut: [], tokens: 0 });
    expect(asked).toEqual([]);
  });

  it('writes each memory in its own format', async () => {
    const items = placedItems([{ content: '{"k": 1}' }, { content: 'prose' }]);
    const { counter, asked } = counterOf();
    await fitItems(
      items,
      formatsOf(items, index => (index === 0 ? 'json' : 'prose')),
      rendered,
      counter,
    );
    expect(asked.at(-1)).toBe('## State\n\n```json\n{\n  "k": 1\n}\n```\n\n## Knowledge\n\nprose\n');
  });

  it.each<[ItemFormat, string]>([
    [
      'json',
      JSON.stringify(
        Array.from({ length: 30 }, () => 1),
        null,
        10,
      ),
    ],
    ['prose', `word${'\n '.repeat(200)}`],
  ])('packs what comes out shorter than it was written: %s', async (format, content) => {
    const items = placedItems([{ content, tokens: 400 }]);
    const at = (budget_strategy: BudgetStrategy) =>
      fitItems(
        items,
        formatsOf(items, () => format),
        { ...rendered, budget_strategy, max_tokens: 60 },
        counterOf().counter,
      );
    expect([idsOf((await at('peel')).kept), idsOf((await at('pack')).kept)]).toEqual([[0], [0]]);
  });

  it('leaves an item out unseen only where it cannot fit', async () => {
    const long = 'word '.repeat(40).trim();
    const items = placedItems([{ content: 'a' }, { content: long }, { content: 'b' }]);
    const { counter, asked } = counterOf();
    const result = await fitted(items, { ...rendered, budget_strategy: 'pack', max_tokens: 12 }, counter);
    expect([idsOf(result.kept), asked.some(text => text.includes(long))]).toEqual([[0, 2], false]);
    const near = placedItems([{ content: 'a' }, { content: 'word '.repeat(8).trim() }]);
    const looked = counterOf();
    await fitted(near, { ...rendered, budget_strategy: 'pack', max_tokens: 8 }, looked.counter);
    expect(looked.asked).toHaveLength(2);
  });

  it('agrees with whoever tries one item after the other', async () => {
    const word = fc.constantFrom('cache', 'two words', 'three short words', '# head', 'a\nb', '');
    const given = fc.array(
      fc.record({
        content: fc.array(word, { maxLength: 4 }).map(words => words.join(' ')),
        required: fc.boolean(),
      }),
      { maxLength: 7 },
    );
    await fc.assert(
      fc.asyncProperty(
        given,
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom('peel' as const, 'pack' as const),
        fc.array(fc.constantFrom(...itemFormats), { minLength: 7, maxLength: 7 }),
        async (contents, max_tokens, budget_strategy, formats) => {
          const items = placedItems(contents);
          const written = formatsOf(items, index => formats[index] ?? 'prose');
          const count = (kept: readonly PlacedItem[]) =>
            countWords(
              renderContext(
                { context: groupSections(kept), trace: { memory_calls: written } },
                { format: 'markdown' },
              ),
            );
          const result = await fitItems(
            items,
            written,
            { ...rendered, max_tokens, budget_strategy },
            counterOf().counter,
          );
          expect(outcome(result)).toEqual(slowly(items, max_tokens, budget_strategy, count));
        },
      ),
      { numRuns: propertyRuns(300) },
    );
  });
});

/** The limit by trying: from the end one after the other, or into what is there one after the other. */
function slowly(
  items: readonly PlacedItem[],
  limit: number,
  strategy: BudgetStrategy,
  count: (kept: readonly PlacedItem[]) => number,
) {
  let kept: readonly PlacedItem[] = strategy === 'peel' ? items : [];
  const cut: PlacedItem[] = [];
  if (strategy === 'peel')
    for (const last of peelOrder(items)) {
      if (count(kept) <= limit) break;
      cut.push(last);
      kept = kept.filter(item => item !== last);
    }
  else
    for (const next of packOrder(items)) {
      const more = items.filter(item => kept.includes(item) || item === next);
      if (count(more) <= limit) kept = more;
      else cut.push(next);
    }
  return { kept: idsOf(kept), cut: idsOf(cut), tokens: count(kept) };
}

describe('when the tokenizer fails on the way', () => {
  const contents = ['one two', 'three four five', 'six'];
  const items = placedItems(contents.map(content => ({ content })));

  it('all is counted anew by chars4, the items too, wherever it fails', async () => {
    for (const strategy of ['peel', 'pack'] as const)
      for (let failsAt = 1; failsAt <= 2; failsAt += 1) {
        const constraints = { count: 'rendered', budget_strategy: strategy, max_tokens: 13 } as const;
        const { counter } = counterOf('o200k_base', failsAt);
        const result = await fitted(items, constraints, counter);
        expect(counter.estimator).toBe('chars4');
        expect(result.kept.map(({ item }) => item.tokens)).toEqual(
          result.kept.map(({ item }) => chars4(item.content)),
        );
        const recounted = items.map(placed => ({
          ...placed,
          item: { ...placed.item, tokens: chars4(placed.item.content) },
        }));
        expect(outcome(result)).toEqual(
          outcome(await fitted(recounted, constraints, counterOf('chars4').counter)),
        );
        expect(result.kept[0]?.item).toMatchObject({ id: 'm0#0', memory_id: 'm0', content: 'one two' });
      }
  });

  it('what else fails is no reason to try again', async () => {
    let reads = 0;
    const constraints = {
      get max_tokens(): number {
        reads += 1;
        throw new Error('unreadable');
      },
    };
    await expect(fitted(items, constraints)).rejects.toThrow('unreadable');
    expect(reads).toBe(1);
  });
});
