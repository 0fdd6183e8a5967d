import { AppError, unreachable } from '../../../shared/contract/errors.ts';
import type { DefinitionEvent } from '../../../shared/contract/events.ts';
import { type ExactEstimator, estimators } from '../../../shared/model/request.ts';
import { createSerialQueue } from '../../../shared/serial-queue.ts';
import type { OutsideChange } from '../../storage/files/change-watch.ts';
import { besideCall } from '../../storage/keyed-call.ts';
import { documentSyncs } from '../content/document-syncs.ts';
import { keepScans } from '../content/rescan-documents.ts';
import { deriveInBackground } from '../conversations/derive-conversations.ts';
import { type Needs, neverCancelled } from '../project/call.ts';
import type { EventHub } from '../project/event-hub.ts';
import { openProject } from '../project/open-project.ts';
import type { DefinitionGroup, OpenProject } from '../project/project.ts';
import type { Logger, World } from '../project/world.ts';

/** What others write is seen within a second, also where nothing tells of it. */
const definitionsHoldMs = 700;

/** What of an app's options is about its project. */
export interface HolderOptions {
  /** Folder of what belongs to the user and to no project: recent projects, the sample project. */
  readonly userDataDir: string;
  readonly shell: 'window' | 'browser' | 'none';
  /** Nobody looks at it, so that nothing is loaded before it is asked for. */
  readonly isUnseen?: boolean;
  readonly logger: Logger;
  /** Clock, ids, tokenizer: `createWorld()` of `platform/world.ts`. */
  readonly world: World;
  /** The project to open when a call needs one and none is open; null when there is none. Asked until it says none, or what it says was opened. */
  readonly findProject?: () => string | null;
  /** The user trusts every project that this process opens. */
  readonly trustsAll?: boolean;
  /** Every call looks whether files of definitions have changed; otherwise a program that stays looks once a second at most. */
  readonly strictFiles?: boolean;
}

interface OpenHow {
  /** Makes the folder a project when it is none yet. */
  readonly create: boolean;
  /** Weft made the project itself, so that it needs no trust. */
  readonly isOurs?: boolean;
}

/** The project the app works on; at most one at a time. */
export interface ProjectHolder {
  /** The open project, opened now when the shell knows of one; undefined when there is none. */
  current(): Promise<OpenProject | undefined>;
  /** The one that is open by now; nothing is opened for it. */
  held(): OpenProject | undefined;
  /** As `current`; `not_found` when there is none, `storage_failed` when its folder is not there any more. */
  require(): Promise<OpenProject>;
  /** Opens another project in place of the one that is open. */
  open(path: string, how: OpenHow): Promise<OpenProject>;
  /** Watches or stops watching, as the user's trust in the project is now. */
  followTrust(): Promise<void>;
  close(): Promise<void>;
}

export function createProjectHolder(
  options: HolderOptions,
  events: EventHub,
  /** What goes on in a project without anybody's asking. */
  needs: Needs<'world' | 'logger' | 'publish' | 'cancel' | 'stays'>,
): ProjectHolder {
  const oneAfterTheOther = createSerialQueue();
  let held: HeldProject | undefined;
  let isSearched = false;

  // Whoever asks once and goes keeps nothing in step, and what is not trusted reads no folders.
  const followSyncs = async (): Promise<void> => {
    if (held === undefined || options.shell === 'none') return;
    const { project } = held;
    deriveInBackground(project, needs);
    const syncs = project.parts.of(documentSyncs);
    if (project.trust.isTrusted())
      syncs
        .resume(project, needs)
        .catch(error => options.logger.warn('documents are not in step', { error: String(error) }));
    else await syncs.stopAll();
  };

  const replace = async (path: string, how: OpenHow): Promise<OpenProject> => {
    const opened = await hold(options, events, path, how);
    await held?.close();
    held = opened;
    // Nobody waits for it: it is there when it is needed, or a little later.
    if (options.shell !== 'none' && options.isUnseen !== true)
      void warmTokenizer(opened.project, options.world, options.logger);
    await followSyncs();
    return opened.project;
  };

  const current = () =>
    oneAfterTheOther(async () => {
      if (held !== undefined || isSearched) return held?.project;
      const path = options.findProject?.() ?? null;
      const opened = path === null ? undefined : await replace(path, { create: false });
      // What could not be opened may be there, or be mended, by the next call.
      isSearched = true;
      return opened;
    });

  return {
    current,
    held: () => held?.project,
    async require() {
      const found = await current();
      // What stands there now is another project, whose content and trust would be mixed with those of ours.
      found?.folder.refuseMovedTogether();
      if (found !== undefined) return found;
      throw new AppError(
        'not_found',
        'no project is open; open a folder that has .codebolt, or give it with --project',
      );
    },
    open: (path, how) => oneAfterTheOther(() => replace(path, how)),
    followTrust: () =>
      oneAfterTheOther(async () => {
        await held?.followTrust();
        await followSyncs();
      }),
    close: () =>
      oneAfterTheOther(async () => {
        await held?.close();
        held = undefined;
      }),
  };
}

