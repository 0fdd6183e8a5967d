import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../../test/support/fake-weft.ts';
import { useAnnouncement } from '../../stores/announcements.ts';
import { availableCommands, runCommand } from '../../stores/commands.ts';
import { edit } from '../../stores/documents.ts';
import { loadProject } from '../../stores/project.ts';
import { TopBar } from './TopBar.tsx';
import { useShellCommands } from './use-shell-commands.ts';

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
