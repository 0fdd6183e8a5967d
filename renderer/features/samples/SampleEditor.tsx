import { Braces, ClipboardPaste, FlaskConical, ListChecks } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Sample } from '../../../shared/model/sample.ts';
import { runCommand } from '../../stores/commands.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { type TabItem, Tabs } from '../../ui/Tabs.tsx';
import { SampleForm } from './form/SampleForm.tsx';
import { createSample } from './logic/sample-commands.ts';
import { SampleSummary } from './SampleSummary.tsx';
import { useAllSamples, useSelectedSample } from './use-samples.ts';

/** The text editor is large, so it is loaded with the first JSON that is looked at. */
const SampleJsonTab = lazy(() =>
  import('./SampleJsonTab.tsx').then(({ SampleJsonTab: tab }) => ({ default: tab })),
);

type SampleTab = 'form' | 'json';

/** Centre of the samples view: the request as a form, or as JSON. */
export function SampleEditor() {
  const sample = useSelectedSample();
  return sample ? <SampleTabs key={sample.id} sample={sample} /> : <NoSample />;
}

function SampleTabs({ sample }: { readonly sample: Sample }) {
  const [tab, setTab] = useState<SampleTab>('form');
  const tabs: TabItem<SampleTab>[] = [
    { id: 'form', label: 'Request', icon: ListChecks, content: <SampleForm sample={sample} /> },
    {
      id: 'json',
      label: 'JSON',
      icon: Braces,
      content: (
        <Suspense fallback={null}>
          <SampleJsonTab sample={sample} />
        </Suspense>
      ),
    },
  ];
  return (
    <Tabs end={<SampleSummary />} label="Views of the sample" onSelect={setTab} selected={tab} tabs={tabs} />
  );
}

function NoSample() {
  const isFirst = useAllSamples().length === 0;
  return (
    <EmptyState
      actions={
        <>
          <Button adds onPress={createSample} variant="primary">
            New sample
          </Button>
          <Button icon={ClipboardPaste} onPress={() => runCommand('sample.paste')}>
            Paste a request
          </Button>
        </>
      }
      icon={FlaskConical}
      title={isFirst ? 'No samples yet' : 'No sample selected'}
    >
      A sample is a request to try rules and memories on: everything live is computed for it.
    </EmptyState>
  );
}
