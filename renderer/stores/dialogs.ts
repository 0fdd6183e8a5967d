import { create } from 'zustand';
import type { DocumentKind } from './history.ts';

export interface ImportFile {
  readonly name: string;
  readonly text: string;
}

/** Windows over the studio; one at a time. */
export type DialogRequest =
  | { readonly kind: 'palette' }
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'newEngine' }
  | { readonly kind: 'export'; readonly engineId?: string }
  | { readonly kind: 'import'; readonly files: readonly ImportFile[] }
  /** Asks for a folder where the shell has no dialog; `then` goes on once it is open. */
  | { readonly kind: 'folder'; readonly create: boolean; readonly then?: () => void }
  | {
      readonly kind: 'conflicts';
      readonly conflicts: readonly { readonly kind: DocumentKind; readonly id: string }[];
    };

export const useDialog = create<{ readonly dialog?: DialogRequest | undefined }>(() => ({}));

export function openDialog(dialog: DialogRequest): void {
  useDialog.setState({ dialog });
}

export function closeDialog(): void {
  useDialog.setState({ dialog: undefined });
}
