import { RefreshCw } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { showError, showToast } from '../../../stores/toasts.ts';
import { statusOf, useAnswer } from '../../../stores/use-answer.ts';
import { t } from '../../../texts/texts.ts';
import { formatCounted } from '../../../ui/format-number.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { selectReading, selectSearch, useConversationsView } from '../conversations-view.ts';
import { usePlan, usePlannedCount } from '../kept-plan.ts';
import { type BundleRow, bundleRows } from '../logic/bundle-rows.ts';
import { filterList } from '../logic/filter-list.ts';

import styles from './Bundles.module.css';
import { ListGroup } from './ListGroup.tsx';

/** Texts that are compiled ahead, and whether the plan in sight could use them as they were. */
export function Bundles({ conversationId }: { readonly conversationId: string | undefined }) {
  const reading = useConversationsView(selectReading);
  const planned = usePlannedCount();
  const search = useConversationsView(selectSearch);
  const cache = usePlan(conversationId).assembled?.metadata.cache;
  const answer = useAnswer('bundles.list', {}, reading + planned, 0);
  const { output } = answer;
  const rows = bundleRows(output?.bundles ?? [], cache, useNow());
  return (
    <ListGroup
      actions={
        <>
          {output === undefined ? null : (
            <span
              className={styles.counts}
              title={t('Uses that found a text ready, and uses that had to compile it')}
            >
              {t('{hits} hits · {misss}', {
                hits: output.hits,
                misss: formatCounted(output.misses, 'miss', 'misses'),
              })}
            </span>
          )}
          <IconButton
            icon={RefreshCw}
            name={t('Rebuild what is dirty or expired')}
            onPress={() => void rebuild().catch(showError)}
            size="s"
          />
        </>
      }
      empty={t('Nothing is compiled yet: the next plan does it.')}
      items={filterList(rows, search, ({ bundle, name }) => [bundle.id, name]).map(listItem)}
      kind="bundle"
      status={statusOf(answer)}
      title={t('Bundles')}
    />
  );
}

function listItem({ bundle, name, state }: BundleRow) {
  return {
    id: bundle.id,
    title: name,
    end: (
      <span
        className={styles.state}
        data-state={state}
        title={t('{tokens} tokens', { tokens: bundle.tokens })}
      >
        {t(state)}
      </span>
    ),
  };
}

async function rebuild(): Promise<void> {
  const { rebuilt } = await call('bundles.rebuild', {});
  showToast({
    message:
      rebuilt.length === 0
        ? t('All bundles are up to date.')
        : t('{bundles} rebuilt.', { bundles: formatCounted(rebuilt.length, 'bundle') }),
  });
}
