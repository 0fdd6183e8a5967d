import { type PreviewState, usePreview } from '../../stores/preview.ts';

const selectIsFailed = (state: PreviewState) => state.status === 'failed';
const selectDuration = (state: PreviewState) => state.result?.meta.duration_ms;
const selectStages = (state: PreviewState) => state.result?.trace.stages.length;

/** How long the shown assembly took. */
export function AssembledIn() {
  const isFailed = usePreview(selectIsFailed);
  const duration = usePreview(selectDuration);
  const stages = usePreview(selectStages);
  if (isFailed) return <span>not assembled</span>;
  if (duration === undefined) return null;
  return (
    <span>
      assembled in {duration.toFixed(1)} ms · {stages} stages
    </span>
  );
}
