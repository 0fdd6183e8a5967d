import { create } from 'zustand';
import type { ProjectInfo } from '../../shared/contract/project.ts';
import { isJsonEqual } from '../../shared/model/json.ts';
import type { ProjectTemplateId } from '../../shared/model/project-template.ts';
import type { StudioEvent } from '../api/bridge.ts';
import { call, errorBody } from '../api/call.ts';
import { subscribe } from '../api/events.ts';
import { loadDocuments, refreshDocuments, settleDocuments, useDocuments } from './documents.ts';
import { type DocumentKind, documentKinds } from './history.ts';
import { reloadPage, unsavedElsewhere } from './leave-page.ts';
import { setWorkspace } from './workspace.ts';

export interface ProjectState {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly info?: ProjectInfo;
  readonly error?: string | undefined;
}

export const useProject = create<ProjectState>()(() => ({ status: 'loading' }));

export const selectIsOpen = (state: ProjectState) => state.info?.open ?? false;
export const selectName = (state: ProjectState) => state.info?.name;
export const selectPath = (state: ProjectState) => state.info?.path;
export const selectShell = (state: ProjectState) => state.info?.shell;

/** Asks the host what is open and, if something is, reads it. */
export async function loadProject(): Promise<void> {
  await adopt(() => call('project.info', {}));
}

export async function openProject(path: string, create = false): Promise<void> {
  await openAnother(() => call('project.open', { path, create }));
  setWorkspace(nothingSelected);
}

const nothingSelected = { engineId: undefined, ruleId: undefined, memoryId: undefined, sampleId: undefined };

export async function openSampleProject(): Promise<void> {
  await openAnother(() => call('project.createSample', {}));
}

export async function createFromTemplate(path: string, template: ProjectTemplateId): Promise<void> {
  await openAnother(() => call('project.createFromTemplate', { path, template }));
  setWorkspace(nothingSelected);
}

/** False while an open project is only shown: nothing of it is evaluated before the user trusts it. */
export const selectIsTrusted = (state: ProjectState): boolean => state.info?.trusted !== false;

/** Gives trust in what was shown, or takes it back. */
export async function decideTrust(decision: 'grant' | 'revoke', expected: string): Promise<void> {
  await call('project.trust', { decision, expected });
  await refreshInfo();
}

async function refreshInfo(): Promise<void> {
  const info = await call('project.info', {});
  // Whoever shows parts of it draws nothing anew while they are the same.
  if (!isJsonEqual(info, useProject.getState().info)) useProject.setState({ info });
}

/** A checkout changes many files at once: they are read together. */
const gatherMs = 30;

/** Follows what other doors and other programs change. Returns how to stop. */
export function followProject(): () => void {
  const gathering: { timer?: ReturnType<typeof setTimeout> | undefined; isInfoDue: boolean } = {
    isInfoDue: false,
  };
  const changed = new Set<DocumentKind>();
  // Of a new connection several kinds of change are told at once.
  const refreshInfoOnce = () => {
    if (gathering.isInfoDue) return;
    gathering.isInfoDue = true;
    queueMicrotask(() => {
      gathering.isInfoDue = false;
      refreshInfo().catch(() => undefined); // the next call tells
    });
  };
  const refreshSoon = (kinds: readonly DocumentKind[]) => {
    for (const kind of kinds) changed.add(kind);
    gathering.timer ??= setTimeout(() => {
      gathering.timer = undefined;
      const due = [...changed];
      changed.clear();
      void refreshOpen(due).catch(() => undefined); // what cannot be read is told when it is saved
    }, gatherMs);
  };
  const stop = subscribe(event => {
    // Another window opened another project. This page shows what is open, as every other one does.
    if (event.event === 'project:changed' && event.what === 'opened') followOpened().catch(() => undefined); // the next call tells
    if (
      event.event === 'project:changed' &&
      (event.what === 'trust' || event.what === 'config' || event.what === 'backups')
    )
      refreshInfoOnce();
    const kinds = kindsToldBy(event);
    if (kinds.length > 0) refreshSoon(kinds);
  });
  return () => {
    clearTimeout(gathering.timer);
    stop();
  };
}

/** The kinds of definitions that are no longer as they were read. */
function kindsToldBy(event: StudioEvent): readonly DocumentKind[] {
  if (event.event.startsWith('contextRuleEngine:')) return ['engines'];
  if (event.event === 'persistentMemory:pipeline-executed') return [];
  if (event.event.startsWith('persistentMemory:')) return ['memories'];
  if (event.event !== 'project:changed') return [];
  // A new connection tells of samples, and nobody knows what changed meanwhile.
  if (event.what === 'samples') return documentKinds;
  return documentKinds.filter(kind => kind === event.what);
}

/** Takes in what changed on disk; what has to be decided waits in the documents as long as the user likes. */
export async function refreshOpen(kinds?: readonly DocumentKind[]): Promise<void> {
  await refreshDocuments(kinds);
  // What came from outside may wait for the user's trust.
  await refreshInfo();
}

/** What is unsaved in the project before is kept first. */
async function openAnother(ask: () => Promise<ProjectInfo>): Promise<void> {
  await Promise.all([settleDocuments(), ...[...unsavedElsewhere].map(saveNow => saveNow())]);
  await adopt(ask);
}

const adopting = { count: 0 };

async function adopt(ask: () => Promise<ProjectInfo>): Promise<void> {
  adopting.count += 1;
  try {
    const info = await ask();
    if (info.open) await loadDocuments(info.path);
    const { status, error } = useDocuments.getState();
    // What cannot be read must not be taken for empty, and nothing be made in it.
    useProject.setState(
      info.open && status === 'failed' ? { status, error, info } : { status: 'ready', info },
    );
  } catch (error) {
    const { info } = useProject.getState();
    useProject.setState(info ? {} : { status: 'failed', error: errorBody(error).message });
    throw error;
  } finally {
    adopting.count -= 1;
  }
}

/** Somebody opened a project: where it was another window, this page is one of another project by now. */
async function followOpened(): Promise<void> {
  if (adopting.count > 0 || useProject.getState().status !== 'ready') return;
  const { path } = await call('project.info', {});
  if (adopting.count === 0 && path !== useProject.getState().info?.path) reloadPage();
}
