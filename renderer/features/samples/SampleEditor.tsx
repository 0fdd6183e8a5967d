import { Braces, ClipboardPaste, FlaskConical, ListChecks, Share2 } from 'lucide-react';
import { useState } from 'react';
import { keysOf } from '../../../shared/model/entries.ts';
import type { Sample } from '../../../shared/model/sample.ts';
import { runCommand, useProvideCommands } from '../../stores/commands.ts';
import { useBrokenFile } from '../../stores/problems.ts';
import { selectShell, useProject } from '../../stores/project.ts';
import { formKeyOf } from '../../stores/renamed.ts';
import { useAssemblySummary } from '../../stores/summary.ts';
import { showError, showToast } from '../../stores/toasts.ts';
import { useCurrentSample } from '../../stores/use-current-sample.ts';
import { selectSampleId, showProblems, useWorkspace } from '../../stores/workspace.ts';
import { rich, t } from '../../texts/texts.ts';
import { BrokenDocument } from '../../ui/BrokenDocument.tsx';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/CopyButton.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { focusName } from '../../ui/focus-name.ts';
import { formatCount, formatCounted } from '../../ui/format-number.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Menu } from '../../ui/Menu.tsx';
import { type TabItem, Tabs } from '../../ui/Tabs.tsx';
import { SampleForm } from './form/SampleForm.tsx';
import { requestLanguages } from './logic/request-code.ts';
import { createSample } from './logic/sample-commands.ts';
import styles from './SampleEditor.module.css';
import { useAllSamples } from './use-samples.ts';

/** The text editor is large, so it is loaded with the first JSON that is looked at. */
const SampleJsonTab = lazyPart(async () => (await import('./SampleJsonTab.tsx')).SampleJsonTab);

type SampleTab = 'form' | 'json';

/** Centre of the samples view: the request as a form, or as JSON. */
export function SampleEditor() {
  const sample = useCurrentSample();
  const broken = useBrokenFile('samples', useWorkspace(selectSampleId));
  if (broken) return <BrokenDocument problem={broken} onShow={showProblems} />;
  return sample ? <SampleTabs key={formKeyOf('samples', sample.id)} sample={sample} /> : <NoSample />;
}

function SampleTabs({ sample }: { readonly sample: Sample }) {
  const [tab, setTab] = useState<SampleTab>('form');
  const rename = () => {
    setTab('form');
    focusName();
  };
  useProvideCommands({ 'edit.rename': { run: rename } });
  const tabs: TabItem<SampleTab>[] = [
    { id: 'form', label: t('Request'), icon: ListChecks, content: <SampleForm sample={sample} /> },
    {
      id: 'json',
      label: t('JSON'),
      icon: Braces,
      content: <SampleJsonTab sample={sample} />,
    },
  ];
  return (
    <Tabs
      end={
        <>
          <SampleSummary />
          <CopyRequest sample={sample} />
        </>
      }
      label={t('Views of the sample')}
      onSelect={setTab}
      selected={tab}
      tabs={tabs}
    />
  );
}

/** Where `weft serve` listens unless told otherwise. */
const usualAddress = 'http://127.0.0.1:4747';

/** The sample's request as a program for whoever wants to ask it from elsewhere. */
function CopyRequest({ sample }: { readonly sample: Sample }) {
  const shell = useProject(selectShell);
  const address = shell === 'browser' ? window.location.origin : usualAddress;
  const copy = (language: keyof typeof requestLanguages) => {
    const { name, write } = requestLanguages[language];
    copyText(write(sample.request, address)).then(
      () =>
        showToast({
          message: t('The request was copied as {name}; WEFT_TOKEN is the token that weft serve printed', {
            name,
          }),
        }),
      showError,
    );
  };
  return (
    <Menu
      entries={keysOf(requestLanguages).map(language => ({
        id: language,
        label: t('Copy as {name}', { name: requestLanguages[language].name }),
        run: () => copy(language),
      }))}
      name={t('Copy as request')}
      trigger={
        <>
          <Share2 aria-hidden size={13} />
          <span className={styles.copyWords}>{t('Copy as request')}</span>
        </>
      }
      triggerClassName={styles.copy ?? ''}
    />
  );
}

function NoSample() {
  const isFirst = useAllSamples().length === 0;
  return (
    <EmptyState
      actions={
        <>
          <Button adds onPress={createSample} variant="primary">
            {t('New sample')}
          </Button>
          <Button icon={ClipboardPaste} onPress={() => runCommand('sample.paste')}>
            {t('Paste a request')}
          </Button>
        </>
      }
      icon={FlaskConical}
      title={isFirst ? t('No samples yet') : t('No sample selected')}
    >
      {t('A sample is a request to try rules and memories on: everything live is computed for it.')}
    </EmptyState>
  );
}

/** "4 of 12 rules fired · 5 memories · 2,940 of 8,000 tokens · 2 items cut". */
function SampleSummary() {
  const summary = useAssemblySummary();
  if (!summary) return null;
  const { fired, rules, memories, tokens, limit, cut } = summary;
  return (
    <span className={styles.summary}>
      {rich('{fired} rules fired{memories}{limit}{cut}', {
        fired: <strong>{t('{fired} of {rules}', { fired, rules })}</strong>,
        memories: (
          <span className={styles.more}>
            {' · '}
            <strong>{formatCount(memories)}</strong> {t('{count|memory|memories}', { count: memories })}
          </span>
        ),
        limit: (
          <span className={styles.tokens}>
            {' '}
            {limit === undefined
              ? rich('· {tokens} tokens', { tokens: <strong>{formatCount(tokens)}</strong> })
              : rich('· {tokens} of {limit} tokens', {
                  tokens: <strong>{formatCount(tokens)}</strong>,
                  limit,
                })}
          </span>
        ),
        cut: (
          <span className={styles.more}>
            {cut === 0 ? '' : t(' · {items} cut', { items: formatCounted(cut, 'item') })}
          </span>
        ),
      })}
    </span>
  );
}
