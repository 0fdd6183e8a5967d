import type { LayerName } from '../../../shared/model/layer-names.ts';

/** How each layer is called and coloured; colours appear in bars only. */
export const layerLooks = {
  L0_identity: { id: 'L0', label: 'Identity', color: 'var(--sec-state)' },
  L1_global_prefs: { id: 'L1', label: 'Preferences', color: 'var(--sec-working-memory)' },
  L2_topic: { id: 'L2', label: 'Topics', color: 'var(--sec-knowledge)' },
  L3_entity: { id: 'L3', label: 'Entities', color: 'var(--sec-suggestions)' },
  L4_conversation: { id: 'L4', label: 'Arc', color: 'var(--sec-constraints)' },
  L5_jit: { id: 'L5', label: 'Retrieved', color: 'var(--sec-warnings)' },
  L6_message_history: { id: 'L6', label: 'History', color: 'var(--sec-history)' },
  L7_user_message: { id: 'L7', label: 'Message', color: 'var(--accent)' },
} as const satisfies Record<LayerName, { id: string; label: string; color: string }>;
