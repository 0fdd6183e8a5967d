import { expect, it } from 'vitest';
import type { Input, Output } from '../../../shared/contract/contract.ts';
import { panelFindings, showPanel } from '../../../test/support/control-states.tsx';
import { fakeWeft } from '../../../test/support/fake-weft.ts';
import { FilesTab } from './FilesTab.tsx';

type Prediction = Output<'flights.predict'>;
type File = Prediction['agents'][number]['files'][number];

/** One file waits for a start in `apps`, another for a file of `src`, a third for one that its pattern means. */
function predict({ folder, after = [] }: Input<'flights.predict'>): Prediction {
  const file = (path: string, loaded: boolean, more: Partial<File>): File => ({
    path,
    loaded,
    reason: 'session_start',
    message: 'It is loaded with every session here.',
    bytes: 40,
    tokens: loaded ? 10 : 0,
    ...more,
  });
  const isRead = after.some(path => path.startsWith('src/'));
  const files = [
    file('apps/AGENTS.md', folder === 'apps', {
      ...(folder !== 'apps' && {
        reason: 'outside_folder',
        change: { do: 'start_in', path: 'apps', message: 'Start the agent in apps.' },
      }),
    }),
    file('src/AGENTS.md', isRead, {
      ...(!isRead && {
        reason: 'folder_not_read',
        change: { do: 'read_file', path: 'src', message: 'Read or change a file in src/.' },
      }),
    }),
    file('.claude/rules/python.md', after.includes('a-file.py'), {
      ...(!after.includes('a-file.py') && {
        reason: 'no_matching_read',
        change: { do: 'read_file', path: 'a-file.py', message: 'Read a file that `*.py` matches.' },
      }),
    }),
  ];
  return {
    top: '/p',
    agents: [{ agent: 'claude-code', title: 'Claude Code', files, tokens: 0 }],
    is_cut: false,
  };
}

it('says of each file that is not loaded the one change, and tries it at a press', async () => {
  fakeWeft({ 'flights.list': { flights: [], total: 0 }, 'flights.predict': predict });
  const screen = await showPanel(<FilesTab />);
  await expect.element(screen.getByRole('region', { name: 'Why these are not here (3)' })).toBeVisible();
  const row = (path: string) => screen.getByRole('listitem').filter({ hasText: path });
  await row('src/AGENTS.md').getByRole('button', { name: 'What if?' }).click();
  await expect.element(screen.getByRole('region', { name: 'Why these are not here (2)' })).toBeVisible();
  await row('python.md').getByRole('button', { name: 'What if?' }).click();
  // With the answer the rows move, under a press that goes for one of them.
  await expect.element(screen.getByRole('region', { name: 'Why these are not here (1)' })).toBeVisible();
  await row('apps/AGENTS.md').getByRole('button', { name: 'What if?' }).click();
  await expect.element(screen.getByRole('region', { name: 'In its context (3)' })).toBeVisible();
  expect(await panelFindings()).toEqual([]);
});
