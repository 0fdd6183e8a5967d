import type { Input, Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { type Config, defaultConfig } from '../../../shared/model/config.ts';
import { definitionFile } from '../../../shared/model/definition-folders.ts';
import { keysOf } from '../../../shared/model/entries.ts';
import { isJsonEqual } from '../../../shared/model/json.ts';
import { judgeConfig } from '../../../shared/model/judge-config.ts';
import type { RedactionMode } from '../../../shared/model/redaction-mode.ts';
import { isRuleEnabled } from '../../../shared/model/rule-defaults.ts';
import { configFile } from '../../storage/files/config-file.ts';
import { engineKind, memoryKind } from '../../storage/files/definition-kinds.ts';
import { sha256 } from '../../storage/files/read-text-file.ts';
import { type ActingParts, actsOf, grantAll, readActing } from '../project/acting-parts.ts';
import type { LoadedConfig } from '../project/config.ts';
import type { OpenProject } from '../project/project.ts';
import type { ProjectTrust } from '../project/project-trust.ts';
import { syncAct } from '../project/trust-acts.ts';
import { allowsMemory, withheldRules } from '../project/withheld-definitions.ts';
import type { AppCall } from './app.ts';

/** Shows what of the open project would act, and takes the user's decision about exactly that. */
export async function trustProject(
  { decision, expected }: Input<'project.trust'>,
  call: AppCall,
): Promise<Output<'project.trust'>> {
  // What an agent reads could talk it into this.
  if (call.caller.door === 'mcp' && decision !== undefined)
    throw new AppError('forbidden', 'only the user can say whether a project is trusted');
  const project = await call.project();
  await project.trust.reread();
  const parts = await readActing(project);
  const shown = describe(project, parts);
  if (decision === 'grant') {
    if (expected !== undefined && expected !== shown.fingerprint)
      throw new AppError('conflict', 'the files changed since they were shown; look at them again', shown);
    await grantAll(project.trust, parts);
  }
  if (decision === 'revoke') await project.trust.revoke();
  if (decision === undefined) return shown;
  await call.app.projects.followTrust();
  call.publish({ event: 'project:changed', what: 'trust' });
  return describe(project, await readActing(project));
}

/** Files of which something does nothing because it came or changed since the user trusted the project. */
export async function withheldFiles(project: OpenProject): Promise<string[]> {
  const { trust } = project;
  if (!trust.isTrusted()) return [];
  await trust.reread();
  const { engines, memories, config } = await readActing(project);
  return [
    ...(config.withheld.length > 0 ? [configFile] : []),
    ...engines
      .filter(engine => withheldRules(trust, engine).length > 0)
      .map(({ id }) => definitionFile(engineKind.folder, id)),
    ...memories
      .filter(memory => !allowsMemory(trust, memory))
      .map(({ id }) => definitionFile(memoryKind.folder, id)),
  ];
}

function describe({ path, trust }: OpenProject, parts: ActingParts): Output<'project.trust'> {
  const trusted = trust.isTrusted();
  return {
    path,
    trusted,
    fingerprint: sha256(JSON.stringify([actsOf(parts), parts.config.given])),
    engines: parts.engines.map(engine => describeEngine(trust, engine)),
    memories: parts.memories.map(memory => ({
      id: memory.id,
      label: memory.label,
      status: memory.status,
      steps: memory.retrieval.pipeline.map(({ type }) => type),
      asks: !allowsMemory(trust, memory),
    })),
    config: describeConfig(trusted, parts.config),
    watched_folders: parts.syncs.map(sync => ({ ...sync, asks: !trust.allows(sync, () => [syncAct(sync)]) })),
    problems: [...parts.problems],
  };
}

function describeEngine(trust: ProjectTrust, engine: ActingParts['engines'][number]) {
  const { id, name, enabled, rules } = engine;
  const withheld = withheldRules(trust, engine);
  return {
    id,
    name,
    enabled,
    rules: rules.map(rule => ({
      id: rule.id,
      name: rule.name,
      enabled: isRuleEnabled(rule),
      adds: rule.then.add_memories,
      asks: withheld.includes(rule),
    })),
  };
}

/** What the file brings about that would not be so without it, and what it no longer does since it was trusted. */
function describeConfig(trusted: boolean, { config, given, withheld }: LoadedConfig) {
  const { config: asked } = judgeConfig({ context_engineering: given });
  const keys = configKeys.filter(key => unusualKeys(asked).includes(key) || withheld.includes(key));
  return keys.map(key => ({
    key,
    effect: configSentence(key, asked),
    asks: !trusted || withheld.includes(key),
    ...(withheld.includes(key) && { until_then: configSentence(key, config) }),
  }));
}

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

const configKeys = keysOf(words);

/** What one key of a configuration does, in words. */
function configSentence<Key extends keyof Config>(key: Key, config: Pick<Config, Key>): string {
  return words[key](config[key]);
}

/** Keys that are not what they would be without a file. */
const unusualKeys = (config: Config): (keyof Config)[] =>
  configKeys.filter(key => !isJsonEqual(config[key], defaultConfig[key]));
