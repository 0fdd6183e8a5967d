import { FlaskConical, Layers, ShieldQuestion } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AssembledContext } from '../../../../shared/model/assembled-context.ts';
import { openDialog } from '../../../stores/dialogs.ts';
import { selectSamples, useDocuments } from '../../../stores/documents.ts';
import { type Interruptions, useInterruptions } from '../../../stores/interruptions.ts';
import { selectLiveRun, useLiveRun } from '../../../stores/live-run.ts';
import { type PreviewState, usePreview } from '../../../stores/preview.ts';
import { selectIsTrusted, useProject } from '../../../stores/project.ts';
import { selectSampleId, setSample, setWorkspace, useWorkspace } from '../../../stores/workspace.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { LiveTraceWhenNeeded } from '../trace/LiveTraceWhenNeeded.tsx';

/** Most assemblies do not fail. */
const FailedPreview = lazyPart(async () => (await import('./FailedPreview.tsx')).FailedPreview);

const selectResult = (state: PreviewState) => state.result;
const selectError = (state: PreviewState) => state.error;
const selectIsRunning = ({ status, result }: PreviewState) => status === 'running' && result === undefined;
const selectLost = (state: Interruptions) => state.lost;

interface PreviewGateProps {
  readonly children: (result: AssembledContext) => ReactNode;
}

/** Shows an assembly when there is one, and else what is in the way and what to do. */
export function PreviewGate({ children }: PreviewGateProps) {
  const result = usePreview(selectResult);
  const error = usePreview(selectError);
  const isRunning = usePreview(selectIsRunning);
  const isTrusted = useProject(selectIsTrusted);
  const run = useLiveRun(selectLiveRun);
  const lost = useInterruptions(selectLost);
  if (!isTrusted) return <NotTrusted />;
  if (result) return children(result);
  // That nobody answers is said once, over the view.
  if (error && error.message === lost?.message)
    return <EmptyState icon={Layers} title={t('Nothing is assembled yet')} />;
  if (error) return <FailedPreview error={error} />;
  if (isRunning)
    return run ? <LiveTraceWhenNeeded run={run} /> : <EmptyState icon={Layers} title={t('Assembling')} />;
  return <NoSample />;
}

/** What is not trusted does nothing, so there is nothing to wait for. */
function NotTrusted() {
  return (
    <EmptyState
      actions={<Button onPress={() => openDialog({ kind: 'trust' })}>{t('See what would run…')}</Button>}
      icon={ShieldQuestion}
      title={t('Nothing is assembled yet')}
    >
      {t('This project was not made here. Trust it, and the context of each sample stands here.')}
    </EmptyState>
  );
}

const mostOffered = 6;

function NoSample() {
  const samples = useDocuments(selectSamples);
  const sampleId = useWorkspace(selectSampleId);
  const offered = Object.values(samples).slice(0, mostOffered);
  if (sampleId !== undefined && samples[sampleId])
    return <EmptyState icon={Layers} title={t('Assembling')} />;
  if (offered.length === 0)
    return (
      <EmptyState
        actions={<Button onPress={() => setWorkspace({ view: 'samples' })}>{t('Go to samples')}</Button>}
        icon={FlaskConical}
        title={t('No sample yet')}
      >
        {t(
          'A sample is a request to try the rules on. Add one, and its context is assembled here as you type.',
        )}
      </EmptyState>
    );
  return (
    <EmptyState
      actions={offered.map(sample => (
        <Button key={sample.id} onPress={() => setSample(sample.id)}>
          {sample.name}
        </Button>
      ))}
      icon={FlaskConical}
      title={t('Pick a sample')}
    >
      {t('Its context is assembled here, again on every edit.')}
    </EmptyState>
  );
}
