import type { z } from 'zod';
import { checkShape } from './check-shape.ts';
import {
  type Config,
  type ConfigWarning,
  configFileSchema,
  defaultConfig,
  type GivenConfig,
} from './config.ts';
import { withoutUndefined } from './entries.ts';
import { isJsonObject, type JsonObject } from './json.ts';

export interface JudgedConfig {
  readonly config: Config;
  readonly warnings: readonly ConfigWarning[];
  /** The section `context_engineering` as it was given; empty where there is none. */
  readonly given: JsonObject;
}

const section = 'context_engineering';

/** Nobody mistypes more by hand; each would cost a copy of the whole. */
const mostBad = 100;

function unusable(file: unknown): ConfigWarning {
  const allowed = 'the configuration that docs and studio show';
  const message = `the configuration holds more than ${mostBad} values that cannot be used; none of it is used, and the defaults are`;
  return { key: '', value: isJsonObject(file) ? null : file, allowed, message };
}

/**
 * The configuration that a parsed `.codebolt/weft.json` stands for. A value that cannot be used is a warning with
 * key, value and what is allowed, and the default takes its place; one bad entry of a table spoils that entry alone. Of a
 * file with hundreds of them nothing is used.
 */
export function judgeConfig(file: unknown): JudgedConfig {
  const warnings: ConfigWarning[] = [];
  // Each round takes out what is wrong, so that what is left is right in the end.
  for (let rest: unknown = file; ; ) {
    const checked = checkShape(configFileSchema, rest);
    if (checked.ok) {
      const whole = isJsonObject(file) && isJsonObject(file[section]) ? file[section] : {};
      return { config: withDefaults(checked.value[section] ?? {}), warnings, given: whole };
    }
    const found = checked.issues.flatMap(issue => badPlaces(issue, rest));
    if (warnings.length + found.length > mostBad)
      return { config: withDefaults({}), warnings: [unusable(file)], given: {} };
    warnings.push(...found.map(({ warning }) => warning));
    rest = found.reduce((value, { path }) => without(value, path), rest);
  }
}

function withDefaults(given: GivenConfig): Config {
  return {
    enable_context_assembler: given.enable_context_assembler ?? defaultConfig.enable_context_assembler,
    enable_fts5: given.enable_fts5 ?? defaultConfig.enable_fts5,
    retrieval_limits: { ...defaultConfig.retrieval_limits, ...given.retrieval_limits },
    redaction_mode: given.redaction_mode ?? defaultConfig.redaction_mode,
    token_safety_margin: given.token_safety_margin ?? defaultConfig.token_safety_margin,
    models: { ...defaultConfig.models, ...given.models },
    token_prices: { ...defaultConfig.token_prices, ...given.token_prices },
    tool_costs: {
      low: given.tool_costs?.low ?? defaultConfig.tool_costs.low,
      medium: given.tool_costs?.medium ?? defaultConfig.tool_costs.medium,
      high: given.tool_costs?.high ?? defaultConfig.tool_costs.high,
    },
    ledger_weights: given.ledger_weights ?? defaultConfig.ledger_weights,
    summarizer: given.summarizer ?? defaultConfig.summarizer,
    embedder: given.embedder ?? defaultConfig.embedder,
    ...withConversationDefaults(given),
    hook_tokens: given.hook_tokens ?? defaultConfig.hook_tokens,
    authority: withAuthorityDefaults(given.authority),
    recordings: { ...defaultConfig.recordings, ...withoutUndefined(given.recordings ?? {}) },
    health: {
      check_every: given.health?.check_every ?? defaultConfig.health.check_every,
      hold_tools: given.health?.hold_tools ?? defaultConfig.health.hold_tools,
      demand_save: given.health?.demand_save ?? defaultConfig.health.demand_save,
    },
  };
}

function withAuthorityDefaults(given: GivenConfig['authority']): Config['authority'] {
  const { needs, below } = defaultConfig.authority;
  return { needs: { ...needs, ...given?.needs }, below: given?.below ?? below };
}

function withConversationDefaults(given: GivenConfig) {
  return {
    includeEntityContext: given.includeEntityContext ?? defaultConfig.includeEntityContext,
    knowledgeDepth: given.knowledgeDepth ?? defaultConfig.knowledgeDepth,
    prioritizeConversationHistory:
      given.prioritizeConversationHistory ?? defaultConfig.prioritizeConversationHistory,
    maxContextTokens: given.maxContextTokens ?? defaultConfig.maxContextTokens,
  };
}

interface BadPlace {
  readonly path: readonly PropertyKey[];
  readonly warning: ConfigWarning;
}

function badPlaces(issue: z.core.$ZodIssue, file: unknown): BadPlace[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map(key => badPlace([...issue.path, key], file, 'nothing: there is no such key'));
  // A list, or an object whose keys are fixed, is used as a whole or not at all.
  const path = issue.path.slice(0, wholeAt(issue.path));
  return [badPlace(path, file, issue.message)];
}

/** How much of a path names what is replaced by its default. */
function wholeAt([, key]: readonly PropertyKey[]): number {
  if (key === 'tool_costs') return 3;
  return key === 'ledger_weights' ? 2 : Number.POSITIVE_INFINITY;
}

function badPlace(path: readonly PropertyKey[], file: unknown, allowed: string): BadPlace {
  const key = path.map(String).join('.');
  const value = valueAt(file, path);
  const shown = JSON.stringify(value)?.slice(0, 200) ?? 'missing';
  const where = key === '' ? 'the configuration' : key;
  const message = `${where} is ${shown}; allowed is ${allowed}; the default is used`;
  return { path, warning: { key, value, allowed, message } };
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => (isJsonObject(inner) ? inner[String(key)] : undefined), value);
}

/** A copy without the value at `path`; for the empty path an empty object. */
function without(value: unknown, path: readonly PropertyKey[]): unknown {
  const [first, ...rest] = path;
  if (first === undefined || !isJsonObject(value)) return {};
  const others = Object.entries(value).filter(([key]) => key !== String(first));
  if (rest.length === 0) return Object.fromEntries(others);
  return Object.fromEntries([...others, [String(first), without(value[String(first)], rest)]]);
}
