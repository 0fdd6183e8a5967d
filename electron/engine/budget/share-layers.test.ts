import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BudgetInput } from '../../../shared/model/layer-budget.ts';
import { knowledgeDepths, type LayerName } from '../../../shared/model/layer-names.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { elasticLayers } from './share-documented.ts';
import { shareLayers } from './share-layers.ts';

const tokens = (most: number) =>
  fc.oneof({ arbitrary: fc.constantFrom(0, 1, 31, 32), weight: 1 }, { arbitrary: fc.nat(most), weight: 4 });

const anyInput: fc.Arbitrary<BudgetInput> = fc.record({
  totalBudget: fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 60_000 })),
  conversationMessageCount: tokens(400),
  conversationTotalTokens: tokens(150_000),
  userMessageTokens: tokens(6000),
  detectedTopicCount: fc.nat(4),
  detectedEntityCount: fc.nat(4),
  hasActiveConversation: fc.boolean(),
  knowledgeDepth: fc.constantFrom(...knowledgeDepths),
  prioritizeHistory: fc.boolean(),
  availableBundles: fc.dictionary(
    fc.constantFrom('identity_core', 'global_prefs', 'topic', 'entity', 'conversation', '__proto__'),
    tokens(6000),
  ),
});

const given: BudgetInput = {
  totalBudget: 12_000,
  conversationMessageCount: 60,
  conversationTotalTokens: 20_000,
  userMessageTokens: 100,
  detectedTopicCount: 1,
  detectedEntityCount: 1,
};
const allocatedOf = (input: BudgetInput, policy: 'documented' | 'fitted' = 'fitted') =>
  Object.fromEntries(
    Object.entries(shareLayers(input, policy).layers).map(([name, layer]) => [name, layer.allocated]),
  );

