import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { showPanel, someFrames, someOf } from '../test/support/control-states.tsx';
import { fakeWeft } from '../test/support/fake-weft.ts';
import { type PromisingWindow, promisingWindows } from '../test/support/promising-windows.tsx';
import { ImportDialog } from './features/conversations/dialogs/ImportDialog.tsx';
import { FolderDialog } from './features/first-run/FolderDialog.tsx';
import { NewProjectDialog } from './features/first-run/NewProjectDialog.tsx';
import { useHandoffChoice } from './features/handoff/handoff-store.ts';
import { ImportLedgerDialog } from './features/ledger/dialogs/ImportLedgerDialog.tsx';
import { useLedgerView } from './features/ledger/ledger-view.ts';
import { TrustDialog } from './features/trust/TrustDialog.tsx';
import { openDialog, useDialog } from './stores/dialogs.ts';
import { useProject } from './stores/project.ts';
import { useToasts } from './stores/toasts.ts';

/** Asks for what the window promises, and gives what answers it. */
async function submitted({ show, typed = {}, asks }: PromisingWindow) {
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
  expect(promising.toSorted()).toEqual(Object.keys(promisingWindows).toSorted());
});

describe.each(someOf(Object.entries(promisingWindows), 3))('%s', (_, window) => {
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
    // What was chosen since stays so.
    const { selectedId } = useLedgerView.getState();
    const { packageId, patternKey } = useHandoffChoice.getState();
    expect([selectedId, packageId, patternKey]).toEqual([undefined, undefined, undefined]);
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

describe('a window that the whole page has', () => {
  const opened = {
    open: true,
    path: '/projects/other',
    name: 'other',
    trusted: true,
    problems: [],
    version: '0.1.0',
    shell: 'browser' as const,
    sample_path: '/projects/sample',
  };
  const whole: Readonly<Record<string, Omit<PromisingWindow, 'done'>>> = {
    FolderDialog: {
      show: () => <FolderDialog create={false} then={() => openDialog({ kind: 'newEngine' })} />,
      typed: { Folder: '/projects/other' },
      asks: 'project.open',
    },
    NewProjectDialog: {
      show: () => <NewProjectDialog />,
      typed: { Folder: '/projects/other' },
      asks: 'project.open',
    },
  };

  it.each(Object.entries(whole))('%s, closed before, closes no other and leads nowhere', async (_, one) => {
    const { screen, answer } = await submitted({ ...one, done: opened });
    await screen.unmount();
    openDialog({ kind: 'shortcuts' });
    answer.resolve({ ok: true, value: opened });
    await expect.poll(() => useProject.getState().info?.path).toBe('/projects/other');
    await someFrames();
    expect(useDialog.getState().dialog).toEqual({ kind: 'shortcuts' });
  });

  it.each(Object.entries(whole))('%s, closed before, tells a failure all the same', async (_, one) => {
    const { screen, answer } = await submitted({ ...one, done: opened });
    await screen.unmount();
    answer.resolve(failed);
    await expect
      .poll(() => useToasts.getState().toasts.map(({ message }) => message))
      .toEqual(['The disk is full.']);
  });
});

it('the window of trust, closed while the answer is on its way, closes no other and is asked once', async () => {
  const asking = {
    path: '/projects/other',
    trusted: false,
    fingerprint: 'a',
    config: [],
    watched_folders: [],
  };
  const answer = Promise.withResolvers<unknown>();
  const decided: unknown[] = [];
  fakeWeft({});
  vi.stubGlobal('weft', {
    ...window.weft,
    call: async (_name: string, input: { readonly decision?: string }) => {
      if (input.decision === undefined)
        return { ok: true, value: { ...asking, engines: [], memories: [], problems: [] } };
      decided.push(input);
      return answer.promise;
    },
  });
  const screen = await showPanel(<TrustDialog />);
  const button = page.getByRole('button', { name: 'Trust this project' });
  await button.click();
  await expect.element(button).toBeDisabled();
  await screen.unmount();
  openDialog({ kind: 'shortcuts' });
  answer.resolve({ ok: true, value: {} });
  await someFrames();
  expect([decided.length, useDialog.getState().dialog]).toEqual([1, { kind: 'shortcuts' }]);
});

describe('a window that looks before it imports, closed meanwhile,', () => {
  const none = { created: 0, replaced: 0, unchanged: 0, kept: 0 };
  const ledger = {
    decisions: none,
    entries: none,
    kept: [],
    entities: 0,
    relations: 0,
    other_files: [],
    refused: [],
    notes: [],
  };
  const conversations = {
    imported: [{ id: 'a', title: 'A', format: 'messages', messages: 1, change: 'created', notes: [] }],
    refused: [],
    notes: [],
  };
  const imports = [
    ['ImportLedgerDialog', ImportLedgerDialog, 'Folder', ledger],
    ['ImportDialog', ImportDialog, 'Or the path of a file or folder', conversations],
  ] as const;

  it.each(imports)(
    '%s: closes no window that was opened since, and tells a failure',
    async (_, Dialog, field, found) => {
      for (const at of [1, 2]) {
        const waiting = Promise.withResolvers<unknown>();
        fakeWeft({});
        vi.stubGlobal('weft', {
          ...window.weft,
          call: async (_name: string, { dry_run }: { readonly dry_run: boolean }) =>
            dry_run ? { ok: true, value: found } : waiting.promise,
        });
        const onClose = vi.fn();
        const screen = await showPanel(<Dialog onClose={onClose} />);
        await page.getByRole('textbox', { name: field }).fill('there');
        await page.getByRole('button', { name: 'Look into it' }).click();
        await page.getByRole('button', { name: 'Import', exact: true }).click();
        await screen.unmount();
        waiting.resolve(at === 1 ? { ok: true, value: found } : failed);
        await expect.poll(() => useToasts.getState().toasts.length).toBe(at);
        expect(onClose).not.toHaveBeenCalled();
      }
      expect(useToasts.getState().toasts.map(({ kind }) => kind)).toEqual(['info', 'error']);
    },
  );
});

it('of files that are chosen one after the other those chosen last are imported, whichever are read first', async () => {
  const held = Promise.withResolvers<string>();
  const slow = Object.assign(new File(['1'], 'slow.json'), { text: () => held.promise });
  const quick = new File(['2'], 'quick.json');
  const { asked } = fakeWeft({
    'conversations.import': {
      imported: [],
      refused: [],
      notes: [],
      waiting: { texts: 0, conversations: 0, working: false },
    },
  });
  await showPanel(<ImportDialog onClose={() => {}} />);
  const zone = page.getByText('Drop files here', { exact: false }).element();
  for (const file of [slow, quick]) {
    const event = new Event('drop', { bubbles: true, cancelable: true });
    Object.assign(event, { dataTransfer: { files: [file] } });
    zone.dispatchEvent(event);
  }
  await expect.poll(() => asked.length).toBe(1);
  held.resolve('1');
  await someFrames();
  expect(asked.map(({ input }) => input)).toEqual([
    { files: [{ name: 'quick.json', text: '2' }], dry_run: true },
  ]);
});
