import type { Input, Output } from '../../shared/contract/contract.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { isRuleEnabled } from '../../shared/model/rule-defaults.ts';
import { sha256 } from '../storage/files/read-text-file.ts';
import type { Call } from './call.ts';
import type { OpenProject } from './open-project.ts';

/** Shows what of the open project would act, and takes the user's decision about exactly that (T11). */
export async function trustProject(
  { decision, expected }: Input<'project.trust'>,
  call: Call,
): Promise<Output<'project.trust'>> {
  // What an agent reads could talk it into this.
  if (call.caller.door === 'mcp' && decision !== undefined)
    throw new AppError('forbidden', 'only the user can say whether a project is trusted');
  const project = await call.project();
  const shown = await describeActive(project);
  if (decision === 'grant') {
    if (expected !== undefined && expected !== shown.fingerprint)
      throw new AppError('conflict', 'the files changed since they were shown; look at them again', shown);
    await project.trust.grant();
  }
  if (decision === 'revoke') await project.trust.revoke();
  if (decision !== undefined) {
    await call.app.projects.followTrust();
    call.app.events.publish({ event: 'project:changed', what: 'trust' });
  }
  return { ...shown, trusted: project.trust.isTrusted() };
}

async function describeActive(project: OpenProject) {
  const [engines, memories] = [await project.engines.look(), await project.memories.look()];
  const hashes = [...engines.definitions, ...memories.definitions].map(({ value, hash }) => [value.id, hash]);
  return {
    path: project.path,
    fingerprint: sha256(JSON.stringify(hashes)),
    engines: engines.definitions.map(({ value: { id, name, enabled, rules } }) => ({
      id,
      name,
      enabled,
      rules: rules.map(rule => ({
        id: rule.id,
        name: rule.name,
        enabled: isRuleEnabled(rule),
        adds: rule.then.add_memories,
      })),
    })),
    memories: memories.definitions.map(({ value: { id, label, status, retrieval } }) => ({
      id,
      label,
      status,
      steps: retrieval.pipeline.map(({ type }) => type),
    })),
    problems: [...engines.problems, ...memories.problems],
  };
}
