import { CircleCheck, CircleX, Minus, Plus, RotateCcw, TriangleAlert } from 'lucide-react';
import type { Output } from '../../../../shared/contract/contract.ts';
import { withoutUndefined } from '../../../../shared/model/entries.ts';
import type { LedgerDecision } from '../../../../shared/model/ledger.ts';
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
import { History } from './History.tsx';
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
          Decision
          <Badge tone={look.tone}>{look.label}</Badge>
          <Badge>{confidence} confidence</Badge>
          {domain === '' ? null : <Badge>{domain}</Badge>}
          {reversible === false ? <Badge tone="missing">not reversible</Badge> : null}
        </>
      }
      label="Decision"
      title={decision.summary}
    >
      <Conflicts conflicts={found.conflicts} id={decision.id} />
      {status === 'overridden' ? (
        <Notice
          icon={CircleX}
          title={`Overridden${decision.overridden_by ? ` by ${decision.overridden_by}` : ''}`}
          tone="error"
        >
          {decision.override_reason ?? 'No reason provided'}
        </Notice>
      ) : null}
      <DetailText text={decision.context} title="Context" />
      <DetailText text={decision.rationale} title="Rationale" />
      <DetailList items={decision.constraints} title="Constraints" />
      <Alternatives alternatives={decision.alternatives ?? []} />
      <Related related={found.related} />
      <DetailList items={decision.affected_files} mono title="Affected files" />
      <DetailList items={decision.affected_symbols} mono title="Affected symbols" />
      <DetailList items={decision.commit_hashes} mono title="Commits" />
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
          Confirm
        </Button>
      ) : (
        <Button icon={RotateCcw} onPress={() => ask('reconsider')}>
          Reconsider
        </Button>
      )}
      {holds ? (
        <Button icon={CircleX} onPress={() => ask('override')}>
          Override
        </Button>
      ) : null}
      <Menu
        entries={[
          { id: 'supersede', label: 'Replace by a new decision…', disabled: !holds, run: supersede },
          {
            id: 'note',
            label: 'Post an entry about it…',
            run: () =>
              openLedgerDialog({ kind: 'post', draft: { relates_to: [id], ...(scope && { scope }) } }),
          },
        ]}
        name="More actions for the decision"
      />
    </>
  );
}

function Conflicts({ conflicts, id }: { readonly conflicts: Found['conflicts']; readonly id: string }) {
  return conflicts.map(conflict => {
    const other = conflict.newer.id === id ? conflict.older : conflict.newer;
    const { shared, similarity } = conflict;
    return (
      <Notice icon={TriangleAlert} key={other.id} title="Contradicts another decision" tone="missing">
        <TextLink onPress={() => selectRecord(other.id)}>{other.summary}</TextLink>
        <span>
          {Math.round(similarity * 100)}% of their words are the same;{' '}
          {shared.length === 0 ? 'both are about one scope' : `both affect ${shared.join(', ')}`}.
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
      <PanelHeader level="label" title="Alternatives not taken" />
      {alternatives.map(({ option, pros = [], cons = [], reason_rejected = '' }) => (
        <div className={styles.alternative} key={option}>
          <strong>{option}</strong>
          {reason_rejected === '' ? null : <p className={styles.reason}>{reason_rejected}</p>}
          <ul className={styles.points}>
            {pros.map(pro => (
              <li key={`pro ${pro}`}>
                <Plus aria-label="for" className={styles.pro ?? ''} role="img" size={13} />
                {pro}
              </li>
            ))}
            {cons.map(con => (
              <li key={`con ${con}`}>
                <Minus aria-label="against" className={styles.con ?? ''} role="img" size={13} />
                {con}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
