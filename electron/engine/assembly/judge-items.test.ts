import { describe, expect, it } from 'vitest';
import type { ContextItem } from '../../../shared/model/assembled-context.ts';
import {
  type AuthorityPolicy,
  dataMark,
  defaultAuthority,
  originWords,
} from '../../../shared/model/authority.ts';
import { type Trust, trusts } from '../../../shared/model/origin.ts';
import { sections } from '../../../shared/model/section.ts';
import { memoryOf, requestOf, staticStep } from '../../../test/support/engine-definitions.ts';
import { emptyStores, enginePorts, neverCancelled } from '../../../test/support/engine-world.ts';
import { assemble } from './assemble.ts';
import { dataText, judgeItems, trustOf } from './judge-items.ts';

function itemOf(position: number, trust: Trust | undefined, tokens = 9): ContextItem {
  return {
    id: `m#${position}`,
    memory_id: 'm',
    content: `text ${position}`,
    tokens,
    weight: 2,
    source: { kind: 'store', ...(trust && { trust }) },
  };
}

/** One item of each trust, and last one that nobody vouches for. */
const ofEachTrust = () => [...trusts, undefined].map((trust, index) => itemOf(index, trust));

function judged(policy: AuthorityPolicy | undefined, items = ofEachTrust(), contribution = {}) {
  const memory = memoryOf('m', { contribution: { section: 'constraints', required: true, ...contribution } });
  const uncounted: ContextItem[] = [];
  const result = judgeItems(memory, { items, uncounted, dropped: [] }, policy);
  return {
    ...result,
    places: result.memories.map(part => [
      part.contribution.section,
      part.contribution.required,
      part.contribution.max_items,
      part.items.map(({ id }) => id),
    ]),
    uncounted: uncounted.map(({ id }) => id),
    memory,
  };
}

const data = dataMark(originWords.import);

describe('what has less authority than its section needs', () => {
  it('goes as data to the section that takes it, behind what stays, and is counted anew', () => {
    const items = ofEachTrust();
    const { places, leftOut, lowered, uncounted } = judged(
      { needs: { constraints: 'project' }, below: 'data' },
      items,
    );
    expect(places).toEqual([
      ['constraints', true, undefined, ['m#2', 'm#3']],
      ['knowledge', false, undefined, ['m#0', 'm#1', 'm#4']],
    ]);
    const of = (id: string, authority: Trust, origin: string) => ({
      item_id: id,
      memory_id: 'm',
      section: 'constraints',
      needs: 'project',
      authority,
      origin,
      placed: 'knowledge',
    });
    expect([leftOut, lowered]).toEqual([
      [],
      [of('m#0', 'imported', 'import'), of('m#1', 'agent', 'agent'), of('m#4', 'imported', 'import')],
    ]);
    expect(items.map(item => [item.content, item.tokens, item.lowered_from])).toEqual([
      [`${data}\n\ntext 0`, 0, 'constraints'],
      [`${dataMark(originWords.agent)}\n\ntext 1`, 0, 'constraints'],
      ['text 2', 9, undefined],
      ['text 3', 9, undefined],
      [`${data}\n\ntext 4`, 0, 'constraints'],
    ]);
    expect(uncounted).toEqual(['m#0', 'm#1', 'm#4']);
  });

  it('stays out where it is not taken as data, or nowhere takes it', () => {
    const out = judged({ needs: { constraints: 'project' }, below: 'leave_out' });
    expect(out.places).toEqual([
      ['constraints', true, undefined, ['m#2', 'm#3']],
      ['knowledge', false, undefined, []],
    ]);
    expect(out.leftOut.map(({ item, section, required }) => [item.id, section, required])).toEqual([
      ['m#0', 'constraints', false],
      ['m#1', 'constraints', false],
      ['m#4', 'constraints', false],
    ]);
    expect(out.lowered.map(low => 'placed' in low)).toEqual([false, false, false]);
    expect(out.uncounted).toEqual([]);

    const partly = judged({ needs: { constraints: 'project', knowledge: 'agent' }, below: 'data' });
    expect(partly.places.map(([, , , ids]) => ids)).toEqual([['m#2', 'm#3'], ['m#1']]);
    expect(partly.leftOut.map(({ item }) => item.id)).toEqual(['m#0', 'm#4']);
    expect(partly.lowered.map(low => low.placed)).toEqual([undefined, 'knowledge', undefined]);
  });

  it.each([undefined, 0, 1, 9])('has the limit of its memory: %j', max_items => {
    const { places } = judged({ needs: { constraints: 'project' }, below: 'data' }, ofEachTrust(), {
      ...(max_items !== undefined && { max_items }),
    });
    expect(places.map(([, , most]) => most)).toEqual([max_items, max_items]);
  });

  it('counts once what was not counted before', () => {
    const known = itemOf(0, 'imported', 0);
    const memory = memoryOf('m', { contribution: { section: 'constraints' } });
    const redacted = { items: [known, itemOf(1, 'imported', 0)], uncounted: [known], dropped: [] };
    judgeItems(memory, redacted, { needs: { constraints: 'project' }, below: 'data' });
    expect(redacted.uncounted.map(({ id }) => id)).toEqual(['m#0', 'm#1']);
  });
});

