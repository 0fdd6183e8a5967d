import styles from './StepChart.module.css';
import { areaBelow, heightOf, stepLine } from './step-line.ts';

interface StepChartProps {
  /** The line in words, for whoever cannot see it. */
  readonly words: string;
  readonly values: readonly number[];
  /** What the upper edge stands for. */
  readonly top: number;
  /** Values at which something changes, as dashed lines. */
  readonly marks?: readonly number[];
  /** In pixels; the width is that of its place. */
  readonly height: number;
  readonly filled?: boolean;
}

const width = 240;

/** How a figure went, one step a change. */
export function StepChart({ words, values, top, marks = [], height, filled = false }: StepChartProps) {
  const path = stepLine(values, top, { width, height });
  return (
    <svg
      aria-label={words}
      className={styles.chart}
      preserveAspectRatio="none"
      role="img"
      style={{ height }}
      viewBox={`0 0 ${width} ${height}`}
    >
      <title>{words}</title>
      {filled ? <path className={styles.area} d={areaBelow(path, { width, height })} /> : null}
      {marks.map(mark => {
        const y = heightOf(mark, top, height);
        return <line className={styles.mark} key={mark} x1={0} x2={width} y1={y} y2={y} />;
      })}
      <path className={styles.line} d={path} />
    </svg>
  );
}
