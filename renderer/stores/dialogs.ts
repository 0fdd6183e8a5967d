import { create } from 'zustand';

export interface ImportFile {
  readonly name: string;
  readonly text: string;
}

/** Windows over the studio; one at a time. */
export type DialogRequest =
  | { readonly kind: 'palette' }
  | { readonly kind: 'trust' }
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'newEngine' }
  | { readonly kind: 'export'; readonly engineId?: string }
  | { readonly kind: 'import'; readonly files: readonly ImportFile[] }
  /** Asks for a folder where the shell has no dialog; `then` goes on once it is open. */
  | { readonly kind: 'folder'; readonly create: boolean; readonly then?: () => void }
  /** Asks what becomes of files that changed on disk while they were edited; `then` goes on once that is settled. */
  | { readonly kind: 'conflicts'; readonly then?: () => void };

export const useDialog = create<{ readonly dialog?: DialogRequest | undefined }>(() => ({}));

export function openDialog(dialog: DialogRequest): void {
  useDialog.setState({ dialog });
}

export function closeDialog(): void {
  useDialog.setState({ dialog: undefined });
}
