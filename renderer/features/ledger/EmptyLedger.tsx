import { ScrollText } from 'lucide-react';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { openLedgerDialog } from './ledger-view.ts';

/** Stands where all of the ledger would be, while there is nothing in it. */
export function EmptyLedger() {
  return (
    <EmptyState
      actions={
        <>
          <Button onPress={() => openLedgerDialog({ kind: 'post' })} variant="primary">
            {t('Post an entry')}
          </Button>
          <Button onPress={() => openLedgerDialog({ kind: 'import' })}>
            {t('Import a .twining folder')}
          </Button>
        </>
      }
      icon={ScrollText}
      title={t('The ledger is empty')}
    >
      {t(
        'Agents write their decisions, findings and needs here over MCP or REST. Post the first entry, or import what another project has.',
      )}
    </EmptyState>
  );
}
