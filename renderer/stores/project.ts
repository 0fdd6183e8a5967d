import { create } from 'zustand';
import type { ProjectInfo } from '../../shared/contract/project.ts';
import { call, errorBody } from '../api/call.ts';
import { subscribe } from '../api/events.ts';
import { loadDocuments, refreshDocuments } from './documents.ts';
import { flushDraft } from './drafts.ts';
import { setWorkspace } from './workspace.ts';

export interface ProjectState {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly info?: ProjectInfo;
  readonly error?: string;
}

export const useProject = create<ProjectState>()(() => ({ status: 'loading' }));

/** Asks the host what is open and, if something is, reads it. */
export async function loadProject(): Promise<void> {
  await adopt(() => call('project.info', {}));
}

export async function openProject(path: string, create = false): Promise<void> {
  await flushDraft();
  await adopt(() => call('project.open', { path, create }));
  setWorkspace({ engineId: undefined, ruleId: undefined, memoryId: undefined, sampleId: undefined });
}

export async function openSampleProject(): Promise<void> {
  await flushDraft();
  await adopt(() => call('project.createSample', {}));
}

/** Follows what other doors and other programs change. Returns how to stop. */
export function followProject(): () => void {
  return subscribe(event => {
    const isDefinition =
      event.event.startsWith('contextRuleEngine:') || event.event.startsWith('persistentMemory:');
    if (isDefinition || (event.event === 'project:changed' && event.what !== 'opened'))
      void refreshDocuments().catch(() => undefined);
  });
}

async function adopt(ask: () => Promise<ProjectInfo>): Promise<void> {
  try {
    const info = await ask();
    if (info.open) await loadDocuments();
    useProject.setState({ status: 'ready', info });
  } catch (error) {
    const { info } = useProject.getState();
    useProject.setState(info ? {} : { status: 'failed', error: errorBody(error).message });
    throw error;
  }
}
