import { useCallback, useMemo, useState } from 'react';
import type { Message } from '../../../../shared/model/message.ts';
import { type ConversationsView, useConversationsView } from '../conversations-view.ts';
import { countShown, type OpenRows, shownRows } from '../logic/shown-rows.ts';
import { Planning } from '../Planning.tsx';
import { ReadError } from '../ReadError.tsx';
import { NowRow } from './NowRow.tsx';
import { ShownLegend } from './ShownLegend.tsx';
import { ShownList } from './ShownList.tsx';
import styles from './ShownTab.module.css';

interface ShownTabProps {
  readonly conversationId: string;
  readonly messages: readonly Message[] | undefined;
}

const selectMetadata = (view: ConversationsView) => view.assembled?.metadata;
const selectFailure = (view: ConversationsView) => view.failure;
const nothingOpen: OpenRows = { all: false, except: new Set() };

/** The conversation as the next turn sees it: whole, picked, told in summaries, left out; and what the user says now. */
export function ShownTab({ conversationId, messages }: ShownTabProps) {
  const metadata = useConversationsView(selectMetadata);
  const failure = useConversationsView(selectFailure);
  const [open, setOpen] = useState(nothingOpen);
  // A plan of another conversation says nothing of these messages.
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
      {failure === undefined ? null : <ReadError message={failure} />}
      <div className={styles.list}>{rows ? <ShownList onToggle={toggle} rows={rows} /> : <Planning />}</div>
      <NowRow conversationId={conversationId} />
    </div>
  );
}

function toggled({ all, except }: OpenRows, id: string): OpenRows {
  const next = new Set(except);
  if (!next.delete(id)) next.add(id);
  return { all, except: next };
}
