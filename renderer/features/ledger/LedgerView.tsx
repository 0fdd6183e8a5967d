import { History, Scale, ScrollText, TriangleAlert } from 'lucide-react';
import { unreachable } from '../../../shared/contract/errors.ts';
import { t } from '../../texts/texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import { formatCount } from '../../ui/format-number.ts';
import { type TabItem, Tabs } from '../../ui/Tabs.tsx';
import { Assembled } from './assembled/Assembled.tsx';
import { Changes } from './changes/Changes.tsx';
import { DecideDialog } from './dialogs/DecideDialog.tsx';
import { ImportLedgerDialog } from './dialogs/ImportLedgerDialog.tsx';
import { PostDialog } from './dialogs/PostDialog.tsx';
import { StatusDialog } from './dialogs/StatusDialog.tsx';
import {
  closeLedgerDialog,
  type LedgerTab,
  setLedgerView,
  useLedgerNews,
  useLedgerView,
  type LedgerView as View,
} from './ledger-view.ts';
import { OpenMatters } from './open/OpenMatters.tsx';
import { useOpenCount } from './open/use-open-matters.ts';
import { Timeline } from './timeline/Timeline.tsx';

const selectTab = (view: View) => view.tab;

/** Centre of the ledger view: what happened, what it says for a task, what changed, what is open. */
export function LedgerView() {
  const tab = useLedgerView(selectTab);
  const open = useOpenCount();
  useLedgerNews();
  const tabs: TabItem<LedgerTab>[] = [
    { id: 'timeline', label: t('Timeline'), icon: ScrollText, content: <Timeline /> },
    { id: 'assembled', label: t('Assembled'), icon: Scale, content: <Assembled /> },
    { id: 'changes', label: t('What changed'), icon: History, content: <Changes /> },
    {
      id: 'open',
      label: t('To settle'),
      icon: TriangleAlert,
      badge: open === 0 ? null : <Badge tone="missing">{formatCount(open)}</Badge>,
      content: <OpenMatters />,
    },
  ];
  return (
    <>
      <Tabs
        label={t('Views of the ledger')}
        onSelect={next => setLedgerView({ tab: next })}
        selected={tab}
        tabs={tabs}
      />
      <LedgerDialogs />
    </>
  );
}

const selectDialog = (view: View) => view.dialog;

/** The window over the ledger view, if one is open. */
function LedgerDialogs() {
  const dialog = useLedgerView(selectDialog);
  if (dialog === undefined) return null;
  switch (dialog.kind) {
    case 'post':
      return <PostDialog draft={dialog.draft ?? {}} onClose={closeLedgerDialog} />;
    case 'decide':
      return <DecideDialog draft={dialog.draft ?? {}} onClose={closeLedgerDialog} />;
    case 'import':
      return <ImportLedgerDialog onClose={closeLedgerDialog} />;
    case 'override':
    case 'reconsider':
    case 'confirm':
      return <StatusDialog change={dialog} onClose={closeLedgerDialog} />;
    default:
      return unreachable(dialog);
  }
}
