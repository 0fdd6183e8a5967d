import { AppError } from '../../shared/contract/errors.ts';
import { createSerialQueue } from '../storage/serial-queue.ts';
import type { AppOptions } from './app.ts';
import type { EventHub } from './event-hub.ts';
import { type OpenProject, openProject } from './open-project.ts';
import { outsideEvents } from './outside-events.ts';

/** The project the app works on; at most one at a time. */
export interface ProjectHolder {
  /** The open project, opened now when the shell knows of one; undefined when there is none. */
  current(): Promise<OpenProject | undefined>;
  /** The same, `not_found` when there is none. */
  require(): Promise<OpenProject>;
  /** Opens another project in place of the one that is open. */
  open(path: string, create: boolean): Promise<OpenProject>;
  close(): Promise<void>;
}

export function createProjectHolder(options: AppOptions, events: EventHub): ProjectHolder {
  const oneAfterTheOther = createSerialQueue();
  let project: OpenProject | undefined;
  let isSearched = false;

  const replace = async (path: string, create: boolean): Promise<OpenProject> => {
    const opened = await openProject(path, {
      create,
      world: options.world,
      onOutsideChange: (kind, changes) => outsideEvents(kind, changes).forEach(events.publish),
    });
    // Who asks once and goes has nobody to tell.
    if (options.shell !== 'none')
      await opened.watch(error =>
        options.logger.warn('the project cannot be watched', { error: String(error) }),
      );
    await project?.close();
    project = opened;
    return opened;
  };

  const current = () =>
    oneAfterTheOther(async () => {
      if (project !== undefined || isSearched) return project;
      isSearched = true;
      const path = options.findProject?.() ?? null;
      return path === null ? undefined : replace(path, false);
    });

  return {
    current,
    async require() {
      const found = await current();
      if (found !== undefined) return found;
      throw new AppError(
        'not_found',
        'no project is open; open a folder that has .codebolt, or give it with --project',
      );
    },
    open: (path, create) => oneAfterTheOther(() => replace(path, create)),
    close: () =>
      oneAfterTheOther(async () => {
        await project?.close();
        project = undefined;
      }),
  };
}