interface HeldProject {
  readonly project: OpenProject;
  followTrust(): Promise<void>;
  close(): Promise<void>;
}

/** Who talks to agents beside the Weft that serves the project leaves writing to that one when it has nothing to write. */
const writingIdleMs = 1000;

async function hold(
  { shell, userDataDir, trustsAll, strictFiles, world, logger }: HolderOptions,
  events: EventHub,
  path: string,
  { create, isOurs = false }: OpenHow,
): Promise<HeldProject> {
  const warn = (what: string) => (error: unknown) => logger.warn(what, { error: String(error) });
  const project = await openProject(path, {
    create,
    isOurs,
    userDataDir,
    trustsAll: trustsAll === true,
    world,
    // Who asks once and goes sees what is there then.
    holdMs: shell === 'none' || strictFiles === true ? 0 : definitionsHoldMs,
    onOutsideChange: (kind, changes) => outsideEvents(kind, changes).forEach(events.publish),
    onTrustNotKept: warn('trust cannot be kept'),
  });
  // Who asks once and goes would not get far.
  const scans = shell === 'none' ? undefined : keepScans(project, events, logger);
  if (shell === 'none') project.content.shareWriting(writingIdleMs);
  else
    project.content.keepSafe({
      mayRepair: () => project.trust.isTrusted(),
      onFailure: warn('no backup was made'),
      onBackup: () => events.publish({ event: 'project:changed', what: 'backups' }),
      onRestore() {
        const needs = { world, publish: events.publish, cancel: neverCancelled };
        // What it writes is no part of the call that restores.
        besideCall(() => project.parts.of(documentSyncs).resumeAnew(project, needs)).catch(
          warn('documents are not in step'),
        );
      },
    });
  // Who asks once and goes has nobody to tell; and what is not trusted is not watched.
  const followTrust = () => {
    scans?.start();
    return shell !== 'none' && project.trust.isTrusted()
      ? project.watch(warn('the project cannot be watched'))
      : project.unwatch();
  };
  await followTrust();
  return {
    project,
    followTrust,
    async close() {
      await scans?.close();
      await project.close();
    },
  };
}

/** What listeners hear of definitions that changed on disk; the same events as for changes by a procedure. */
function outsideEvents(kind: DefinitionGroup, changes: readonly OutsideChange[]): DefinitionEvent[] {
  switch (kind) {
    case 'engines':
      return changes.map(({ id, change }) => ({ event: `contextRuleEngine:${change}`, id }));
    case 'memories':
      return changes.map(({ id, change }) => ({ event: `persistentMemory:${change}`, id }));
    case 'samples':
    case 'tests':
    case 'layouts':
    case 'contracts':
      return [{ event: 'project:changed', what: kind }];
    default:
      return unreachable(kind);
  }
}

/**
 * Loads the tables of the tokenizers that a project's samples count with, so that the first preview does not wait for
 * them. Never fails: who really counts is told what is wrong.
 */
export async function warmTokenizer(project: OpenProject, world: World, logger: Logger): Promise<void> {
  try {
    const { definitions } = await project.samples.list();
    const asked = new Set(definitions.map(({ value }) => exactEstimator(value.request)));
    for (const estimator of asked)
      if (estimator !== undefined) await world.tokens.countTokens(estimator, ['warm']);
  } catch (error) {
    logger.warn('the tokenizer could not be loaded ahead', { error: String(error) });
  }
}

/** A sample's request may be anything that is JSON. */
function exactEstimator({ constraints }: { readonly constraints?: unknown }): ExactEstimator | undefined {
  if (typeof constraints !== 'object' || constraints === null || !('estimator' in constraints))
    return undefined;
  const { estimator } = constraints;
  const known = estimators.find(name => name === estimator);
  return known === 'chars4' ? undefined : known;
}
