import type { ConfidencePoint } from '../../../../shared/model/handoff.ts';
import { confidencePath, confidenceWords, confidenceY, shownAbove } from '../logic/pattern-rows.ts';
import styles from './ConfidenceLine.module.css';

interface ConfidenceLineProps {
  readonly history: readonly ConfidencePoint[];
  readonly width?: number;
  readonly height?: number;
}

/** Confidence over time as steps, one a change, against the line above which agents see the pattern (H6). */
export function ConfidenceLine({ history, width = 112, height = 28 }: ConfidenceLineProps) {
  const words = confidenceWords(history);
  const threshold = confidenceY(shownAbove, height);
  return (
    <svg
      aria-label={words}
      className={styles.line}
      preserveAspectRatio="none"
      role="img"
      style={{ height }}
      viewBox={`0 0 ${width} ${height}`}
    >
      <title>{words}</title>
      <line className={styles.threshold} x1={0} x2={width} y1={threshold} y2={threshold} />
      <path className={styles.path} d={confidencePath(history, { width, height })} />
    </svg>
  );
}
