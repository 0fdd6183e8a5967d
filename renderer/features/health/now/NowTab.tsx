import type { SessionHealth } from '../../../../shared/model/health.ts';
import { levelStarts } from '../../../../shared/model/health-level.ts';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { StepChart } from '../../../ui/StepChart.tsx';
import tabPage from '../../../ui/tab-page.module.css';
import { type Figure, figuresOf } from '../logic/health-figures.ts';
import { Advice } from './Advice.tsx';
import { CallClasses } from './CallClasses.tsx';
import { Conflicts } from './Conflicts.tsx';
import { GateCheck } from './GateCheck.tsx';
import { LevelGauge } from './LevelGauge.tsx';
import styles from './NowTab.module.css';

/** How full the context is, what to do, and how it came to that. */
export function NowTab({ session }: { readonly session: SessionHealth }) {
  return (
    <div className={tabPage.page}>
      <LevelGauge session={session} />
      <Advice session={session} />
      <div className={styles.columns}>
        <section aria-label="Over time" className={styles.card}>
          <PanelHeader title="Over time" />
          {figuresOf(session, levelStarts).map(figure => (
            <FigureRow figure={figure} key={figure.name} />
          ))}
        </section>
        <div className={styles.stack}>
          <CallClasses session={session} />
          <GateCheck key={session.session_id} session={session} />
        </div>
      </div>
      <Conflicts conflicts={session.conflicts} sessionId={session.session_id} />
    </div>
  );
}

function FigureRow({ figure: { name, now, values, top, marks, words } }: { readonly figure: Figure }) {
  return (
    <div className={styles.figure}>
      <span className={styles.name}>{name}</span>
      <span className={styles.now}>{now}</span>
      <div className={styles.chart}>
        <StepChart filled height={44} marks={marks} top={top} values={values} words={words} />
      </div>
    </div>
  );
}
