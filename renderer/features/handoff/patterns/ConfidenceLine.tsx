import type { ConfidencePoint } from '../../../../shared/model/handoff.ts';
import { firstConfidence } from '../../../../shared/model/package-words.ts';
import { StepChart } from '../../../ui/StepChart.tsx';
import { confidenceWords } from '../logic/pattern-rows.ts';

interface ConfidenceLineProps {
  readonly history: readonly ConfidencePoint[];
  readonly height?: number;
}

/** Confidence over time, against the line below which agents do not see the pattern. */
export function ConfidenceLine({ history, height = 28 }: ConfidenceLineProps) {
  return (
    <StepChart
      height={height}
      marks={[firstConfidence]}
      top={1}
      values={history.map(({ confidence }) => confidence)}
      words={confidenceWords(history)}
    />
  );
}