describe('nothing changes', () => {
  it.each<[string, AuthorityPolicy | undefined, Trust[]]>([
    ['without a policy', undefined, ['imported']],
    ['where the section needs nothing', { needs: { warnings: 'user' }, below: 'data' }, ['imported']],
    ['where all have enough', { needs: { constraints: 'agent' }, below: 'data' }, ['agent', 'user']],
  ])('%s', (_, policy, given) => {
    const items = given.map((trust, index) => itemOf(index, trust));
    const before = structuredClone(items);
    const { memories, leftOut, lowered, uncounted, memory } = judged(policy, items);
    expect(memories).toEqual([{ contribution: memory.contribution, items }]);
    expect(memories[0]?.contribution).toBe(memory.contribution);
    expect([leftOut, lowered, uncounted, items]).toEqual([[], [], [], before]);
  });

  it('for a memory that gave nothing, and for one without a contribution', () => {
    const policy = { needs: { constraints: 'project' }, below: 'data' } as const;
    const { contribution, ...broken } = memoryOf('m', { contribution: { section: 'constraints' } });
    expect(judgeItems({ ...broken, contribution }, undefined, policy)).toEqual({
      memories: [{ contribution, items: [] }],
      leftOut: [],
      lowered: [],
    });
    expect(judgeItems(broken as typeof broken & { contribution: never }, undefined, policy)).toMatchObject({
      memories: [{ items: [] }], // an overlay may hold anything
    });
  });
});

it('what nobody vouches for has the least trust', () => {
  expect(ofEachTrust().map(trustOf)).toEqual([...trusts, 'imported']);
  expect(dataText(itemOf(3, 'user'))).toBe(`${dataMark(originWords.user)}\n\ntext 3`);
});

describe('in an assembly', () => {
  const run = (below: AuthorityPolicy['below'], estimator: 'chars4' | 'o200k_base' = 'o200k_base') => {
    const stores = {
      ...emptyStores,
      searchDocuments: async () =>
        (['project', 'imported'] as const).map(trust => ({
          content: `says ${trust}`,
          counts: { o200k_base: 77 },
          source: { kind: 'document', ref: 'https://example.org', trust },
        })),
    };
    return assemble(
      {
        request: requestOf({ explicit_memory: ['m'], constraints: { estimator } }),
        engines: [],
        memories: [
          memoryOf('m', {
            pipeline: [{ type: 'document_search', params: { query: 'x' } }],
            contribution: { section: 'warnings' },
          }),
        ],
        redaction: 'pattern_only',
        authority: { needs: { warnings: 'project' }, below },
      },
      { ports: enginePorts({ stores }), cancel: neverCancelled, emit: () => {}, requestId: 'r' },
    );
  };

  it('a text that stands as data has another count than the one that was stored', async () => {
    const { context, trace, meta } = await run('data');
    expect(Object.keys(context)).toEqual(
      sections.filter(name => name === 'warnings' || name === 'knowledge'),
    );
    expect(context.warnings?.map(item => [item.id, item.tokens, item.lowered_from])).toEqual([
      ['m#0', 77, undefined],
    ]);
    const [lowered] = context.knowledge ?? [];
    expect([lowered?.id, lowered?.lowered_from, lowered?.content]).toEqual([
      'm#1',
      'warnings',
      `${dataMark(originWords.web)}\n\nsays imported`,
    ]);
    expect(lowered?.tokens).toBe(lowered?.content.split(/\s+/).length);
    expect([trace.dropped, trace.lowered?.length, meta.degraded]).toEqual([[], 1, false]);
  });

  it('a text that stays out is among what was dropped, with the reason', async () => {
    const { context, trace } = await run('leave_out');
    expect(Object.keys(context)).toEqual(['warnings']);
    expect(trace.dropped).toEqual([
      {
        item_id: 'm#1',
        memory_id: 'm',
        section: 'warnings',
        tokens: 77,
        reason: 'authority',
        preview: 'says imported',
      },
    ]);
    expect(trace.lowered).toEqual([
      {
        item_id: 'm#1',
        memory_id: 'm',
        section: 'warnings',
        needs: 'project',
        authority: 'imported',
        origin: 'web',
      },
    ]);
  });
  it.each(['warnings', 'suggestions'] as const)(
    'what stands as data has the place of a twin that stands in %s already',
    async section => {
      const searchDocuments = async () =>
        (['project', 'imported', 'imported'] as const).map((trust, at) => ({
          content: `text ${at}`,
          source: { kind: 'document', trust },
        }));
      const pipeline = [{ type: 'document_search' as const, params: { query: 'x' } }];
      const { context, trace } = await assemble(
        {
          request: requestOf({ explicit_memory: ['n', 'm'] }),
          engines: [],
          memories: [
            memoryOf('n', {
              pipeline: [staticStep('text 0')],
              contribution: { section, priority: 'critical' },
            }),
            memoryOf('m', { pipeline, contribution: { section, max_items: 1 } }),
          ],
          redaction: 'off',
          authority: defaultAuthority,
        },
        {
          ports: enginePorts({ stores: { ...emptyStores, searchDocuments } }),
          cancel: neverCancelled,
          emit: () => {},
          requestId: 'r',
        },
      );
      expect([context[section], context.knowledge].map(list => list?.map(({ id }) => id))).toEqual([
        ['n#0'],
        ['m#1'],
      ]);
      expect(trace.dropped.map(one => [one.item_id, one.reason]).toSorted()).toEqual([
        ['m#0', 'duplicate'],
        ['m#2', 'max_items'],
      ]);
    },
  );
});
