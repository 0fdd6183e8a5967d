import type { Replay, ReplayGroup } from '../../../shared/model/recording.ts';
import { call } from '../../api/call.ts';
import { ruleName } from '../../stores/document-names.ts';
import { showError } from '../../stores/toasts.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { formatMoney } from '../../ui/format-money.ts';
import { formatChange, formatCounted } from '../../ui/format-number.ts';
import styles from './Recordings.module.css';
import { makeSample } from './RequestsTab.tsx';

/** What an edit would have changed for recorded requests, in sentences, by what changes. */
export function ReplaySummary({ replay, most = 20 }: { readonly replay: Replay; readonly most?: number }) {
  return (
    <>
      <p className={styles.sentence}>{replaySentence(replay)}</p>
      <ul className={styles.list}>
        {replay.groups.slice(0, most).map(group => (
          <GroupRow
            group={group}
            key={JSON.stringify([group.fired, group.not_fired, group.gained, group.lost])}
          />
        ))}
      </ul>
      {replay.groups.length > most ? (
        <p className={styles.none}>
          {t('and {otherChanges}', {
            otherChanges: formatCounted(replay.groups.length - most, 'other change'),
          })}
        </p>
      ) : null}
    </>
  );
}

/** `699 of 10,000 requests change: +38,445 tokens, +$0.12 (opus)`. */
function replaySentence({ changed, requests, tokens, cost }: Replay): string {
  if (changed.requests === 0)
    return t('None of {recordedRequests} changes.', {
      recordedRequests: formatCounted(requests, 'recorded request'),
    });
  const more = tokens.added - tokens.removed;
  const money = cost === null ? 0 : cost.added - cost.removed;
  const price =
    cost === null ? '' : `, ${money < 0 ? '−' : '+'}${formatMoney(Math.abs(money))} (${cost.model})`;
  return t('{requests} of {recordedRequests} change: {more} tokens{price}.', {
    requests: changed.requests,
    recordedRequests: formatCounted(requests, 'recorded request'),
    more: formatChange(more),
    price,
  });
}

function GroupRow({ group }: { readonly group: ReplayGroup }) {
  const { fired, not_fired, gained, lost, requests, tokens, examples } = group;
  const parts = [
    [t('gain'), gained],
    [t('lose'), lost],
    [t('now fires'), fired.map(ruleName)],
    [t('no longer fires'), not_fired.map(ruleName)],
  ] as const;
  const [example] = examples;
  return (
    <li className={styles.item}>
      <div className={styles.line}>
        <strong>{formatCounted(requests, 'request')}</strong>
        {parts.map(([what, names]) =>
          names.length === 0 ? null : (
            <span key={what}>
              {what} <strong>{names.join(', ')}</strong>
            </span>
          ),
        )}
        <span className={styles.quiet}>{t('{tokens} tokens each', { tokens: formatChange(tokens) })}</span>
      </div>
      {example === undefined ? null : (
        <Button onPress={() => void openExample(example)}>{t('Open one as a sample')}</Button>
      )}
    </li>
  );
}

async function openExample(id: string): Promise<void> {
  try {
    const { recording, cause } = await call('recordings.get', { id });
    makeSample(recording, cause);
  } catch (error) {
    showError(error);
  }
}
