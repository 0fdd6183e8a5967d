import { unreachable } from '../../../../shared/contract/errors.ts';
import { selectSelection, useConversationsView } from '../conversations-view.ts';
import { BudgetPanel } from './BudgetPanel.tsx';
import { BundleDetail } from './BundleDetail.tsx';
import { EntityDetail } from './EntityDetail.tsx';
import { TopicDetail } from './TopicDetail.tsx';

/** Right panel of the conversations view: the budget, or what is chosen in the list. */
export function ConversationsInspector() {
  const selection = useConversationsView(selectSelection);
  if (selection === undefined) return <BudgetPanel />;
  switch (selection.kind) {
    case 'topic':
      return <TopicDetail key={selection.id} slug={selection.id} />;
    case 'entity':
      return <EntityDetail id={selection.id} key={selection.id} />;
    case 'bundle':
      return <BundleDetail id={selection.id} key={selection.id} />;
    default:
      return unreachable(selection.kind);
  }
}
