import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import type { StudioCommandId } from '../../../shared/model/studio-command.ts';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../../test/support/fake-weft.ts';
import { useAnnouncement } from '../../stores/announcements.ts';
import { availableCommands, runCommand, useProvideCommands } from '../../stores/commands.ts';
import { edit } from '../../stores/documents.ts';
import { loadProject } from '../../stores/project.ts';
import { setWorkspace, useWorkspace } from '../../stores/workspace.ts';
import { TopBar } from './TopBar.tsx';
import { useShellCommands } from './use-shell-commands.ts';
import { useShortcuts } from './use-shortcuts.ts';

function Bench() {
  useShellCommands();
  return null;
}

it('what was undone and done again is said, since it may be out of sight', async () => {
  fakeWeft(openProjectAnswers(sampleFiles));
  await loadProject();
  await render(<Bench />);
  for (const name of ['First', 'Second'])
    edit(`rename to ${name}`, ({ samples }) => {
      for (const sample of Object.values(samples)) sample.name = name;
    });
  const said = () => useAnnouncement.getState().text;
  runCommand('edit.undo');
  await expect.poll(said).toBe('Undone: rename to Second');
  runCommand('edit.undo');
  await expect.poll(said).toBe('Undone: rename to First');
  runCommand('edit.redo');
  await expect.poll(said).toBe('Done again: rename to First');
  runCommand('edit.undoAll');
  await expect.poll(said).toBe('All changes are undone.');
});

it.each([
  ['an engine', sampleFiles, true],
  ['none', { ...sampleFiles, engines: [] }, false],
])('Export can be pressed where its command has a meaning: in a project with %s', async (_, files, can) => {
  fakeWeft(openProjectAnswers(files));
  await loadProject();
  const screen = await render(
    <>
      <Bench />
      <TopBar />
    </>,
  );
  const isThere = () => !screen.getByRole('button', { name: 'Export' }).element().hasAttribute('disabled');
  await expect.poll(isThere).toBe(can);
  expect(availableCommands().includes('engine.export')).toBe(can);
});

function Keys({ onSave }: { readonly onSave: () => void }) {
  useShortcuts();
  useProvideCommands({ 'document.save': { run: onSave } });
  return <div role="dialog" />;
}

it('a menu of the system leads nowhere while a window asks, but saves', async () => {
  const weft = fakeWeft(openProjectAnswers(sampleFiles));
  await loadProject();
  const saved = vi.fn();
  await render(<Keys onSave={saved} />);
  setWorkspace({ view: 'rules' });
  const choose = (command: StudioCommandId) => weft.tell({ event: 'menu:command', id: command });
  choose('view.ledger');
  choose('document.save');
  await expect.poll(() => saved.mock.calls.length).toBe(1);
  expect(useWorkspace.getState().view).toBe('rules');
});
