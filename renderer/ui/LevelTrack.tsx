import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './LevelTrack.module.css';

export interface Level {
  readonly name: string;
  /** In percent. */
  readonly from: number;
  readonly to: number;
  readonly color: string;
  /** The name with its icon. */
  readonly word: ReactNode;
  /** What it means, in a few words. */
  readonly means: string;
}

interface LevelTrackProps {
  readonly levels: readonly Level[];
  /** In percent; beyond the track it stays at its end. */
  readonly value: number;
  readonly current: string;
  /** Between the track and the names, e.g. a slider. */
  readonly children?: ReactNode;
}

/** Levels one after the other on a track, a marker where a value stands, and the names with their ranges below. */
export function LevelTrack({ levels, value, current, children }: LevelTrackProps) {
  return (
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
        {levels.map(level => (
          <LevelName isCurrent={level.name === current} key={level.name} level={level} />
        ))}
      </ol>
    </div>
  );
}

function LevelName({ level, isCurrent }: { readonly level: Level; readonly isCurrent: boolean }) {
  const { from, to, color, word, means } = level;
  return (
    <li
      className={classNames(styles.name, isCurrent && styles.here)}
      style={{ borderTopColor: color }}
      {...(isCurrent && { 'aria-current': true })}
    >
      {word}
      <span className={styles.range}>
        {from}–{to}%
      </span>
      <span className={styles.means} title={means}>
        {means}
      </span>
    </li>
  );
}
