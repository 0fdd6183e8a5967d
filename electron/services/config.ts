import { z } from 'zod';
import type { configContract } from '../../shared/contract/config.ts';
import type { Output } from '../../shared/contract/contract.ts';
import { AppError } from '../../shared/contract/errors.ts';
import {
  type Config,
  type ConfigWarning,
  configFileSchema,
  configTemplate,
  contextEngineeringSchema,
  defaultConfig,
} from '../../shared/model/config.ts';
import { isJsonEqual, isJsonObject, type JsonObject } from '../../shared/model/json.ts';
import { type JudgedConfig, judgeConfig } from '../../shared/model/judge-config.ts';
import type { RedactionMode } from '../../shared/model/redaction-mode.ts';
import { redactValue } from '../engine/redaction/redact-value.ts';
import {
  changeConfigFile,
  configFile,
  configFileMark,
  readConfigFile,
} from '../storage/files/config-file.ts';
import type { Call, Handlers } from './call.ts';
import type { OpenProject } from './open-project.ts';
import type { ProjectTrust } from './project-trust.ts';
import { sinceTrust } from './withheld-definitions.ts';

/** What of a project the configuration depends on. */
type ConfiguredProject = Pick<OpenProject, 'path' | 'trust'>;

export interface LoadedConfig extends JudgedConfig {
  /** SHA-256 of the file; null where there is none that can be read. */
  readonly hash: string | null;
  /** Keys that have no effect before the user confirms them. */
  readonly withheld: readonly string[];
  /** There is a file, and it cannot be read. */
  readonly isBroken: boolean;
}

/**
 * The configuration in force (H11). Read anew when the file has changed, so whoever asks each time is up to date.
 * The file of a project that is not trusted is only shown: it could switch redaction off (T11).
 */
export async function configOf(project: ConfiguredProject | undefined): Promise<Config> {
  if (project === undefined || !project.trust.isTrusted()) return defaultConfig;
  return (await loadConfig(project)).config;
}

/** How secrets are looked for in what leaves the project (H10). */
export async function redactionModeOf(project: ConfiguredProject | undefined): Promise<RedactionMode> {
  return (await configOf(project)).redaction_mode;
}

/** The configuration with what in the file cannot be used. */
export async function loadConfig(project: ConfiguredProject): Promise<LoadedConfig> {
  const { path, trust } = project;
  const mark = await configFileMark(path);
  const known = loaded.get(project);
  // What is withheld may have been confirmed in another process.
  const isCurrent = known?.mark === mark && (known.config.withheld.length === 0 || !(await trust.reread()));
  if (isCurrent && known.seen === trust.seenConfig()) return known.config;
  const config = await asTrusted(await readAndJudge(path), trust);
  loaded.set(project, { mark, seen: trust.seenConfig(), config });
  return config;
}

interface Loaded {
  readonly mark: string;
  readonly seen: JsonObject | undefined;
  readonly config: LoadedConfig;
}

// What was read goes with the project when it is closed.
const loaded = new WeakMap<ConfiguredProject, Loaded>();

async function readAndJudge(path: string): Promise<Omit<LoadedConfig, 'withheld'>> {
  const file = await readConfigFile(path);
  if (file.kind === 'absent') return { ...judgeConfig({}), hash: null, isBroken: false };
  if (file.kind === 'read') return { ...judgeConfig(file.value), hash: file.hash, isBroken: false };
  const message = `${configFile} cannot be read: ${file.reason}; what it said before is used`;
  const warning = { key: '', value: null, allowed: 'a JSON object', message };
  return { config: defaultConfig, given: {}, warnings: [warning], hash: file.hash, isBroken: true };
}

/** Keys that came or changed outside since the user trusted the project have no effect: what was seen goes on. */
async function asTrusted(judged: Omit<LoadedConfig, 'withheld'>, trust: ProjectTrust): Promise<LoadedConfig> {
  const { given, warnings } = judged;
  const nothing = { ...judged, withheld: [] };
  if (judged.isBroken)
    return { ...nothing, config: judgeConfig({ context_engineering: trust.seenConfig() ?? {} }).config };
  if (!trust.isTrusted() || withheldKeys(given, trust.seenConfig()).length === 0) return nothing;
  await trust.reread();
  const seen = trust.seenConfig();
  const withheld = withheldKeys(given, seen);
  if (withheld.length === 0) return nothing;
  const trusted = Object.entries(given).filter(([key]) => !withheld.includes(key));
  const before = Object.entries(seen ?? {}).filter(([key]) => withheld.includes(key));
  const { config } = judgeConfig({ context_engineering: Object.fromEntries([...trusted, ...before]) });
  const told = withheld.map(key => withheldWarning(key, given[key]));
  return { ...judged, config, withheld, warnings: [...warnings, ...told] };
}

