import type { Output } from '../../shared/contract/contract.ts';
import { AppError } from '../../shared/contract/errors.ts';
import type { projectContract } from '../../shared/contract/project.ts';
import { noteRecentProject, readRecentProjects } from '../storage/files/recent-projects.ts';
import { atStorageBorder } from '../storage/storage-failure.ts';
import type { App } from './app.ts';
import type { Call, Handlers } from './call.ts';
import { createSampleProject, defaultSamplePath } from './create-sample-project.ts';
import type { OpenProject } from './open-project.ts';
import { trustProject, withheldFiles } from './trust.ts';

type ProjectProcedure = Exclude<keyof typeof projectContract, 'drafts.get' | 'drafts.save'>;

export const projectHandlers: Handlers<ProjectProcedure> = {
  async 'project.info'(_, call) {
    return describe(call.app, await call.app.projects.current());
  },

  async 'project.open'({ path, create }, call) {
    await refuseUnknownToAgents(call, path);
    return announce(call.app, await call.app.projects.open(path, { create: create === true }));
  },

  async 'project.recent'(_, call) {
    const { userDataDir } = call.app.options;
    return {
      projects: await atStorageBorder('reading recent projects', () => readRecentProjects(userDataDir)),
    };
  },

  async 'project.createSample'({ path }, call) {
    if (path !== undefined) await refuseUnknownToAgents(call, path);
    return announce(call.app, await createSampleProject(call, path ?? defaultSamplePath(call.app)));
  },

  'project.trust': trustProject,

  async 'project.pickFolder'(_, call) {
    const { pickFolder } = call.app.options;
    if (pickFolder === undefined)
      throw new AppError('unsupported', 'there is no folder dialog here; type the path of the folder');
    return { path: await pickFolder() };
  },
};

/** An agent may only go where the user has been: what it reads could tell it to open any folder (T9). */
async function refuseUnknownToAgents(call: Call, path: string): Promise<void> {
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

async function describe(app: App, project: OpenProject | undefined): Promise<Output<'project.info'>> {
  const { version, shell } = app.options;
  const isInPlace = project?.folder.isInPlace() === true;
  return {
    open: project !== undefined,
    ...(project !== undefined && {
      path: project.path,
      name: project.name,
      trusted: project.trust.isTrusted(),
      changed_since_trust: isInPlace ? await withheldFiles(project) : [],
    }),
    problems: (await project?.problems()) ?? [],
    version,
    shell,
    sample_path: defaultSamplePath(app),
  };
}
