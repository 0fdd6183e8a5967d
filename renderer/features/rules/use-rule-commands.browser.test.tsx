import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { showPanel } from '../../../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../../test/support/fake-weft.ts';
import { useAnnouncement } from '../../stores/announcements.ts';
import { runCommand } from '../../stores/commands.ts';
import { useDocuments } from '../../stores/documents.ts';
import { loadProject } from '../../stores/project.ts';
import { setWorkspace } from '../../stores/workspace.ts';
import { ShortcutSheet } from '../shell/ShortcutSheet.tsx';
import { useShortcuts } from '../shell/use-shortcuts.ts';
import { orderedRules } from './edits/rule-edits.ts';
import { useRuleCommands } from './use-rule-commands.ts';

const [engine] = sampleFiles.engines;
const order = () => {
  const rules = useDocuments.getState().working.engines[engine?.id ?? '']?.rules ?? [];
  return orderedRules({ rules }).map(({ id }) => id);
};

function Bench() {
  useShortcuts();
  useRuleCommands();
  return <button type="button">{'focus'}</button>;
}

beforeEach(async () => {
  fakeWeft(openProjectAnswers(sampleFiles));
  await loadProject();
});

it('a rule is moved by Mod with an arrow, and by the command of the palette, as far as there is a place', async () => {
  const before = order();
  const [first = '', second = '', ...others] = before;
  setWorkspace({ view: 'rules', engineId: engine?.id, ruleId: second });
  await showPanel(<Bench />);
  await page.getByRole('button', { name: 'focus' }).click();
  await userEvent.keyboard('{Control>}{ArrowUp}{/Control}');
  await expect.poll(order).toEqual([second, first, ...others]);
  expect(useAnnouncement.getState()).toEqual({ text: 'Moved up.', number: 1 });
  await userEvent.keyboard('{Control>}{ArrowUp}{/Control}');
  await userEvent.keyboard('{Meta>}{ArrowDown}{/Meta}');
  await expect.poll(order).toEqual(before);
  expect(useAnnouncement.getState()).toEqual({ text: 'Moved down.', number: 2 });
  runCommand('rule.moveUp');
  await expect.poll(order).toEqual([second, first, ...others]);
});

it('the sheet names the keys of commands and those of lists', async () => {
  await showPanel(<ShortcutSheet />);
  for (const title of ['Move rule up', 'Move rule down', 'Open or edit', 'Leave, or give up what is typed'])
    await expect.element(page.getByText(title, { exact: true })).toBeVisible();
});
