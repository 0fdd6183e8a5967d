import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Tone } from './Badge.tsx';
import { classNames } from './class-names.ts';
import { formatDecimal } from './format-number.ts';
import styles from './Gauge.module.css';
import { StateWord } from './StateWord.tsx';

export interface Level {
  readonly name: string;
  /** In percent. */
  readonly from: number;
  readonly to: number;
  readonly icon: LucideIcon;
  readonly tone: Tone;
  readonly color: string;
  /** What it means, in a few words. */
  readonly means: string;
}

interface GaugeProps {
  readonly label: string;
  readonly levels: readonly Level[];
  /** In percent; beyond the track it stays at its end. */
  readonly value: number;
  readonly current: Level['name'];
  /** At the end of the first line: of how much it is. */
  readonly beside: ReactNode;
  /** A change of it is read out. */
  readonly isLive?: boolean;
  /** Between the track and the names, e.g. a slider. */
  readonly children?: ReactNode;
}

/** A value in percent and its level; levels one after the other on a track, a marker where it stands, and what they mean. */
export function Gauge({ label, levels, value, current, beside, isLive = false, children }: GaugeProps) {
  const level = levels.find(({ name }) => name === current);
  return (
    <section aria-label={label} className={styles.gauge} {...(isLive && { 'aria-live': 'polite' })}>
      <div className={styles.head}>
        <strong className={styles.value}>{formatDecimal(value, 1)}%</strong>
        {level ? <LevelWord isCurrent level={level} /> : null}
        <div className={styles.beside}>{beside}</div>
      </div>
      <div className={styles.levels}>
        <div aria-hidden className={styles.track}>
          {levels.map(({ name, from, to, color }) => (
            <span
              className={classNames(styles.segment, name === current && styles.current)}
              key={name}
              style={{ background: color, width: `${to - from}%` }}
            />
          ))}
          <span className={styles.marker} style={{ left: `${Math.min(100, value)}%` }} />
        </div>
        {children}
        <ol className={styles.names}>
          {levels.map(one => (
            <LevelName isCurrent={one.name === current} key={one.name} level={one} />
          ))}
        </ol>
      </div>
    </section>
  );
}

interface LevelProps {
  readonly level: Level;
  readonly isCurrent: boolean;
}

function LevelWord({ level: { name, icon, tone }, isCurrent }: LevelProps) {
  return (
    <StateWord icon={icon} tone={isCurrent ? tone : 'neutral'}>
      {name}
    </StateWord>
  );
}

function LevelName({ level, isCurrent }: LevelProps) {
  const { from, to, color, means } = level;
  return (
    <li
      className={classNames(styles.name, isCurrent && styles.here)}
      {...(isCurrent && { 'aria-current': true })}
    >
      <span className={styles.swatch} style={{ background: color }} />
      <LevelWord isCurrent={isCurrent} level={level} />
      <span className={styles.range}>
        {from}–{to}%
      </span>
      <span className={styles.means} title={means}>
        {means}
      </span>
    </li>
  );
}
