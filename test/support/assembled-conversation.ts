import type { Output } from '../../shared/contract/contract.ts';
import type { MessageState } from '../../shared/model/conversation.ts';
import type { LayerBudget } from '../../shared/model/layer-budget.ts';

const layer: LayerBudget = {
  min: 0,
  ideal: 100,
  max: 100,
  priority: 50,
  elasticity: 0.5,
  allocated: 100,
  why: 'it asked for so much',
};

/** A small plan of a conversation with these messages; its arc is the text that tells it from others. */
export function assembledConversation(
  arc: string,
  states: readonly MessageState[],
): Output<'conversations.assemble'> {
  return {
    system_prompt: arc,
    messages: [{ role: 'system', content: arc }],
    budget: {
      policy: 'fitted',
      layers: {
        L0_identity: layer,
        L1_global_prefs: layer,
        L2_topic: layer,
        L3_entity: layer,
        L4_conversation: layer,
        L5_jit: layer,
        L6_message_history: layer,
        L7_user_message: layer,
      },
      unused: 0,
      overflow_tokens: 0,
    },
    metadata: {
      strategy: 'full',
      ratio: null,
      coverage: {
        totalMessages: states.length,
        fullMessages: states.filter(state => state === 'full').length,
        summarizedMessages: states.filter(state => state === 'summarised').length,
        droppedMessages: states.filter(state => state === 'dropped').length,
      },
      states: [...states],
      summaries: [],
      warnings: [],
      recalled: [],
      cut: [],
      sections: [{ layer: 'L4_conversation', text: arc }],
      topics: [],
      entities: [],
      cache: { hits: [], misses: [] },
      prompt_cache: {
        prefix: 'stable',
        previous_tokens: null,
        kept_tokens: 0,
        new_tokens: 10,
        invalidated_tokens: 0,
        invalidated: [],
        kept_messages: 0,
        broken: null,
        breakpoints: [],
        cost: null,
      },
      retrieval: 'none',
      layer_tokens: { L4_conversation: 10 },
      total_tokens: 10,
      duration_ms: 1,
    },
  };
}
