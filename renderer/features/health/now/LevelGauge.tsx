import type { HealthLevel, SessionHealth } from '../../../../shared/model/health.ts';
import { levelStarts } from '../../../../shared/model/health-level.ts';
import { t, told } from '../../../texts/texts.ts';
import { formatCount, formatDecimal } from '../../../ui/format-number.ts';
import { type Level, LevelTrack } from '../../../ui/LevelTrack.tsx';
import { StateWord } from '../../../ui/StateWord.tsx';
import { levelLooks } from '../looks.ts';
import styles from './LevelGauge.module.css';

const meanings = {
  GREEN: t('continue'),
  YELLOW: t('essentials only'),
  ORANGE: t('compact soon'),
  RED: t('compact now'),
} as const satisfies Record<HealthLevel, string>;

/** The utilization on a track of four levels. */
export function LevelGauge({ session }: { readonly session: SessionHealth }) {
  const { status, utilization_pct, tokens, window, basis } = session.assessment;
  const { icon, tone } = levelLooks[status];
  const levels = levelStarts.map(({ level, from }, index): Level => {
    const look = levelLooks[level];
    return {
      name: level,
      from,
      to: levelStarts[index + 1]?.from ?? 100,
      color: look.color,
      means: meanings[level],
      word: (
        <StateWord icon={look.icon} tone={level === status ? look.tone : 'neutral'}>
          {level}
        </StateWord>
      ),
    };
  });
  return (
    <section aria-label={t('Context health')} aria-live="polite" className={styles.gauge}>
      <div className={styles.head}>
        <strong className={styles.usage}>{formatDecimal(utilization_pct, 1)}%</strong>
        <StateWord icon={icon} tone={tone}>
          {status}
        </StateWord>
        <span className={styles.of}>
          {t('{tokens} of {window} tokens, {basis}', {
            tokens: formatCount(tokens),
            window: formatCount(window),
            basis: told(basis),
          })}
        </span>
      </div>
      <LevelTrack current={status} levels={levels} value={utilization_pct} />
    </section>
  );
}