describe('the fitted policy keeps its promises', () => {
  it('whatever the input: whole numbers, no layer over its ceiling, the sum within the budget, floors or nothing', () => {
    fc.assert(
      fc.property(anyInput, input => {
        const { layers, unused, overflow_tokens } = shareLayers(input);
        const all = Object.values(layers);
        const isWhole = all.every(({ allocated }) => Number.isInteger(allocated) && allocated >= 0);
        const sum = all.reduce((total, { allocated }) => total + allocated, 0);
        const underCeiling = Object.entries(layers).every(
          ([name, { allocated, max }]) => name === 'L7_user_message' || allocated <= max,
        );
        const floors = elasticLayers.every(
          name => layers[name].allocated === 0 || layers[name].allocated >= layers[name].min,
        );
        expect({ isWhole, underCeiling, floors, total: sum + unused, overflow_tokens }).toEqual({
          isWhole: true,
          underCeiling: true,
          floors: true,
          total: input.totalBudget,
          overflow_tokens: Math.max(0, input.userMessageTokens - input.totalBudget),
        });
        expect(unused).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: propertyRuns(20_000) },
    );
  });

  it('whatever the input: what has nothing to say gets nothing, and known sizes are ceilings', () => {
    fc.assert(
      fc.property(anyInput, input => {
        const allocated = allocatedOf(input);
        const bundles = new Map(Object.entries(input.availableBundles ?? {}));
        const ceilings: readonly (readonly [LayerName, number | undefined])[] = [
          ['L0_identity', bundles.get('identity_core')],
          ['L1_global_prefs', bundles.get('global_prefs')],
          ['L2_topic', input.detectedTopicCount === 0 ? 0 : bundles.get('topic')],
          ['L3_entity', input.detectedEntityCount === 0 ? 0 : bundles.get('entity')],
          ['L4_conversation', input.hasActiveConversation ? bundles.get('conversation') : 0],
          ['L6_message_history', input.hasActiveConversation ? input.conversationTotalTokens : 0],
        ];
        const broken = ceilings.filter(([name, most]) => (allocated[name] ?? 0) > (most ?? Infinity));
        expect(broken).toEqual([]);
      }),
      { numRuns: propertyRuns(20_000) },
    );
  });

  it('leaves everything to a message that does not fit, and says by how much it is too large', () => {
    const { layers, overflow_tokens, unused } = shareLayers({
      ...given,
      totalBudget: 1000,
      userMessageTokens: 1200,
    });
    expect({ overflow_tokens, unused, message: layers.L7_user_message.allocated }).toEqual({
      overflow_tokens: 200,
      unused: 0,
      message: 1000,
    });
    expect(layers.L7_user_message.why).toBe('The message is 200 tokens larger than the whole budget.');
    expect(layers.L6_message_history).toMatchObject({
      allocated: 0,
      why: 'The message alone takes the whole budget.',
    });
  });

  it('drops whole layers, the lowest priority first, when the floors do not fit', () => {
    // Floors of 1,350 in 1,325 tokens; what is left when L3 is gone goes to L4 and L6, then L6 first.
    const { layers } = shareLayers({ ...given, totalBudget: 1500 });
    const shares = elasticLayers.map(name => [name, layers[name].allocated]);
    expect(shares).toEqual([
      ['L2_topic', 300],
      ['L3_entity', 0],
      ['L4_conversation', 212],
      ['L5_jit', 200],
      ['L6_message_history', 613],
    ]);
    expect(layers.L3_entity.why).toContain('its priority of 65 is among the lowest');
  });

  const calm: BudgetInput = {
    ...given,
    conversationMessageCount: 0,
    conversationTotalTokens: 0,
    detectedTopicCount: 0,
    detectedEntityCount: 0,
  };

  it.each<[string, BudgetInput, Partial<Record<LayerName, string>>]>([
    [
      'known to be empty, and nothing asked for',
      { ...calm, availableBundles: { identity_core: 0, topic: 700 } },
      {
        L0_identity: 'What it would hold is known to be empty.',
        L1_global_prefs: 'Exactly its ideal.',
        L2_topic: 'No topic was found in the message.',
        L3_entity: 'No entity was found in the message.',
        L4_conversation: 'No conversation is going on.',
        L6_message_history: 'No conversation is going on.',
        L7_user_message: 'The message is always there, whole.',
      },
    ],
    [
      'found, going on, and known to be empty',
      { ...given, availableBundles: { topic: 0, entity: 0, conversation: 0 } },
      {
        L2_topic: 'What it would hold is known to be empty.',
        L3_entity: 'What it would hold is known to be empty.',
        L4_conversation: 'What it would hold is known to be empty.',
      },
    ],
    [
      'too little for the floors',
      { ...given, totalBudget: 1500 },
      {
        L0_identity: 'Exactly its ideal.',
        L2_topic: 'Its floor, which is above its ideal of 108.',
        L3_entity: 'The floors of all layers did not fit, and its priority of 65 is among the lowest.',
        L4_conversation: 'Between its floor of 200 and its ideal of 225: its part of what was left.',
        L5_jit: 'Its floor, which is above its ideal of 150.',
      },
    ],
    [
      'more than is wanted',
      { ...given, conversationTotalTokens: 9000 },
      {
        L2_topic: 'Exactly its ideal.',
        L4_conversation: 'More than its ideal of 889: tokens were left, and its priority is 88.',
        L6_message_history: 'Its ceiling: what more was left went to others.',
      },
    ],
  ])('says for each layer in one sentence why it got what it got: %s', (_, input, sentences) => {
    const { layers } = shareLayers(input);
    const said = Object.fromEntries(
      Object.keys(sentences).map(name => [name, layers[name as LayerName].why]),
    );
    expect(said).toEqual(sentences);
  });

  it('counts a conversation as going on once it has a message, if nobody says otherwise', () => {
    const floorOf = (conversationMessageCount: number) =>
      shareLayers({ ...given, conversationMessageCount }).layers.L4_conversation.min;
    expect([floorOf(0), floorOf(1)]).toEqual([0, 200]);
  });

  it('leaves a layer that exactly fits', () => {
    // The floors are 1,350 together; 30 and 100 go to who they are and what they like.
    const fits = { ...given, totalBudget: 1521, userMessageTokens: 96 };
    expect(allocatedOf(fits)).toMatchObject({ L0_identity: 30, L1_global_prefs: 45, L3_entity: 150 });
    expect(allocatedOf({ ...fits, userMessageTokens: 97 })).toMatchObject({ L3_entity: 0 });
  });
});

describe('what a layer asks for', () => {
  const history = (input: Partial<BudgetInput>) =>
    shareLayers({ ...given, prioritizeHistory: false, ...input }, 'documented').layers.L6_message_history;

  it.each([
    ['the whole of a short one', 4000, 3000, 3000],
    ['as much as there is room for', 2000, 3000, 2000],
    ['0.35 of the budget above 3,000 tokens', 4000, 3001, 1400],
    ['0.35 of it up to 10,000', 12_000, 10_000, 4200],
    ['0.3 above', 12_000, 10_001, 3600],
    ['0.3 up to 50,000', 12_000, 50_000, 3600],
    ['a quarter above', 12_000, 50_001, 3000],
  ])('the history of a conversation: %s', (_, totalBudget, conversationTotalTokens, ideal) => {
    expect(history({ totalBudget, conversationTotalTokens }).ideal).toBe(ideal);
  });

  it('a dialogue of more than twenty messages goes before its history is cut, if history comes first', () => {
    const priorities = [20, 21].flatMap(conversationMessageCount =>
      [true, false].map(
        prioritizeHistory => history({ conversationMessageCount, prioritizeHistory }).priority,
      ),
    );
    expect(priorities).toEqual([80, 80, 90, 80]);
  });

  it('the message asks for itself', () => {
    expect(shareLayers(given).layers.L7_user_message).toMatchObject({
      min: 100,
      ideal: 100,
      max: 100,
      priority: 100,
      elasticity: 0,
    });
  });
});

describe('the documented policy', () => {
  it('cuts the lowest priority first where the floors do not fit, and says so', () => {
    const { layers, unused } = shareLayers({ ...given, totalBudget: 1400 }, 'documented');
    expect(layers.L3_entity).toMatchObject({
      allocated: 30,
      why: 'Cut below its floor of 150: the floors of all layers did not fit.',
    });
    expect(unused).toBe(0);
  });

  it('does not say of a message that is too large that it takes what others have', () => {
    const { layers } = shareLayers({ ...given, totalBudget: 500, userMessageTokens: 600 }, 'documented');
    expect(layers.L0_identity.why).toBe('Exactly its ideal.');
  });

  it('may give more than there is, and says so by a negative rest', () => {
    const { unused, layers } = shareLayers(
      { ...given, totalBudget: 500, userMessageTokens: 600 },
      'documented',
    );
    expect([unused, layers.L7_user_message.allocated]).toEqual([-125, 600]);
  });

  it('fills in the defaults', () => {
    const explicit = {
      hasActiveConversation: true,
      knowledgeDepth: 'standard',
      prioritizeHistory: true,
    } as const;
    for (const policy of ['documented', 'fitted'] as const)
      expect(shareLayers(given, policy)).toEqual(
        shareLayers({ ...given, ...explicit, availableBundles: {} }, policy),
      );
  });
});
