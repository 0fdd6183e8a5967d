import { Check, MessageSquareReply } from 'lucide-react';
import type { Output } from '../../../../shared/contract/contract.ts';
import type { LedgerEntry } from '../../../../shared/model/ledger.ts';
import { call } from '../../../api/call.ts';
import { showError } from '../../../stores/toasts.ts';
import { t } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { openLedgerDialog } from '../ledger-view.ts';
import { dayAndTime } from '../logic/group-by-day.ts';
import { recordLooks } from '../record-looks.ts';
import { Detail, DetailText } from './Detail.tsx';
import { Related } from './Related.tsx';

interface EntryDetailProps {
  readonly entry: LedgerEntry;
  readonly found: Output<'ledger.get'>;
}

/** An entry of the blackboard with what it belongs to and whether it is resolved. */
export function EntryDetail({ entry, found }: EntryDetailProps) {
  const { entry_type: type, agent_id = '', scope = '', timestamp, resolved_at, resolved_by } = entry;
  const { label, icon: Icon } = recordLooks[type];
  const canResolve = type === 'need' || type === 'question' || type === 'warning';
  const isResolved = found.resolved === true;
  const by = resolved_by ? t(' by {resolved_by}', { resolved_by }) : '';
  const when = resolved_at ? `, ${dayAndTime(resolved_at)}` : '';
  return (
    <Detail
      actions={<EntryActions canResolve={canResolve && !isResolved} entry={entry} />}
      facts={[dayAndTime(timestamp), agent_id, scope]}
      kind={
        <>
          <Icon aria-hidden size={15} />
          {label}
          {canResolve || isResolved ? (
            <Badge tone={isResolved ? 'fired' : 'missing'}>{isResolved ? t('resolved') : t('open')}</Badge>
          ) : null}
        </>
      }
      label={t('Entry')}
      title={entry.summary}
    >
      {isResolved ? <DetailText text={t('Resolved{by}{when}.', { by, when })} title={t('Outcome')} /> : null}
      <DetailText text={entry.detail} title={t('Detail')} />
      <DetailText text={entry.tags?.join(', ')} title={t('Tags')} />
      <Related related={found.related} />
    </Detail>
  );
}

function EntryActions({ entry, canResolve }: { readonly entry: LedgerEntry; readonly canResolve: boolean }) {
  const { id, scope = 'project', entry_type: type } = entry;
  const canAnswer = type === 'need' || type === 'question';
  const answer = () =>
    openLedgerDialog({
      kind: 'post',
      draft: { relates_to: [id], scope, ...(canAnswer && { entry_type: 'answer' as const }) },
    });
  return (
    <>
      <Button icon={MessageSquareReply} onPress={answer}>
        {canAnswer ? t('Answer') : t('Reply')}
      </Button>
      {canResolve ? (
        <Button icon={Check} onPress={() => void call('ledger.resolve', { id }).catch(showError)}>
          {t('Resolve')}
        </Button>
      ) : null}
    </>
  );
}
