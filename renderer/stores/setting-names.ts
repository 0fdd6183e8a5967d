import type { Config } from '../../shared/model/config.ts';
import type { Phrase } from '../../shared/texts/texts.ts';
import { capitalized } from '../../shared/words.ts';
import { t, told } from '../texts/texts.ts';

/** What keys of the configuration are called that have a row of their own in the settings. */
export const settingNames = {
  enable_context_assembler: 'Handoff context',
  retrieval_limits: 'Packages at most',
  enable_fts5: 'Full-text tie-break',
  hook_tokens: 'With a prompt',
  models: 'Model windows',
  token_safety_margin: 'Safety margin',
  token_prices: 'Token prices',
  redaction_mode: 'Redaction',
  recordings: 'Recordings',
  authority: 'Authority by section',
  ledger_weights: 'Ledger weights',
  health: 'Health check',
  tool_costs: 'Tool costs',
  summarizer: 'Summarizer',
  embedder: 'Embedder',
} as const satisfies { readonly [Key in keyof Config]?: Phrase };

const isNamed = (key: string): key is keyof typeof settingNames => Object.hasOwn(settingNames, key);

/** The name of any key; of one without a row of its own `maxContextTokens` and `max_context_tokens` as `Max context tokens`. */
export function settingName(key: string): string {
  if (isNamed(key)) return t(settingNames[key]);
  const words = key
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return told(capitalized(words));
}

/** What the settings hold beside the configuration: kept per browser, or about the project as a whole. */
export const studioSettings = {
  theme: { name: t('Theme'), detail: t('Light, dark, or as your operating system') },
  language: {
    name: t('Language'),
    detail: t('English, German, or as your operating system'),
  },
  single_keys: {
    name: t('Single-key shortcuts'),
    detail: t('Keys without Ctrl or Cmd, such as N for a new rule.'),
  },
} as const;
