import { RefreshCw } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { showError } from '../../../stores/toasts.ts';
import { useAnswer } from '../../../stores/use-answer.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatCounted } from '../../../ui/format-number.ts';
import { formatDayTime } from '../../../ui/format-time.ts';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { selectReading, useConversationsView } from '../conversations-view.ts';
import { usePlannedCount } from '../kept-plan.ts';
import { bundleName } from '../logic/bundle-rows.ts';
import detail from './Detail.module.css';
import { Detail } from './Detail.tsx';

/** A compiled text: what it says, what it is made of, until when it may be used. */
export function BundleDetail({ id }: { readonly id: string }) {
  const reading = useConversationsView(selectReading);
  const planned = usePlannedCount();
  const { output } = useAnswer('bundles.list', {}, reading + planned, 0);
  const bundle = output?.bundles.find(candidate => candidate.id === id);
  if (output === undefined) return null;
  if (bundle === undefined)
    return (
      <Detail facts={[]} kind={t('Bundle')} title={t('This bundle is gone')}>
        <p>{t('What it was made of is no longer there. Choose another in the list.')}</p>
      </Detail>
    );
  const rebuild = () => void call('bundles.rebuild', { ids: [id] }).catch(showError);
  return (
    <Detail
      actions={
        <Button icon={RefreshCw} onPress={rebuild}>
          {t('Rebuild')}
        </Button>
      }
      facts={[
        bundle.type.replaceAll('_', ' '),
        t('version {version}', { version: bundle.version }),
        t('{tokens} tokens', { tokens: bundle.tokens }),
        bundle.dirty ? t('dirty: a source changed') : '',
      ]}
      kind={t('Bundle')}
      title={bundleName(bundle)}
    >
      <p>
        {t('{uses}: {hits} and {misss}. Compiled {compiled_at}, good until {expires_at}.', {
          uses: formatCounted(bundle.uses, 'use'),
          hits: formatCounted(bundle.hits, 'hit'),
          misss: formatCounted(bundle.misses, 'miss', 'misses'),
          compiled_at: formatDayTime(bundle.compiled_at),
          expires_at: formatDayTime(bundle.expires_at),
        })}
      </p>
      <div>
        <PanelHeader level="label" title={t('Text')} />
        <p className={detail.text}>
          {bundle.text === '' ? t('Empty: its sources say nothing.') : bundle.text}
        </p>
      </div>
      {bundle.composition.length === 0 ? null : (
        <div>
          <PanelHeader level="label" title={t('Made of')} />
          <ul className={detail.codes}>
            {bundle.composition.map(part => (
              <li key={part}>{part}</li>
            ))}
          </ul>
        </div>
      )}
    </Detail>
  );
}
