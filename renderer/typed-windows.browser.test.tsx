import type { ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { showPanel, someFrames, someOf } from '../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../test/support/fake-weft.ts';
import { promisingWindows } from '../test/support/promising-windows.tsx';
import { ImportDialog as ConversationsDialog } from './features/conversations/dialogs/ImportDialog.tsx';
import { FolderDialog } from './features/first-run/FolderDialog.tsx';
import { NewEngineDialog } from './features/first-run/NewEngineDialog.tsx';
import { NewProjectDialog } from './features/first-run/NewProjectDialog.tsx';
import { ImportDialog } from './features/import/ImportDialog.tsx';
import { ImportLedgerDialog } from './features/ledger/dialogs/ImportLedgerDialog.tsx';
import { NewMemoryDialog } from './features/memories/NewMemoryDialog.tsx';
import { RenameMemory } from './features/memories/RenameMemoryDialog.tsx';
import { RenameEngine } from './features/rules/list/RenameEngine.tsx';
import { RenameVariableDialog } from './features/rules/RenameVariableDialog.tsx';
import { PasteRequestDialog } from './features/samples/PasteRequestDialog.tsx';
import { openDialog, useDialog } from './stores/dialogs.ts';
import { loadProject } from './stores/project.ts';
import { Dialog } from './ui/Dialog.tsx';
import { TextField } from './ui/TextField.tsx';

type Shown = (onClose: () => void) => ReactNode;

const engineId = sampleFiles.engines[0]?.id ?? '';
const memoryId = sampleFiles.memories[0]?.id ?? '';

/** Every window that does something with what is typed in it, by the file that it stands in. */
const windows: Readonly<Record<string, Shown>> = {
  ...Object.fromEntries(Object.entries(promisingWindows).map(([name, { show }]) => [name, show])),
  'conversations/ImportDialog': onClose => <ConversationsDialog onClose={onClose} />,
  FolderDialog: () => <FolderDialog create={false} />,
  ImportDialog: () => <ImportDialog files={[]} />,
  ImportLedgerDialog: onClose => <ImportLedgerDialog onClose={onClose} />,
  NewEngineDialog: () => <NewEngineDialog />,
  NewMemoryDialog: onClose => <NewMemoryDialog onClose={onClose} />,
  NewProjectDialog: () => <NewProjectDialog />,
  PasteRequestDialog: onClose => <PasteRequestDialog onClose={onClose} />,
  RenameEngine: onClose => <RenameEngine engineId={engineId} onClose={onClose} />,
  RenameMemoryDialog: () => <RenameMemory memoryId={memoryId} />,
  RenameVariableDialog: () => <RenameVariableDialog field="addVar.phase" />,
};

/** Windows that something is chosen in, or nothing at all. */
const untyped = ['ConflictDialog', 'ExportDialog', 'TrustDialog'];

const sources = import.meta.glob<string>('./features/**/*.tsx', {
  eager: true,
  query: '?raw',
  import: 'default',
});

beforeEach(async () => {
  fakeWeft(openProjectAnswers(sampleFiles));
  await loadProject();
  const bridge = window.weft;
  // What is answered is another test's matter.
  vi.stubGlobal('weft', {
    ...bridge,
    call: (name: string, input: object) =>
      bridge?.call(name, input).catch(() => ({ ok: false, error: { code: 'internal', message: '' } })),
  });
});

const fields = 'input:not([type=checkbox], [type=radio], [type=file], [disabled], [readonly]), textarea';
const question = () => page.getByRole('region', { name: 'Discard what you typed?' }).query();

/** What is wrong with leaving a window in which something was typed. */
async function leaving(show: Shown): Promise<string[]> {
  const close = vi.fn();
  openDialog({ kind: 'shortcuts' });
  await showPanel(show(close));
  const isClosed = () => close.mock.calls.length > 0 || useDialog.getState().dialog === undefined;
  const field = () => document.querySelector<HTMLInputElement>(`[role=dialog] :is(${fields})`);
  await expect.poll(field).not.toBeNull();
  const press = async (keys: string) => {
    await userEvent.keyboard(keys);
    await someFrames();
  };
  field()?.focus();
  await press('{End}Typed');
  // A list that was opened by typing has the first Escape.
  if (document.querySelector('[role=listbox]')) await press('{Escape}');
  const typed = field()?.value;
  await press('{Escape}');
  const found = [
    ...(isClosed() ? ['closes with what was typed'] : []),
    ...(question() ? [] : ['does not ask']),
  ];
  if (found.length > 0) return found;
  await press('{Escape}');
  if (question() || isClosed()) found.push('does not go on');
  if (field()?.value !== typed || field() !== document.activeElement) found.push('has lost its field');
  await press('{Escape}');
  await page.getByRole('button', { name: 'Discard it' }).click();
  if (!isClosed()) found.push('stays');
  return found;
}

it('every window that does something stands here', () => {
  const there = Object.entries(sources).flatMap(([path, source]) =>
    /<Dialog\s/.test(source) && source.includes('onSubmit=')
      ? [path.split('/').at(-1)?.replace('.tsx', '') ?? '']
      : [],
  );
  const named = Object.keys(windows).map(name => name.replace(/^conversations\//, ''));
  const here = named.map(name => (name === 'SaveViewDialog' ? 'GraphViews' : name));
  expect(there.toSorted()).toEqual([...here, ...untyped].toSorted());
});

it.each(someOf(Object.entries(windows), 3))('%s asks before what was typed in it goes', async (_, show) => {
  expect(await leaving(show)).toEqual([]);
});

it.each(someOf(Object.entries(windows), 3))('%s, untouched, closes at one Escape', async (_, show) => {
  const close = vi.fn();
  openDialog({ kind: 'shortcuts' });
  await showPanel(show(close));
  await expect.poll(() => document.querySelector('[role=dialog]')).not.toBeNull();
  await userEvent.keyboard('{Escape}');
  await expect
    .poll(() => close.mock.calls.length > 0 || useDialog.getState().dialog === undefined)
    .toBe(true);
});

it('control: a window that takes what is typed for nothing is found', async () => {
  expect(
    await leaving(onClose => (
      <Dialog onClose={onClose} title="Found">
        <TextField label="Search" onChange={() => {}} value="" />
      </Dialog>
    )),
  ).toEqual(['closes with what was typed', 'does not ask']);
});
