import { ScrollText } from 'lucide-react';
import { useOwnAnswer } from '../../../stores/use-answer.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { openLedgerDialog, selectReading, selectSelected, useLedgerView } from '../ledger-view.ts';
import { ReadError } from '../ReadError.tsx';
import { DecisionDetail } from './DecisionDetail.tsx';
import { EntryDetail } from './EntryDetail.tsx';

/** Right panel of the ledger view: the chosen record with its life and what it relates to. */
export function LedgerInspector() {
  const id = useLedgerView(selectSelected);
  const reading = useLedgerView(selectReading);
  const { output, error } = useOwnAnswer('ledger.get', id === undefined ? undefined : { id }, reading, 0);
  if (error !== undefined) return <ReadError message={error} />;
  if (!output)
    return id === undefined ? (
      <EmptyState
        actions={
          <Button adds onPress={() => openLedgerDialog({ kind: 'post' })}>
            {t('Post an entry')}
          </Button>
        }
        icon={ScrollText}
        title={t('No record selected')}
      >
        {t('Pick a decision or an entry to see its reasons, its life and what it relates to.')}
      </EmptyState>
    ) : null;
  const { record } = output;
  if (record.kind === 'decision') return <DecisionDetail decision={record.decision} found={output} />;
  return <EntryDetail entry={record.entry} found={output} />;
}
