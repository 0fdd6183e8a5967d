import type { ReactNode } from 'react';
import type { ListedPackage } from '../../renderer/features/handoff/handoff-store.ts';
import { MarkConsumedDialog } from '../../renderer/features/handoff/packages/MarkConsumedDialog.tsx';
import { SavePackageDialog } from '../../renderer/features/handoff/packages/SavePackageDialog.tsx';
import { RecordPatternDialog } from '../../renderer/features/handoff/patterns/RecordPatternDialog.tsx';
import { DecideDialog } from '../../renderer/features/ledger/dialogs/DecideDialog.tsx';
import { PostDialog } from '../../renderer/features/ledger/dialogs/PostDialog.tsx';
import { StatusDialog } from '../../renderer/features/ledger/dialogs/StatusDialog.tsx';
import { AppendEventDialog } from '../../renderer/features/memories/content/events/AppendEventDialog.tsx';
import { SaveViewDialog } from '../../renderer/features/memories/content/graph/GraphViews.tsx';
import { KeyValueDialog } from '../../renderer/features/memories/content/KeyValueDialog.tsx';
import type { ProcedureName } from '../../shared/contract/contract.ts';

export interface PromisingWindow {
  readonly show: (onClose: () => void) => ReactNode;
  /** What is typed, by field. */
  readonly typed?: Readonly<Record<string, string>>;
  readonly asks: ProcedureName;
  readonly done: unknown;
}

const at = '2026-11-20T10:00:00.000Z';
const listed: ListedPackage = {
  id: 1,
  session_id: 's',
  group_id: null,
  package_type: 'research',
  producer_agent: 'a',
  priority: 'medium',
  file_path: 'a.md',
  summary: 'A',
  size_bytes: 1,
  created_at: at,
  superseded: false,
  consumers: [],
};

/** Each window that promises something, by the name of its component. */
export const promisingWindows: Readonly<Record<string, PromisingWindow>> = {
  PostDialog: {
    show: onClose => <PostDialog draft={{}} onClose={onClose} />,
    typed: { Summary: 'The port is 80' },
    asks: 'ledger.post',
    done: { id: 'a', timestamp: at, resolved: [] },
  },
  DecideDialog: {
    show: onClose => <DecideDialog draft={{ domain: 'web' }} onClose={onClose} />,
    typed: { Summary: 'The port is 80', Rationale: 'It is free' },
    asks: 'ledger.decide',
    done: { id: 'a', timestamp: at, status: 'active', conflicts: [], hints: [] },
  },
  StatusDialog: {
    show: onClose => <StatusDialog change={{ kind: 'confirm', id: 'a', summary: 'A' }} onClose={onClose} />,
    asks: 'ledger.confirm',
    done: { id: 'a', status: 'active' },
  },
  SavePackageDialog: {
    show: onClose => <SavePackageDialog onClose={onClose} />,
    typed: { Session: 's', File: 'a.md', Summary: 'A', From: 'developer' },
    asks: 'packages.save',
    done: { id: 1, session_id: 's', created_at: at },
  },
  MarkConsumedDialog: {
    show: onClose => <MarkConsumedDialog chosen={listed} onClose={onClose} />,
    asks: 'packages.markConsumed',
    done: { marked: 1 },
  },
  RecordPatternDialog: {
    show: onClose => <RecordPatternDialog onClose={onClose} />,
    typed: { Failure: 'TypeError: x is not a function', Solution: 'Import it' },
    asks: 'errorPatterns.record',
    done: { pattern_hash: 'a', project_id: 'default' },
  },
  KeyValueDialog: {
    show: onClose => (
      <KeyValueDialog
        entry={{ instance: 'i', namespace: 'n', key: 'k', value: 'v', updated_at: at }}
        onClose={onClose}
      />
    ),
    asks: 'kv.set',
    done: {},
  },
  AppendEventDialog: {
    show: onClose => <AppendEventDialog instance="work" onClose={onClose} />,
    typed: { Type: 'note', Content: 'A' },
    asks: 'events.append',
    done: { events: [] },
  },
  SaveViewDialog: {
    show: onClose => (
      <SaveViewDialog filter={{ text: 'a', kinds: [], depth: 0, relation: '' }} onClose={onClose} />
    ),
    typed: { Name: 'services' },
    asks: 'graph.saveView',
    done: {},
  },
};
