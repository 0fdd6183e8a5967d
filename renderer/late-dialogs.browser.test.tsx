import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ProcedureName } from '../shared/contract/contract.ts';
import { showPanel, someFrames } from '../test/support/control-states.tsx';
import { fakeWeft } from '../test/support/fake-weft.ts';
import type { ListedPackage } from './features/handoff/handoff-store.ts';
import { MarkConsumedDialog } from './features/handoff/packages/MarkConsumedDialog.tsx';
import { SavePackageDialog } from './features/handoff/packages/SavePackageDialog.tsx';
import { RecordPatternDialog } from './features/handoff/patterns/RecordPatternDialog.tsx';
import { DecideDialog } from './features/ledger/dialogs/DecideDialog.tsx';
import { PostDialog } from './features/ledger/dialogs/PostDialog.tsx';
import { StatusDialog } from './features/ledger/dialogs/StatusDialog.tsx';
import { AppendEventDialog } from './features/memories/content/events/AppendEventDialog.tsx';
import { SaveViewDialog } from './features/memories/content/graph/GraphViews.tsx';
import { KeyValueDialog } from './features/memories/content/KeyValueDialog.tsx';
import { useToasts } from './stores/toasts.ts';

interface Window {
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

const windows: Readonly<Record<string, Window>> = {
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

/** Asks for what the window promises, and gives what answers it. */
async function submitted({ show, typed = {}, asks }: Window) {
  const answer = Promise.withResolvers<unknown>();
  fakeWeft({});
  const bridge = window.weft;
  if (!bridge) throw new Error('nothing stands in place of the program');
  // What is answered is another test's matter, so that no contract judges it.
  vi.stubGlobal('weft', {
    ...bridge,
    call: async (name: string, input: object) =>
      name === asks && !('dry_run' in input)
        ? answer.promise
        : bridge.call(name, input).catch(() => ({ ok: false, error: { code: 'internal', message: '' } })),
  });
  const onClose = vi.fn();
  const screen = await showPanel(show(onClose));
  for (const [label, text] of Object.entries(typed))
    await page
      .getByRole(/^(Session|From|Type)$/.test(label) ? 'combobox' : 'textbox', { name: label, exact: true })
      .fill(text);
  document.querySelector('form')?.requestSubmit();
  await someFrames();
  return { screen, onClose, answer };
}

const failed = {
  ok: false,
  error: { code: 'conflict', message: 'The disk is full.' },
};

const sources = import.meta.glob<string>('./features/**/*.tsx', {
  eager: true,
  query: '?raw',
  import: 'default',
});

it('every window that promises something stands here', () => {
  const promising = Object.values(sources).flatMap(source =>
    source.includes('= useSubmitting(onClose)')
      ? [...source.matchAll(/export function (\w+Dialog)\(/g)].map(([, name = '']) => name)
      : [],
  );
  expect(promising.toSorted()).toEqual(Object.keys(windows).toSorted());
});

describe.each(Object.entries(windows))('%s', (_, window) => {
  it('control: closes once what it promises is done', async () => {
    const { answer, onClose } = await submitted(window);
    expect(onClose).not.toHaveBeenCalled();
    answer.resolve({ ok: true, value: window.done });
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
  });

  it('that was closed before closes no window that was opened since', async () => {
    const { answer, onClose, screen } = await submitted(window);
    await screen.unmount();
    answer.resolve({ ok: true, value: window.done });
    await someFrames();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('that was closed before tells a failure all the same', async () => {
    const { answer, screen } = await submitted(window);
    await screen.unmount();
    answer.resolve(failed);
    await expect
      .poll(() => useToasts.getState().toasts.map(({ message }) => message))
      .toEqual(['The disk is full.']);
  });
});
