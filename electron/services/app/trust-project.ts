import type { Input, Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { definitionFile } from '../../../shared/model/definition-folders.ts';
import { judgeConfig } from '../../../shared/model/judge-config.ts';
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
import { configKeys, configSentence, unusualKeys } from './config-words.ts';

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
