import { z } from 'zod';
import type { configContract } from '../../../shared/contract/config.ts';
import type { Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { configFileSchema, configTemplate, defaultConfig } from '../../../shared/model/config.ts';
import { isJsonEqual, isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import { judgeConfig } from '../../../shared/model/judge-config.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import { changeConfigFile, configFile } from '../../storage/files/config-file.ts';
import type { Handlers, Needs } from '../project/call.ts';
import { loadConfig, lookAtConfig } from '../project/config.ts';
import type { OpenProject } from '../project/project.ts';

export const configHandlers: Handlers<keyof typeof configContract> = {
  async 'config.get'(_, call) {
    return describe(await call.project());
  },

  async 'config.set'({ changes, expected_hash }, call) {
    // An agent that was talked into it could switch redaction off.
    if (call.caller.door === 'mcp')
      throw new AppError('forbidden', 'agents cannot change the configuration; change it in the studio');
    const project = await call.project();
    await changeConfigFile(project.folder, file => {
      if (file.kind === 'refused')
        throw new AppError('conflict', `${configFile} cannot be read: ${file.reason}; mend it first`);
      const value = objectIn(file.kind === 'read' ? file.value : {}, configFile);
      const before = objectIn(value.context_engineering ?? {}, `${configFile}: "context_engineering"`);
      const context_engineering = withChanges(before, changes);
      refuseBadChanges(before, context_engineering, changes);
      const hash = file.kind === 'read' ? file.hash : null;
      const expectedHash = expected_hash === undefined ? hash : expected_hash;
      return { value: { ...value, context_engineering }, expectedHash };
    });
    lookAtConfig(project);
    await noteOwnConfig(call, project, changes);
    call.publish({ event: 'project:changed', what: 'config' });
    return describe(project);
  },

  'config.schema': () => ({
    schema: { ...z.toJSONSchema(configFileSchema), title: configFile },
    defaults: defaultConfig,
    template: configTemplate,
  }),
};

/** What somebody wrote in its place is theirs, and stays. */
function objectIn(value: unknown, place: string): JsonObject {
  if (isJsonObject(value)) return value;
  throw new AppError('conflict', `${place} is no JSON object, and stays as it is; mend it first`);
}

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
    // A key in the wrong place is shown like anything else: without secrets.
    given: redactValue(given),
    warnings: [...redactValue(warnings), ...(isIgnored ? [notTrusted] : [])],
    hash,
  };
}

/** It is in the file by now; where that cannot be noted, the user is asked another time. */
async function noteOwnConfig(
  { logger }: Needs<'logger'>,
  { trust }: OpenProject,
  config: JsonObject,
): Promise<void> {
  await trust.note({ config }).catch(error => {
    logger.warn('trust cannot be kept', { error: String(error) });
  });
}

function withChanges(before: Readonly<Record<string, unknown>>, changes: Readonly<Record<string, unknown>>) {
  const kept = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null);
  return Object.fromEntries(kept);
}

/**
 * Only what was asked for is judged; what was wrong before stays a warning, also within a table that is written as a whole
 * for another of its entries.
 */
function refuseBadChanges(before: JsonObject, next: JsonObject, changes: JsonObject): void {
  const known = judgeConfig({ context_engineering: before }).warnings;
  const isEntry = (key: string) => key.split('.').length > 2;
  const bad = judgeConfig({ context_engineering: next }).warnings.filter(
    ({ key, value }) =>
      Object.hasOwn(changes, key.split('.')[1] ?? '') &&
      !(isEntry(key) && known.some(one => one.key === key && isJsonEqual(one.value, value))),
  );
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
