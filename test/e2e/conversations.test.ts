import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterEach, expect, it } from 'vitest';
import { longTalk } from '../support/conversations.ts';
import { isLong } from '../support/property-runs.ts';
import { removeFolder } from '../support/temporary-folder.ts';
import { zipOf } from '../support/zip.ts';
import { dragSlider, expectPage, showView } from './support/by-mouse.ts';
import { openStudio, type Studio } from './support/studio.ts';

const ended: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

async function openConversations(): Promise<Studio> {
  const studio = await openStudio('browser');
  ended.push(studio.close);
  await showView(studio.page, 'Conversations');
  return studio;
}

const said = (page: Page) => page.getByRole('textbox', { name: 'What the user says now' });
const rows = (page: Page) => page.getByRole('listbox', { name: 'Messages as they are shown' });
const layer = (page: Page, name: string) => page.getByRole('img', { name: new RegExp(`^${name}:`) });

it.runIf(isLong)(
  'imports a conversation, shows what fits, and follows what is said and every slider at once',
  async () => {
    const { page, faults } = await openConversations();
    const folder = await mkdtemp(join(tmpdir(), 'weft-talk-'));
    ended.push(() => removeFolder(folder));
    const file = join(folder, 'long.json');
    const parrot = { id: 'odd', index: 12, role: 'user', parts: 'My parrot is called Humboldt.' };
    await writeFile(file, JSON.stringify([...longTalk(300).slice(0, 12), parrot, ...longTalk(600)]));

    await page.getByRole('button', { name: 'Import conversations' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Conversation files').setInputFiles(file);
    await expectPage(dialog.getByRole('list', { name: 'What was found' })).toContainText('613');
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await expectPage(page.getByRole('dialog')).toHaveCount(0);
    await expectPage(
      page.getByRole('grid', { name: 'Conversations' }).getByRole('row', { name: 'long' }),
    ).toContainText('613 messages');

    const counts = page.getByRole('list', { name: 'Messages by what became of them' });
    await expectPage(counts.getByRole('listitem')).toHaveText([/whole/, /key/, /summarised/, /dropped/]);
    await dragSlider(page, page.getByRole('slider', { name: 'Total budget' }), 0);
    await expectPage(page.getByText(/ of 4,096 tokens given/)).toBeVisible();
    await said(page).fill('What is the name of my parrot?');
    await expectPage(rows(page).getByRole('option', { name: /^13, user, key: My parrot/ })).toBeVisible();
    await expectPage(layer(page, 'L7 Message')).toHaveAccessibleName(/used 8,/);

    await page.getByRole('radio', { name: 'both' }).click();
    await expectPage(layer(page, 'L6 History')).toHaveAccessibleName(/documented \d/);
    await rows(page)
      .getByRole('option', { name: /^Summary of messages 1 / })
      .click();
    await expectPage(rows(page).getByRole('option', { name: /^3, user, summarised: / })).toBeVisible();
    await page.getByRole('tab', { name: 'Final prompt' }).click();
    await expectPage(page.getByText(/tokens in all$/)).toBeVisible();
    expect(faults).toEqual([]);
  },
);

/** What somebody asked a coding agent, as an export has it. */
const codingChat = {
  uuid: 'fix',
  name: 'Fix the hold',
  chat_messages: [
    { uuid: 'a', sender: 'human', text: 'Why is the hold not released?', attachments: [], files: [] },
    {
      uuid: 'b',
      sender: 'assistant',
      text: '',
      content: [
        { type: 'thinking', thinking: 'The timer may not fire.' },
        { type: 'text', text: 'I look at the code.' },
        { type: 'tool_use', id: 't1', name: 'read_file', input: { path: 'src/holds.ts' } },
        {
          type: 'tool_result',
          tool_use_id: 't1',
          content: [{ type: 'text', text: 'export const holdMs = 15 * 60_000;\n'.repeat(40) }],
        },
        { type: 'tool_use', id: 't2', name: 'run_tests', input: { only: 'holds' } },
        {
          type: 'tool_result',
          tool_use_id: 't2',
          is_error: true,
          content: [{ type: 'text', text: '1 failed: a hold outlives its timer' }],
        },
        { type: 'text', text: 'The timer is never started.' },
        { type: 'flag', flag: 'later' },
      ],
      attachments: [{ file_name: 'plan.md', extracted_content: '# Plan' }],
      files: [{ file_kind: 'image', file_name: 'screen.png', file_uuid: 'img-1' }],
    },
  ],
};

it.runIf(isLong)(
  'imports an export as it is given out, says what it keeps, and shows calls, results and the request',
  async () => {
    const { page, faults } = await openConversations();
    const content = JSON.stringify([codingChat]);
    const buffer = zipOf([
      { path: 'conversations.json', content },
      { path: 'users.json', content: '[]' },
    ]);
    await page.getByRole('button', { name: 'Import conversations' }).click();
    const dialog = page.getByRole('dialog');
    const file = { name: 'export.zip', mimeType: 'application/zip', buffer };
    await dialog.getByLabel('Conversation files').setInputFiles(file);
    const found = dialog.getByRole('list', { name: 'What was found' });
    await expectPage(found).toContainText('Claude export');
    await expectPage(found).toContainText('1 part of a kind that is not known: kept as it came');
    await expectPage(dialog.getByRole('note')).toContainText('export.zip: 1 other file left out');
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    const answer = rows(page).getByRole('option', { name: /^2, assistant/ });
    await expectPage(answer).toContainText('read_file');
    await expectPage(answer).toContainText('{"path":"src/holds.ts"}');
    await expectPage(answer).toContainText('plan.md');
    await said(page).fill('And now?');
    await page.getByRole('tab', { name: 'Final prompt' }).click();
    await page.getByRole('button', { name: /Shape/ }).click();
    await page.getByRole('option', { name: 'Anthropic messages' }).click();
    const request = page.getByRole('region', { name: 'Request' });
    await expectPage(request).toContainText('"tool_use_id": "t2"');
    await expectPage(request).toContainText('And now?');
    expect(faults).toEqual([]);
  },
);

it.runIf(isLong)('keeps the plan in sight beside the reason why a message is too long', async () => {
  const { page } = await openConversations();
  await expectPage(rows(page).getByRole('option').first()).toBeVisible();
  await dragSlider(page, page.getByRole('slider', { name: 'Total budget' }), 0);
  await expectPage(page.getByText(/ of 4,096 tokens given/)).toBeVisible();
  await said(page).fill('word '.repeat(4000));
  await expectPage(page.getByRole('alert')).toContainText('904 more than the budget of 4096');
  await expectPage(rows(page).getByRole('option').first()).toBeVisible();
});

it.runIf(isLong)(
  'edits an entity by keyboard, and its compiled text is dirty until a plan builds it anew',
  async () => {
    const { page } = await openConversations();
    await page.getByRole('grid', { name: 'Entities' }).getByRole('row', { name: 'Priya' }).click();
    const panel = page.getByRole('region', { name: 'Entity' });
    await panel.getByRole('textbox', { name: 'Relationship' }).fill('reviews every plan');
    await page.keyboard.press('ControlOrMeta+s');
    await expectPage(panel.getByRole('button', { name: 'Revert' })).toBeDisabled();
    await panel.getByRole('button', { name: 'Back to the budget' }).click();
    await said(page).fill('What did Priya say about holds?');
    await page.getByRole('textbox', { name: /^Search conversations/ }).fill('priya');
    const bundle = page.getByRole('grid', { name: 'Bundles' }).getByRole('row', { name: 'priya' });
    await expectPage(bundle).toContainText('rebuilt');
    await page.getByRole('tab', { name: 'Final prompt' }).click();
    await expectPage(page.getByRole('region', { name: 'L3 Entities' })).toContainText('reviews every plan');
  },
);