function withheldWarning(key: string, value: unknown = null): ConfigWarning {
  const path = `context_engineering.${key}`;
  const allowed = 'what it was, until the change is confirmed';
  const message = `${path} ${sinceTrust}; until then what it was before is used`;
  return { key: path, value, allowed, message };
}

function withheldKeys(given: JsonObject, seen: JsonObject | undefined): string[] {
  if (seen === undefined) return [];
  const keys = Object.keys(contextEngineeringSchema.shape);
  return keys.filter(key => !isJsonEqual(given[key] ?? null, seen[key] ?? null));
}

export const configHandlers: Handlers<keyof typeof configContract> = {
  async 'config.get'(_, call) {
    return describe(await call.project());
  },

  async 'config.set'({ changes, expected_hash }, call) {
    // An agent that was talked into it could switch redaction off (A6).
    if (call.caller.door === 'mcp')
      throw new AppError('forbidden', 'agents cannot change the configuration; change it in the studio');
    const project = await call.project();
    await changeConfigFile(project.folder, file => {
      if (file.kind === 'refused')
        throw new AppError('conflict', `${configFile} cannot be read: ${file.reason}; mend it first`);
      const value = file.kind === 'read' && isJsonObject(file.value) ? file.value : {};
      const before = isJsonObject(value.context_engineering) ? value.context_engineering : {};
      const context_engineering = withChanges(before, changes);
      refuseBadChanges(context_engineering, changes);
      const hash = file.kind === 'read' ? file.hash : null;
      const expectedHash = expected_hash === undefined ? hash : expected_hash;
      return { value: { ...value, context_engineering }, expectedHash };
    });
    await noteOwnConfig(call, project, changes);
    call.app.events.publish({ event: 'project:changed', what: 'config' });
    return describe(project);
  },

  'config.schema': () => ({
    schema: { ...z.toJSONSchema(configFileSchema), title: configFile },
    defaults: defaultConfig,
    template: configTemplate,
  }),
};

async function describe(project: OpenProject): Promise<Output<'config.get'>> {
  const { config, given, warnings, hash } = await loadConfig(project);
  const notTrusted = {
    key: '',
    value: null,
    allowed: 'anything once the project is trusted',
    message: `${configFile} belongs to a project that is not trusted; the defaults are used until it is`,
  };
  const isIgnored = !project.trust.isTrusted() && hash !== null;
  return {
    config: isIgnored ? defaultConfig : config,
    // A key in the wrong place is shown like anything else: without secrets (H10).
    given: redactValue(given) as Output<'config.get'>['given'],
    warnings: [...(redactValue(warnings) as typeof warnings), ...(isIgnored ? [notTrusted] : [])],
    hash,
  };
}

/** It is in the file by now; where that cannot be noted, the user is asked another time. */
async function noteOwnConfig(call: Call, { trust }: OpenProject, config: JsonObject): Promise<void> {
  await trust.note({ config }).catch(error => {
    call.app.options.logger.warn('trust cannot be kept', { error: String(error) });
  });
}

function withChanges(before: Readonly<Record<string, unknown>>, changes: Readonly<Record<string, unknown>>) {
  const kept = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null);
  return Object.fromEntries(kept);
}

/** Only what was asked for is judged; what was wrong before stays a warning. */
function refuseBadChanges(context_engineering: unknown, changes: Readonly<Record<string, unknown>>): void {
  const { warnings } = judgeConfig({ context_engineering });
  const bad = warnings.filter(({ key }) => Object.hasOwn(changes, key.split('.')[1] ?? ''));
  const [first] = bad;
  if (first === undefined) return;
  const errors = bad.map(({ key, allowed }) => ({
    code: 'bad_config',
    path: key,
    message: `${key} must be ${allowed}`,
  }));
  throw new AppError('invalid_input', `${first.key} must be ${first.allowed}; nothing was changed`, {
    errors,
  });
}
