import { unreachable } from '../../../../shared/contract/errors.ts';
import { closeLedgerDialog, type LedgerView, useLedgerView } from '../ledger-view.ts';
import { DecideDialog } from './DecideDialog.tsx';
import { ImportLedgerDialog } from './ImportLedgerDialog.tsx';
import { PostDialog } from './PostDialog.tsx';
import { StatusDialog } from './StatusDialog.tsx';

const selectDialog = (view: LedgerView) => view.dialog;

/** The window over the ledger view, if one is open. */
export function LedgerDialogs() {
  const dialog = useLedgerView(selectDialog);
  if (dialog === undefined) return null;
  switch (dialog.kind) {
    case 'post':
      return <PostDialog draft={dialog.draft ?? {}} onClose={closeLedgerDialog} />;
    case 'decide':
      return <DecideDialog draft={dialog.draft ?? {}} onClose={closeLedgerDialog} />;
    case 'import':
      return <ImportLedgerDialog onClose={closeLedgerDialog} />;
    case 'override':
    case 'reconsider':
    case 'confirm':
      return <StatusDialog change={dialog} onClose={closeLedgerDialog} />;
    default:
      return unreachable(dialog);
  }
}
