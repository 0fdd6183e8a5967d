import { Ban } from 'lucide-react';
import type { SessionHealth } from '../../../shared/model/health.ts';
import { t } from '../../texts/texts.ts';
import { formatAgo } from '../../ui/format-time.ts';
import { ItemList } from '../../ui/ItemList.tsx';
import { ListFigure, ListNone, ListPanel } from '../../ui/ListPanel.tsx';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './HealthList.module.css';
import { choose, type HealthState, healthReading, useHealth, useSession } from './health-store.ts';
import { levelLooks } from './looks.ts';

const selectStatus = (state: HealthState) => state.status;
const selectSessions = (state: HealthState) => state.sessions;

/** Left list of the health view: sessions with how full they are, the one that was heard of last first. */
export function HealthList() {
  healthReading.useLive();
  const status = useHealth(selectStatus);
  const sessions = useHealth(selectSessions);
  const chosen = useSession();
  const now = useNow();
  return (
    <ListPanel label={t('Health')}>
      <PanelHeader title={t('Sessions')} />
      <ItemList
        empty={<ListNone status={status}>{t('No session has told anything yet.')}</ListNone>}
        items={sessions.map(session => ({
          id: session.session_id,
          title: session.session_id,
          subtitle: `${session.assessment.status} · ${formatAgo(session.updated_at, now)}`,
          icon: <LevelIcon session={session} />,
          figure: <ListFigure>{Math.round(session.assessment.utilization_pct)}%</ListFigure>,
        }))}
        label={t('Sessions')}
        onSelect={sessionId => choose({ sessionId })}
        selectedId={chosen?.session_id}
      />
    </ListPanel>
  );
}

function LevelIcon({ session }: { readonly session: SessionHealth }) {
  const { status } = session.assessment;
  const { icon, tone } = levelLooks[status];
  const Icon = session.blocked ? Ban : icon;
  const name = session.blocked ? t('blocked') : status;
  return (
    <span aria-label={name} className={styles[tone]} role="img" title={name}>
      <Icon aria-hidden size={15} strokeWidth={1.75} />
    </span>
  );
}
