import type { ConfidencePoint } from '../../../../shared/model/handoff.ts';
import { StepChart } from '../../../ui/StepChart.tsx';
import { confidenceWords, shownAbove } from '../logic/pattern-rows.ts';

interface ConfidenceLineProps {
  readonly history: readonly ConfidencePoint[];
  readonly height?: number;
}

/** Confidence over time, against the line above which agents see the pattern (H6). */
export function ConfidenceLine({ history, height = 28 }: ConfidenceLineProps) {
  return (
    <StepChart
      height={height}
      marks={[shownAbove]}
      top={1}
      values={history.map(({ confidence }) => confidence)}
      words={confidenceWords(history)}
    />
  );
}
