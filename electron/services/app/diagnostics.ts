import type { Output } from '../../../shared/contract/contract.ts';
import type { Diagnosis, ProjectInfo } from '../../../shared/contract/project.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import { loadConfig } from '../project/config.ts';
import type { OpenProject } from '../project/project.ts';
import type { AppCall, AppOptions } from './app.ts';

/** What somebody needs to know who looks for a fault, without secrets. */
export async function diagnose(
  { app, world }: AppCall,
  project: OpenProject | undefined,
  info: ProjectInfo,
): Promise<Output<'diagnostics.get'>> {
  const { version, shell, userDataDir, environment = [] } = app.options;
  return redactValue({
    version,
    node: process.versions.node,
    system: `${process.platform} ${process.arch}`,
    shell,
    user_data: userDataDir,
    embedders: [...world.embedder.ids],
    summarizer: world.chat !== undefined,
    environment: [...environment],
    findings: project === undefined ? [noProject] : await examine(app.options, project, info),
    log: [...app.recentLog],
  });
}

const noProject: Diagnosis = {
  check: 'project',
  says: 'no project is open',
  todo: 'open a folder that has .codebolt, or make one',
};

async function examine(
  { examineHost }: AppOptions,
  project: OpenProject,
  info: ProjectInfo,
): Promise<Diagnosis[]> {
  const ofHost = (await examineHost?.(project.path)) ?? [];
  return [
    { check: 'project', says: project.path },
    ...ofHost.map(({ check, says, todo }) => ({ check, says, ...(todo !== undefined && { todo }) })),
    judgeTrust(info),
    judgeFiles(info),
    await judgeConfiguration(project),
    judgeDamage(info),
  ];
}

/** Whether what the project says acts. */
export function judgeTrust({ trusted, changed_since_trust: changed = [] }: ProjectInfo): Diagnosis {
  if (trusted !== true)
    return {
      check: 'trust',
      says: 'the project is not trusted: its definitions are shown, and nothing of them acts',
      todo: 'look at them with "weft trust --show", then "weft trust"',
    };
  if (changed.length > 0)
    return {
      check: 'trust',
      says: `the project is trusted; ${changed.length} ${changed.length === 1 ? 'file' : 'files'} came or changed outside of Weft since: ${changed.slice(0, 5).join(', ')}`,
      todo: 'look at what asks with "weft trust --show", then "weft trust"',
    };
  return { check: 'trust', says: 'the project is trusted' };
}

function judgeFiles({ problems }: ProjectInfo): Diagnosis {
  if (problems.length === 0) return { check: 'files', says: 'every file of the project can be read' };
  return {
    check: 'files',
    says: problems
      .map(({ file, line, reason }) => `${file}${line ? `, line ${line}` : ''}: ${reason}`)
      .join('; '),
    todo: 'mend what is named here; until then nothing of these files acts, and they stay as they are',
  };
}

async function judgeConfiguration(project: OpenProject): Promise<Diagnosis> {
  const { warnings } = await loadConfig(project);
  if (warnings.length === 0) return { check: 'configuration', says: 'all of it can be used' };
  return {
    check: 'configuration',
    says: warnings.map(({ message }) => message).join('; '),
    todo: 'mend what is named here, in the settings or in .codebolt/weft.json',
  };
}

function judgeDamage({ unseen_damage: unseen = 0 }: ProjectInfo): Diagnosis {
  if (unseen === 0) return { check: 'database', says: 'no damage that took something is open' };
  return {
    check: 'database',
    says: `damage was found that took something (${unseen} ${unseen === 1 ? 'report' : 'reports'})`,
    todo: 'see "weft backup list", then "weft backup acknowledge"',
  };
}
