import { create } from 'zustand';
import type { ProjectTemplateId } from '../../shared/model/project-template.ts';
import { onOtherProject } from './other-project.ts';

/** A file that the user chose or dropped, not read yet; `path` begins with the chosen folder, with forward slashes. */
export interface ImportFile {
  readonly path: string;
  readonly bytes: number;
  readonly read: () => Promise<ArrayBuffer>;
}

/** What is asked about; an item is `<memory id>#<n>`. */
export type WhyNotQuestion =
  | { readonly kind: 'rule'; readonly engineId: string; readonly ruleId: string }
  | { readonly kind: 'memory'; readonly memoryId: string; readonly itemId?: string };

/** A document that names something else, as the dialog before a deletion lists it. */
export interface Naming {
  readonly kind: 'engine' | 'memory' | 'sample' | 'test' | 'contract';
  readonly id: string;
  readonly name: string;
}

/** Windows over the studio; one at a time. */
export type DialogRequest =
  | { readonly kind: 'palette' }
  | { readonly kind: 'trust' }
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'whyNot'; readonly about: WhyNotQuestion }
  /** A variable, wherever it is named. */
  | { readonly kind: 'renameVariable'; readonly field: string }
  /** `then` hears its id once it has another one. */
  | { readonly kind: 'renameMemory'; readonly memoryId: string; readonly then?: (id: string) => void }
  | { readonly kind: 'newEngine' }
  | { readonly kind: 'newProject'; readonly template?: ProjectTemplateId }
  | { readonly kind: 'export'; readonly engineId?: string }
  /** `from`: the folder of the ledger. */
  | { readonly kind: 'importLedger'; readonly from: string }
  /** `collection`: where documents go, unless the user says otherwise. */
  | { readonly kind: 'import'; readonly files: readonly ImportFile[]; readonly collection?: string }
  /** Asks for a folder where the shell has no dialog; `then` goes on once it is open. */
  | { readonly kind: 'folder'; readonly create: boolean; readonly then?: () => void }
  /** Before something that cannot be undone. */
  | {
      readonly kind: 'confirm';
      readonly title: string;
      readonly text: string;
      readonly label: string;
      readonly run: () => void;
    }
  /** Before something that others name is deleted. */
  | {
      readonly kind: 'delete';
      readonly name: string;
      readonly named: readonly Naming[];
      readonly run: () => void;
    }
  /** Asks what becomes of files that changed on disk while they were edited; `then` goes on once that is settled. */
  | { readonly kind: 'conflicts'; readonly then?: () => void };

export const useDialog = create<{ readonly dialog?: DialogRequest | undefined }>(() => ({}));

export function openDialog(dialog: DialogRequest): void {
  useDialog.setState({ dialog });
}

/** Whether words are looked for in the view, and how often that was asked: each time the cursor goes to them. 0: no. */
export const useFinding = create<{ readonly asked: number }>(() => ({ asked: 0 }));

export function openFinding(): void {
  useFinding.setState(({ asked }) => ({ asked: asked + 1 }));
}

export function closeFinding(): void {
  useFinding.setState({ asked: 0 });
}

/** Asks why a rule, a memory or an item is not there in the current sample. */
export function askWhyNot(about: WhyNotQuestion): void {
  openDialog({ kind: 'whyNot', about });
}

export function closeDialog(): void {
  useDialog.setState({ dialog: undefined });
}

// What is asked of a project is none of the next one's. The first two open projects themselves.
const ofNoProject: readonly DialogRequest['kind'][] = ['folder', 'newProject', 'shortcuts', 'palette'];
onOtherProject(() => {
  const { dialog } = useDialog.getState();
  if (dialog && !ofNoProject.includes(dialog.kind)) closeDialog();
});
