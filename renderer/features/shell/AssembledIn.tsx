import { type PreviewState, usePreview } from '../../stores/preview.ts';

const selectStatus = (state: PreviewState) => state.status;
const selectDuration = (state: PreviewState) => state.result?.meta.duration_ms;
const selectStages = (state: PreviewState) => state.result?.trace.stages.length;

/** How long the shown assembly took. */
export function AssembledIn() {
  const status = usePreview(selectStatus);
  const duration = usePreview(selectDuration);
  const stages = usePreview(selectStages);
  if (status === 'failed') return <span>not assembled</span>;
  if (duration === undefined) return null;
  return (
    <span>
      assembled in {duration.toFixed(1)} ms · {stages} stages
    </span>
  );
}
