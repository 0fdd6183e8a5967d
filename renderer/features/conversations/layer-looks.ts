import type { LayerName } from '../../../shared/model/layer-names.ts';
import { t } from '../../texts/texts.ts';

/** How each layer is called and coloured; colours appear in bars only. */
export const layerLooks = {
  L0_identity: { id: 'L0', label: t('Identity'), color: 'var(--sec-state)' },
  L1_global_prefs: { id: 'L1', label: t('Preferences'), color: 'var(--sec-working-memory)' },
  L2_topic: { id: 'L2', label: t('Topics'), color: 'var(--sec-knowledge)' },
  L3_entity: { id: 'L3', label: t('Entities'), color: 'var(--sec-suggestions)' },
  L4_conversation: { id: 'L4', label: t('Arc'), color: 'var(--sec-constraints)' },
  L5_jit: { id: 'L5', label: t('Retrieved'), color: 'var(--sec-warnings)' },
  L6_message_history: { id: 'L6', label: t('History'), color: 'var(--sec-history)' },
  L7_user_message: { id: 'L7', label: t('Message'), color: 'var(--accent)' },
} as const satisfies Record<LayerName, { id: string; label: string; color: string }>;
