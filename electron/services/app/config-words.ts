import { type Config, defaultConfig } from '../../../shared/model/config.ts';
import { keysOf } from '../../../shared/model/entries.ts';
import { isJsonEqual } from '../../../shared/model/json.ts';
import type { RedactionMode } from '../../../shared/model/redaction-mode.ts';

type Words = { readonly [Key in keyof Config]: (value: Config[Key]) => string };

const redactionWords: Record<RedactionMode, string> = {
  pattern_only: 'secrets of known kinds are taken out of what leaves Weft',
  entropy:
    'known kinds of secrets are no longer taken out of what leaves Weft, only what looks random enough to be one',
  both: 'secrets of known kinds, and what looks like one, are taken out of what leaves Weft',
  off: 'secrets are NOT taken out of what leaves Weft',
};

const numbers = (
  values: Readonly<Record<string, number>>,
  unusual: Readonly<Record<string, number>>,
): string =>
  Object.entries(values)
    .filter(([name, value]) => unusual[name] !== value)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ') || 'as usual';

const inputPrices = (prices: Config['token_prices']): Record<string, number> =>
  Object.fromEntries(Object.entries(prices).map(([name, { input }]) => [name, input]));

/** What each key brings about, for whoever decides whether a project may do that. A key without words does not compile. */
const words: Words = {
  enable_context_assembler: on =>
    on ? 'agents get what earlier agents found out' : 'agents get nothing of what earlier agents found out',
  enable_fts5: on =>
    `packages of equal standing are ranked by ${on ? 'the full-text index' : 'counting the words of the query'}`,
  retrieval_limits: limits =>
    `packages an agent gets at most: ${numbers(limits, defaultConfig.retrieval_limits)}`,
  redaction_mode: mode => redactionWords[mode],
  token_safety_margin: margin => `${Math.round(margin * 100)}% of a model's window are left free`,
  models: windows => `windows of models in tokens: ${numbers(windows, defaultConfig.models)}`,
  token_prices: prices =>
    `what tokens cost, in US dollars for a million that are read: ${numbers(inputPrices(prices), inputPrices(defaultConfig.token_prices))}`,
  tool_costs: ({ low, medium, high }) =>
    `what tools cost when the health of a session is judged: low ${low.join(', ')}; medium ${medium.join(', ')}; high ${high.join(', ')}`,
  ledger_weights: weights =>
    `what counts when the ledger is ranked: ${numbers(weights, defaultConfig.ledger_weights)}`,
  summarizer: name =>
    name === 'extractive'
      ? 'summaries are made on this machine'
      : 'conversations are sent to the chat model that WEFT_SUMMARIZER_URL names, for summaries',
  embedder: name => embedderWords(name),
  includeEntityContext: on =>
    `conversations get ${on ? 'what is' : 'nothing of what is'} known of the people and things they name`,
  knowledgeDepth: depth => `how much of a conversation's context is for knowledge: ${depth}`,
  prioritizeConversationHistory: on =>
    `messages of a conversation come ${on ? 'before' : 'after'} what is known besides`,
  maxContextTokens: tokens => `the context of a conversation has up to ${tokens} tokens`,
  hook_tokens: tokens => `with a prompt or after a tool a coding agent is given up to ${tokens} tokens`,
  authority: ({ needs, below }) =>
    [
      `what sections need of what stands in them: ${
        Object.entries(needs)
          .map(([section, trust]) => `${section} ${trust}`)
          .join(', ') || 'nothing'
      }`,
      below === 'data' ? 'what has less is shown as data' : 'what has less is left out',
    ].join('; '),
  recordings: ({ enabled, max_requests, max_days, max_megabytes }) =>
    enabled
      ? `served requests are recorded in the project, up to ${max_requests} for ${max_days} days in ${max_megabytes} MB`
      : 'served requests are not recorded',
  health: ({ check_every, hold_tools, demand_save }) =>
    [
      `the context of a session is judged every ${check_every} tool calls`,
      ...(hold_tools ? ['tools of a coding agent wait while it must be compacted'] : []),
      ...(demand_save ? ['a compaction waits until the state is saved'] : []),
    ].join('; '),
};

function embedderWords(name: string): string {
  if (name === 'none') return 'nothing is searched by meaning unless a call names an embedder';
  return name.startsWith('openai:')
    ? `texts are sent to the endpoint that WEFT_EMBEDDINGS_URL names (${name.slice('openai:'.length)}), to be searched by meaning`
    : 'texts are embedded on this machine';
}

export const configKeys = keysOf(words);

/** What one key of a configuration does, in words. */
export function configSentence<Key extends keyof Config>(key: Key, config: Pick<Config, Key>): string {
  return words[key](config[key]);
}

/** Keys that are not what they would be without a file. */
export const unusualKeys = (config: Config): (keyof Config)[] =>
  configKeys.filter(key => !isJsonEqual(config[key], defaultConfig[key]));
