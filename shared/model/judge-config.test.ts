import { expect, it } from 'vitest';
import { configSchema, configTemplate, defaultConfig } from './config.ts';
import { judgeConfig } from './judge-config.ts';

const judge = (context_engineering: unknown) => judgeConfig({ context_engineering });

/** Key, bad value, what is allowed; the default must be used. */
const bad: readonly (readonly [string, unknown, string])[] = [
  ['enable_context_assembler', 'yes', 'true or false'],
  ['enable_fts5', 1, 'true or false'],
  ['retrieval_limits.developer', 0, 'a whole number of at least 1'],
  ['retrieval_limits.reviewer', -2, 'a whole number of at least 1'],
  ['retrieval_limits', [], 'an object'],
  ['redaction_mode', 'patterns', 'one of pattern_only, entropy, both, off'],
  ['token_safety_margin', 1, 'a number of at least 0 and less than 1'],
  ['token_safety_margin', -0.1, 'a number of at least 0 and less than 1'],
  ['token_safety_margin', '0.2', 'a number of at least 0 and less than 1'],
  ['models.haiku', 'big', 'a whole number of at least 1'],
  ['tool_costs.low', 'read', 'a list of tool names'],
  ['tool_costs.low', [''], 'a name of 1 to 100 characters'],
  ['tool_costs', 3, 'an object with lists low, medium and high'],
  [
    'ledger_weights',
    { recency: 1, relevance: 1, confidence: 1, warning_boost: 1 },
    'four numbers whose sum is 1 (within 0.01)',
  ],
  ['summarizer', 'gpt', 'one of extractive, openai-compatible'],
  ['embedder', 'openai:', 'none, use-lite or openai:<model>'],
  ['includeEntityContext', 'no', 'true or false'],
  ['knowledgeDepth', 'shallow', 'one of minimal, standard, deep'],
  ['prioritizeConversationHistory', 0, 'true or false'],
  ['maxContextTokens', 4095, 'a whole number from 4096 to 50000'],
  ['maxContextTokens', 50_001, 'a whole number from 4096 to 50000'],
  ['recordings.enabled', 'on', 'true or false'],
  ['recordings.max_days', 0, 'a whole number from 1 to 3650'],
  ['health.check_every', 2.5, 'a whole number of at least 1'],
  ['health.hold_tools', 'yes', 'true or false'],
  ['no_such_key', 1, 'nothing: there is no such key'],
];

function nest([first = '', ...rest]: readonly string[], value: unknown): unknown {
  return { [first]: rest.length === 0 ? value : nest(rest, value) };
}

it.each(bad)(
  '%s as %j is a warning that says what is allowed, and the default is used',
  (key, value, allowed) => {
    const whole = `context_engineering.${key}`;
    const { config, warnings } = judgeConfig(nest(whole.split('.'), value));
    expect(config).toEqual(defaultConfig);
    const shown = JSON.stringify(value);
    const message = `${whole} is ${shown}; allowed is ${allowed}; the default is used`;
    expect(warnings).toEqual([{ key: whole, value, allowed, message }]);
  },
);

/** A good value of every key, and the configuration it makes. */
const good = {
  enable_context_assembler: false,
  enable_fts5: true,
  retrieval_limits: { reviewer: 7 },
  redaction_mode: 'both',
  token_safety_margin: 0.34,
  models: { haiku: 32_000, 'claude-5': 1_000_000 },
  token_prices: { opus: { input: 15 }, llama: { input: 0.2, cached_read: 1, cache_write: 1 } },
  tool_costs: { high: ['deploy'] },
  ledger_weights: { recency: 0.25, relevance: 0.25, confidence: 0.25, warning_boost: 0.26 },
  summarizer: 'openai-compatible',
  embedder: 'openai:text-embedding-3-small',
  includeEntityContext: false,
  knowledgeDepth: 'deep',
  prioritizeConversationHistory: false,
  maxContextTokens: 4096,
  hook_tokens: 700,
  authority: { needs: { state: 'user' }, below: 'leave_out' },
  recordings: { enabled: true, max_requests: 500, max_days: 7, max_megabytes: 8 },
  health: { check_every: 3, hold_tools: true, demand_save: true },
};

it('every key is taken over, and what it leaves out keeps its default', () => {
  expect(judge(good)).toEqual({
    given: good,
    warnings: [],
    config: {
      ...good,
      retrieval_limits: { ...defaultConfig.retrieval_limits, reviewer: 7 },
      models: { ...defaultConfig.models, haiku: 32_000, 'claude-5': 1_000_000 },
      token_prices: { ...defaultConfig.token_prices, ...good.token_prices },
      tool_costs: { ...defaultConfig.tool_costs, high: ['deploy'] },
      authority: { needs: { ...defaultConfig.authority.needs, state: 'user' }, below: 'leave_out' },
    },
  });
  expect(Object.keys(good)).toEqual(Object.keys(configSchema.shape));
});

it('one bad value leaves the others in force', () => {
  const { config, warnings } = judge({ ...good, redaction_mode: 5, models: { haiku: 32_000, opus: 0 } });
  expect(warnings.map(({ key }) => key)).toEqual([
    'context_engineering.redaction_mode',
    'context_engineering.models.opus',
  ]);
  expect([config.redaction_mode, config.models, config.embedder]).toEqual([
    'pattern_only',
    { haiku: 32_000, sonnet: 200_000, opus: 200_000 },
    good.embedder,
  ]);
});

it.each([[null], [[]], ['text'], [{ context_engineering: 'x' }], [{ context_engineering: null }]])(
  '%j is the defaults with one warning',
  file => {
    const { config, warnings } = judgeConfig(file);
    expect([config, warnings.length]).toEqual([defaultConfig, 1]);
  },
);

it('the template is without warnings and gives Haiku the smaller window', () => {
  const { config, warnings } = judgeConfig(configTemplate);
  expect([warnings, config.models]).toEqual([[], { haiku: 32_000, sonnet: 200_000, opus: 200_000 }]);
});

it('of a file with hundreds of bad values nothing is used, and that is said once', () => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]));
  expect(judge({ ...good, ...many(100) })).toMatchObject({
    config: { embedder: good.embedder },
    warnings: { length: 100 },
  });
  for (const file of [many(100_000), { context_engineering: { ...good, ...many(20_000) } }]) {
    const { config, warnings, given } = judgeConfig(file);
    expect([config, given, warnings.length]).toEqual([defaultConfig, {}, 1]);
    expect(warnings[0]?.message).toMatch(/^the configuration holds more than 100 values that cannot be used/);
  }
});
