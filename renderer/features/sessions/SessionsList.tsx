import { Bot } from 'lucide-react';
import type { Flight } from '../../../shared/model/flight.ts';
import { t } from '../../texts/texts.ts';
import { formatCounted } from '../../ui/format-number.ts';
import { formatAgo } from '../../ui/format-time.ts';
import { ItemList } from '../../ui/ItemList.tsx';
import { ListFigure, ListNone, ListPanel } from '../../ui/ListPanel.tsx';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import { useNow } from '../../ui/use-now.ts';
import { chooseSession, type SessionsState, sessionsReading, useSessions } from './sessions-store.ts';

const selectStatus = (state: SessionsState) => state.status;
const selectFlights = (state: SessionsState) => state.flights;
const selectShown = (state: SessionsState) => state.read?.flight.session_id;

/** Left list: the sessions of coding agents, the one that was heard of last first. */
export function SessionsList() {
  sessionsReading.useLive();
  const status = useSessions(selectStatus);
  const flights = useSessions(selectFlights);
  const shown = useSessions(selectShown);
  const now = useNow();
  return (
    <ListPanel label={t('Sessions')}>
      <PanelHeader title={t('Sessions')} />
      <ItemList
        empty={<ListNone status={status}>{t('No coding agent has told anything yet.')}</ListNone>}
        items={flights.map(flight => ({
          id: flight.session_id,
          title: flight.title ?? flight.session_id,
          subtitle: `${formatAgo(flight.updated_at, now)} · ${formatCounted(flight.turns, 'turn')} · ${flight.agent}`,
          icon: <Bot aria-hidden size={15} strokeWidth={1.75} />,
          figure: <Fullness flight={flight} />,
        }))}
        label={t('Sessions')}
        onSelect={chooseSession}
        selectedId={shown}
      />
    </ListPanel>
  );
}

/** How full the model's window is, where both are known. */
function Fullness({ flight: { context_tokens, window } }: { readonly flight: Flight }) {
  if (context_tokens === undefined || window === undefined) return null;
  return (
    <ListFigure title={t("Of the model's window")}>{Math.round((context_tokens / window) * 100)}%</ListFigure>
  );
}
