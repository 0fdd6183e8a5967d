import type { CauseSummary } from '../../../shared/model/recording.ts';
import { ruleName } from '../../stores/document-names.ts';
import { selectEngines, useDocuments } from '../../stores/documents.ts';
import { t } from '../../texts/texts.ts';
import { formatCount } from '../../ui/format-number.ts';
import { formatAgo } from '../../ui/format-time.ts';
import { ItemList } from '../../ui/ItemList.tsx';
import { ListFigure, ListNone, ListPanel } from '../../ui/ListPanel.tsx';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import { useNow } from '../../ui/use-now.ts';
import {
  choose,
  type RecordingsState,
  recordingsReading,
  useCause,
  useRecordings,
} from './recordings-store.ts';

const selectStatus = (state: RecordingsState) => state.status;
const selectList = (state: RecordingsState) => state.list;

/** Left list: recorded requests by what they came to, the most frequent first. */
export function RecordingsList() {
  recordingsReading.useLive();
  const status = useRecordings(selectStatus);
  const list = useRecordings(selectList);
  const shown = useCause();
  // Their rules are called what they are called now.
  useDocuments(selectEngines);
  const now = useNow();
  return (
    <ListPanel label={t('Recorded requests')}>
      <PanelHeader title={t('Requests by cause')} />
      <ItemList
        empty={<ListNone status={status}>{t('No request was recorded yet.')}</ListNone>}
        items={(list?.causes ?? []).map(cause => ({
          id: cause.id,
          title: titleOf(cause),
          subtitle: `${formatAgo(cause.last_at, now)}${cause.cut.length > 0 ? t(' · {count} cut', { count: cause.cut.length }) : ''}${cause.missing.length > 0 ? t(' · {count} missing', { count: cause.missing.length }) : ''}`,
          figure: <ListFigure title={t('Requests')}>{formatCount(cause.requests)}</ListFigure>,
        }))}
        label={t('Causes')}
        onSelect={cause => choose({ cause, tab: 'requests' })}
        selectedId={shown?.id}
      />
    </ListPanel>
  );
}

/** The rules that fired, without the engines, which the rules stand in. */
export function titleOf({ rules }: Pick<CauseSummary, 'rules'>): string {
  if (rules.length === 0) return t('No rule fired');
  return rules.map(ruleName).join(', ');
}
