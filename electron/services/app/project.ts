import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { DamageReport } from '../../../shared/contract/backups.ts';
import type { Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { projectContract } from '../../../shared/contract/project.ts';
import { noteRecentProject, readRecentProjects } from '../../storage/files/recent-projects.ts';
import { hasLost } from '../../storage/salvage/repair-database.ts';
import { atStorageBorder } from '../../storage/storage-failure.ts';
import type { Handlers } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';
import type { App, AppCall } from './app.ts';
import { createFromTemplate, createSampleProject, defaultSamplePath } from './create-sample-project.ts';
import { diagnose } from './diagnostics.ts';
import { findStored } from './find-stored.ts';
import { trustProject, withheldFiles } from './trust-project.ts';

type ProjectProcedure = Exclude<keyof typeof projectContract, 'drafts.get' | 'drafts.save'>;

export const projectHandlers: Handlers<ProjectProcedure, AppCall> = {
  async 'project.info'(_, call) {
    return describe(call.app, await call.projectIfOpen());
  },

  async 'project.open'({ path, create }, call) {
    await refuseUnknownToAgents(call, path);
    return announce(call.app, await call.app.projects.open(path, { create: create === true }));
  },

  async 'project.recent'(_, call) {
    const { userDataDir } = call.app.options;
    const projects = await atStorageBorder('reading recent projects', () => readRecentProjects(userDataDir));
    return { projects: await Promise.all(projects.map(marked)) };
  },

  async 'project.createSample'({ path }, call) {
    if (path !== undefined) await refuseUnknownToAgents(call, path);
    return announce(call.app, await createSampleProject(call, path ?? defaultSamplePath(call.app)));
  },

  async 'project.createFromTemplate'({ path, template }, call) {
    await refuseUnknownToAgents(call, path);
    return announce(call.app, await createFromTemplate(call, path, template));
  },

  async 'diagnostics.get'(_, call) {
    const project = await call.projectIfOpen();
    return diagnose(call, project, await describe(call.app, project));
  },

  'project.trust': trustProject,
  'project.find': findStored,

  async 'project.pickFolder'(_, call) {
    const { pickFolder } = call.app.options;
    if (pickFolder === undefined)
      throw new AppError('unsupported', 'there is no folder dialog here; type the path of the folder');
    return { path: await pickFolder() };
  },

  // For who sits before the window: an agent or another program opens nothing on somebody's screen.
  async 'project.reveal'(_, call) {
    const { path } = await call.project();
    const { revealFolder } = call.app.options;
    if (revealFolder === undefined || call.caller.door !== 'ipc')
      throw new AppError('unsupported', `there is no file manager here; the folder is ${path}`);
    revealFolder(path);
    return { path };
  },
};

/** Whether the folder is still a project; another disk may come back. */
async function marked<Recent extends { readonly path: string }>(project: Recent) {
  const isThere = await access(join(project.path, '.codebolt')).then(
    () => true,
    () => false,
  );
  return isThere ? project : { ...project, missing: true as const };
}

/** An agent may only go where the user has been: what it reads could tell it to open any folder. */
async function refuseUnknownToAgents(call: AppCall, path: string): Promise<void> {
  if (call.caller.door !== 'mcp') return;
  const known = await readRecentProjects(call.app.options.userDataDir);
  if (!known.some(project => project.path === path))
    throw new AppError('forbidden', `${path} was never opened by the user; open it in Weft first`);
}

/** Tells everybody, and remembers the project for the next time. */
async function announce(app: App, project: OpenProject): Promise<Output<'project.open'>> {
  await remember(app, project);
  app.events.publish({ event: 'project:changed', what: 'opened' });
  return describe(app, project);
}

/** Only a convenience: a full or read-only disk must not keep anybody from opening a project. */
async function remember({ options }: App, project: OpenProject): Promise<void> {
  const { userDataDir, world, logger } = options;
  try {
    await noteRecentProject(userDataDir, project.path, world.clock.nowIso());
  } catch (error) {
    logger.warn('the list of recent projects could not be written', { error: String(error) });
  }
}

const isUnseenLoss = (report: DamageReport): boolean => report.seen_at === undefined && hasLost(report);

async function describe(app: App, project: OpenProject | undefined): Promise<Output<'project.info'>> {
  const { version, shell } = app.options;
  const isInPlace = project?.folder.isInPlace() === true;
  const unseenDamage = (await project?.content.damage())?.filter(isUnseenLoss).length ?? 0;
  return {
    open: project !== undefined,
    ...(project !== undefined && {
      path: project.path,
      name: project.name,
      trusted: project.trust.isTrusted(),
      changed_since_trust: isInPlace ? await withheldFiles(project) : [],
      ...(unseenDamage > 0 && { unseen_damage: unseenDamage }),
    }),
    problems: (await project?.problems()) ?? [],
    version,
    shell,
    sample_path: defaultSamplePath(app),
  };
}
