import { capitalized } from '../../../../shared/words.ts';
import { t } from '../../../texts/texts.ts';
import { formatMoney } from '../../../ui/format-money.ts';
import type { Assembled } from '../kept-plan.ts';

export type PromptCache = Assembled['metadata']['prompt_cache'];

/** What of the prompt before has to be read again. */
export function lostWords({ previous_tokens: previous, invalidated_tokens: lost }: PromptCache): string {
  if (previous === null) return t('Nothing was sent before');
  return lost === 0 ? t('Nothing') : t('{lost} of {previous} tokens', { lost, previous });
}

/** With and without a cache. */
export function costWords(cost: PromptCache['cost']): string {
  if (cost === null) return t('No price is known');
  return t('{cached} instead of {uncached} ({model})', {
    cached: formatMoney(cost.cached),
    uncached: formatMoney(cost.uncached),
    model: cost.model,
  });
}

/** Why the cache ends where it does. */
export function brokenWords(broken: PromptCache['broken']): string {
  if (broken === null) return t('All of the prompt before was kept.');
  return broken.why.replace(/\bL(\d)_\w+/g, part => nameOfPart(part));
}

const layerNames: Readonly<Record<string, string>> = {
  L0_identity: t('Identity (L0)'),
  L1_global_prefs: t('Preferences (L1)'),
  L4_conversation: t('The arc (L4)'),
  recall: t('Earlier messages for the question'),
  question: t('What was asked'),
  messages: t('Messages'),
};

/** A part of a prompt as it is told. */
export const nameOfPart = (what: string): string => layerNames[what] ?? capitalized(what);
