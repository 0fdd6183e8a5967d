import { CircleCheck, CircleX, Minus, Plus, RotateCcw, TriangleAlert } from 'lucide-react';
import type { Output } from '../../../../shared/contract/contract.ts';
import { withoutUndefined } from '../../../../shared/model/entries.ts';
import type { LedgerDecision, StatusChange } from '../../../../shared/model/ledger.ts';
import { t } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { openLedgerDialog, selectRecord } from '../ledger-view.ts';
import { dayAndTime } from '../logic/group-by-day.ts';
import { recordLooks, statusLooks } from '../record-looks.ts';
import styles from './DecisionDetail.module.css';
import { Detail, DetailList, DetailText } from './Detail.tsx';
import { Related } from './Related.tsx';

type Found = Output<'ledger.get'>;

interface DecisionDetailProps {
  readonly decision: LedgerDecision;
  readonly found: Found;
}

/** A decision with its reasons, what was not chosen, and what became of it. */
export function DecisionDetail({ decision, found }: DecisionDetailProps) {
  const { status, confidence, agent_id = '', domain = '', scope = '', timestamp, reversible } = decision;
  const look = statusLooks[status];
  const Icon = recordLooks.decisions.icon;
  return (
    <Detail
      actions={<DecisionActions decision={decision} />}
      facts={[dayAndTime(timestamp), agent_id, scope]}
      kind={
        <>
          <Icon aria-hidden size={15} />
          {t('Decision')}
          <Badge tone={look.tone}>{look.label}</Badge>
          <Badge>{t('{confidence} confidence', { confidence })}</Badge>
          {domain === '' ? null : <Badge>{domain}</Badge>}
          {reversible === false ? <Badge tone="missing">{t('not reversible')}</Badge> : null}
        </>
      }
      label={t('Decision')}
      title={decision.summary}
    >
      <Conflicts conflicts={found.conflicts} id={decision.id} />
      {status === 'overridden' ? (
        <Notice
          icon={CircleX}
          title={
            decision.overridden_by
              ? t('Overridden by {name}', { name: decision.overridden_by })
              : t('Overridden')
          }
          tone="error"
        >
          {decision.override_reason ?? t('No reason provided')}
        </Notice>
      ) : null}
      <DetailText text={decision.context} title={t('Context')} />
      <DetailText text={decision.rationale} title={t('Rationale')} />
      <DetailList items={decision.constraints} title={t('Constraints')} />
      <Alternatives alternatives={decision.alternatives ?? []} />
      <Related related={found.related} />
      <DetailList items={decision.affected_files} mono title={t('Affected files')} />
      <DetailList items={decision.affected_symbols} mono title={t('Affected symbols')} />
      <DetailList items={decision.commit_hashes} mono title={t('Commits')} />
      <History history={found.history} />
    </Detail>
  );
}

function DecisionActions({ decision }: { readonly decision: LedgerDecision }) {
  const { id, summary, status, domain, scope, affected_files } = decision;
  const ask = (kind: 'override' | 'reconsider' | 'confirm') => openLedgerDialog({ kind, id, summary });
  const holds = status === 'active' || status === 'provisional';
  const supersede = () => {
    const draft = { supersedes: id, domain, scope, affected_files };
    openLedgerDialog({ kind: 'decide', draft: withoutUndefined(draft) });
  };
  return (
    <>
      {status === 'provisional' ? (
        <Button icon={CircleCheck} onPress={() => ask('confirm')}>
          {t('Confirm')}
        </Button>
      ) : (
        <Button icon={RotateCcw} onPress={() => ask('reconsider')}>
          {t('Reconsider')}
        </Button>
      )}
      {holds ? (
        <Button icon={CircleX} onPress={() => ask('override')}>
          {t('Override')}
        </Button>
      ) : null}
      <Menu
        entries={[
          { id: 'supersede', label: t('Replace by a new decision…'), disabled: !holds, run: supersede },
          {
            id: 'note',
            label: t('Post an entry about it…'),
            run: () =>
              openLedgerDialog({ kind: 'post', draft: { relates_to: [id], ...(scope && { scope }) } }),
          },
        ]}
        name={t('More actions for the decision')}
      />
    </>
  );
}

function Conflicts({ conflicts, id }: { readonly conflicts: Found['conflicts']; readonly id: string }) {
  return conflicts.map(conflict => {
    const other = conflict.newer.id === id ? conflict.older : conflict.newer;
    const { shared, similarity } = conflict;
    return (
      <Notice icon={TriangleAlert} key={other.id} title={t('Contradicts another decision')} tone="missing">
        <TextLink onPress={() => selectRecord(other.id)}>{other.summary}</TextLink>
        <span>
          {t('{similarity}% of their words are the same; {scopes}.', {
            similarity: Math.round(similarity * 100),
            scopes:
              shared.length === 0
                ? t('both are about one scope')
                : t('both affect {shared}', { shared: shared.join(', ') }),
          })}
        </span>
      </Notice>
    );
  });
}

/** The ways that were not taken, with what spoke for and against them. */
function Alternatives({
  alternatives,
}: {
  readonly alternatives: NonNullable<LedgerDecision['alternatives']>;
}) {
  if (alternatives.length === 0) return null;
  return (
    <div className={styles.group}>
      <PanelHeader level="label" title={t('Alternatives not taken')} />
      {alternatives.map(({ option, pros = [], cons = [], reason_rejected = '' }) => (
        <div className={styles.alternative} key={option}>
          <strong>{option}</strong>
          {reason_rejected === '' ? null : <p className={styles.reason}>{reason_rejected}</p>}
          <ul className={styles.points}>
            {pros.map(pro => (
              <li key={`pro ${pro}`}>
                <Plus aria-label={t('for')} className={styles.pro ?? ''} role="img" size={13} />
                {pro}
              </li>
            ))}
            {cons.map(con => (
              <li key={`con ${con}`}>
                <Minus aria-label={t('against')} className={styles.con ?? ''} role="img" size={13} />
                {con}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

/** What became of a decision, oldest first. */
function History({ history }: { readonly history: readonly StatusChange[] }) {
  if (history.length === 0) return null;
  return (
    <div className={styles.history}>
      <PanelHeader level="label" title={t('History')} />
      <ol className={styles.steps}>
        {history.map(({ at, status, by, reason }) => {
          const { icon: Icon, label, tone } = statusLooks[status];
          return (
            <li className={styles.step} key={`${at} ${status}`}>
              <Icon aria-hidden className={styles[tone] ?? ''} size={14} />
              <span>
                {label}
                <span className={styles.when}>
                  {' '}
                  {dayAndTime(at)}
                  {by === undefined || by === '' ? '' : ` · ${by}`}
                </span>
                {reason === undefined || reason === '' ? null : (
                  <span className={styles.because}>{reason}</span>
                )}
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
