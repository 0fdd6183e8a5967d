import { useCallback, useMemo, useState } from 'react';
import { TextArea, TextField } from 'react-aria-components';
import { chars4 } from '../../../../shared/model/chars4.ts';
import type { Message } from '../../../../shared/model/message.ts';
import { t } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { formatCount, formatCounted } from '../../../ui/format-number.ts';
import { Switch } from '../../../ui/Switch.tsx';
import { type ConversationsView, setDraft, useConversationsView } from '../conversations-view.ts';
import { usePlan } from '../kept-plan.ts';
import { countShown, type OpenRows, type ShownAs, type ShownCounts, shownRows } from '../logic/shown-rows.ts';
import { Planning } from '../Planning.tsx';
import { ShownList, StateSign, shownLooks } from './ShownList.tsx';
import styles from './ShownTab.module.css';

interface ShownLegendProps {
  readonly counts: ShownCounts;
  readonly showsAll: boolean;
  readonly onShowAll: (all: boolean) => void;
}

const order: readonly ShownAs[] = ['whole', 'key', 'summarised', 'dropped'];

/** How many messages went which way, in the colours of the list. */
function ShownLegend({ counts, showsAll, onShowAll }: ShownLegendProps) {
  const hidden = counts.summarised + counts.dropped;
  return (
    <div className={styles.legend}>
      <ul aria-label={t('Messages by what became of them')} className={styles.counts}>
        {order.map(as => (
          <li className={styles.count} key={as} title={shownLooks[as].tip}>
            <StateSign as={as} />
            <strong>{formatCount(counts[as])}</strong> {shownLooks[as].label}
          </li>
        ))}
      </ul>
      {hidden === 0 ? null : <Switch label={t('Every message')} on={showsAll} onChange={onShowAll} />}
    </div>
  );
}

interface ShownTabProps {
  readonly conversationId: string;
  readonly messages: readonly Message[] | undefined;
}

const nothingOpen: OpenRows = { all: false, except: new Set() };

/** The conversation as the next turn sees it: whole, picked, told in summaries, left out; and what the user says now. */
export function ShownTab({ conversationId, messages }: ShownTabProps) {
  const metadata = usePlan(conversationId).assembled?.metadata;
  const [open, setOpen] = useState(nothingOpen);
  // A plan of fewer messages says nothing of those that came since.
  const plan = metadata?.states.length === messages?.length ? metadata : undefined;
  const rows = useMemo(
    () => (plan && messages ? shownRows(messages, plan, open) : undefined),
    [plan, messages, open],
  );
  const toggle = useCallback((id: string) => setOpen(before => toggled(before, id)), []);
  return (
    <div className={styles.page}>
      {plan ? (
        <ShownLegend
          counts={countShown(plan)}
          onShowAll={all => setOpen({ all, except: new Set() })}
          showsAll={open.all}
        />
      ) : null}
      <div className={styles.list}>
        {rows ? <ShownList onToggle={toggle} rows={rows} /> : <Planning conversationId={conversationId} />}
      </div>
      <NowRow conversationId={conversationId} />
    </div>
  );
}

function toggled({ all, except }: OpenRows, id: string): OpenRows {
  const next = new Set(except);
  if (!next.delete(id)) next.add(id);
  return { all, except: next };
}

/** What the user says now. Topics, entities, retrieval and the budget follow while it is typed. */
function NowRow({ conversationId }: { readonly conversationId: string }) {
  const text = useConversationsView((view: ConversationsView) => view.drafts[conversationId] ?? '');
  return (
    <div className={styles.now}>
      <span className={styles.label}>{t('Now')}</span>
      <TextField
        aria-label={t('What the user says now')}
        className={classNames(styles.field)}
        onChange={next => setDraft(conversationId, next)}
        value={text}
      >
        <TextArea
          className={classNames(styles.input)}
          placeholder={t('Type the next message: what is shown and what it costs follow')}
          rows={1}
        />
      </TextField>
      <span className={styles.tokens} title={t('Tokens of the message')}>
        {formatCounted(chars4(text), 'token')}
      </span>
    </div>
  );
}
