import type { AuthorityPolicy } from '../../../shared/model/authority.ts';
import {
  type Config,
  type ConfigWarning,
  contextEngineeringSchema,
  defaultConfig,
} from '../../../shared/model/config.ts';
import { isJsonEqual, type JsonObject } from '../../../shared/model/json.ts';
import { type JudgedConfig, judgeConfig } from '../../../shared/model/judge-config.ts';
import type { RedactionMode } from '../../../shared/model/redaction-mode.ts';
import { configFile, configFileMark, readConfigFile } from '../../storage/files/config-file.ts';
import type { PartKind } from '../../storage/kept-parts.ts';
import type { OpenProject } from './project.ts';
import type { ProjectTrust } from './project-trust.ts';
import { sinceTrust } from './withheld-definitions.ts';

/** What of a project the configuration depends on. */
type ConfiguredProject = Pick<OpenProject, 'path' | 'trust' | 'parts'>;

export interface LoadedConfig extends JudgedConfig {
  /** SHA-256 of the file; null where there is none that can be read. */
  readonly hash: string | null;
  /** Keys that have no effect before the user confirms them. */
  readonly withheld: readonly string[];
  /** What is said of them, which is among the warnings too. */
  readonly withheldWarnings: readonly ConfigWarning[];
  /** There is a file, and it cannot be read. */
  readonly isBroken: boolean;
}

/**
 * The configuration in force. Read anew when the file has changed, so whoever asks each time is up to date.
 * The file of a project that is not trusted is only shown: it could switch redaction off.
 */
export async function configOf(project: ConfiguredProject | undefined): Promise<Config> {
  if (project === undefined || !project.trust.isTrusted()) return defaultConfig;
  return (await loadConfig(project)).config;
}

/** How secrets are looked for in what leaves the project. */
export async function redactionModeOf(project: ConfiguredProject | undefined): Promise<RedactionMode> {
  return (await configOf(project)).redaction_mode;
}

/** What of the configuration judges the items of an assembly. */
export interface ItemPolicy {
  readonly redaction: RedactionMode;
  readonly authority: AuthorityPolicy;
}

export async function itemPolicyOf(project: ConfiguredProject | undefined): Promise<ItemPolicy> {
  const { redaction_mode: redaction, authority } = await configOf(project);
  return { redaction, authority };
}

/** The configuration with what in the file cannot be used. */
export async function loadConfig(project: ConfiguredProject): Promise<LoadedConfig> {
  const { path, trust, parts } = project;
  const kept = parts.of(loaded);
  const mark = markOf(path, kept);
  const known = kept.known;
  // What is withheld may have been confirmed in another process.
  const isCurrent = known?.mark === mark && (known.config.withheld.length === 0 || !(await trust.reread()));
  if (isCurrent && known.seen === trust.seenConfig()) return known.config;
  const config = await asTrusted(await readAndJudge(path), trust);
  if (known !== undefined) kept.changes += 1;
  kept.known = { mark, seen: trust.seenConfig(), config };
  return config;
}

interface Loaded {
  readonly mark: string;
  readonly seen: JsonObject | undefined;
  readonly config: LoadedConfig;
}

interface KeptConfig {
  known?: Loaded;
  changes: number;
  /** What the file was at the last look, until this turn of the event loop is over. */
  mark?: string | undefined;
}

const loaded: PartKind<KeptConfig> = { make: () => ({ changes: 0 }) };

/** Of all that came together the first looks at the file: whatever was written before they asked, it sees. */
function markOf(path: string, kept: KeptConfig): string {
  if (kept.mark !== undefined) return kept.mark;
  const mark = configFileMark(path);
  kept.mark = mark;
  setImmediate(() => {
    kept.mark = undefined;
  });
  return mark;
}

/** For who has just written the file: the next who asks looks. */
export function lookAtConfig({ parts }: Pick<ConfiguredProject, 'parts'>): void {
  parts.of(loaded).mark = undefined;
}

/** How often another configuration came into force since the project was opened. */
export const configChanges = ({ parts }: Pick<ConfiguredProject, 'parts'>): number =>
  parts.of(loaded).changes;

type ReadConfig = Omit<LoadedConfig, 'withheld' | 'withheldWarnings'>;

async function readAndJudge(path: string): Promise<ReadConfig> {
  const file = await readConfigFile(path);
  if (file.kind === 'absent') return { ...judgeConfig({}), hash: null, isBroken: false };
  if (file.kind === 'read') return { ...judgeConfig(file.value), hash: file.hash, isBroken: false };
  const message = `${configFile} cannot be read: ${file.reason}; what it said before is used`;
  const warning = { key: '', value: null, allowed: 'a JSON object', message };
  return { config: defaultConfig, given: {}, warnings: [warning], hash: file.hash, isBroken: true };
}

/** Keys that came or changed outside since the user trusted the project have no effect: what was seen goes on. */
async function asTrusted(judged: ReadConfig, trust: ProjectTrust): Promise<LoadedConfig> {
  const { given, warnings } = judged;
  const nothing = { ...judged, withheld: [], withheldWarnings: [] };
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
  return { ...judged, config, withheld, withheldWarnings: told, warnings: [...warnings, ...told] };
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
