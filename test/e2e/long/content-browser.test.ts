import type { Page } from 'playwright';
import { afterEach, expect, it } from 'vitest';
import { askBeside, expectPage, showView } from '../support/by-mouse.ts';
import { openStudio, type Studio } from '../support/studio.ts';

const opened: Studio[] = [];

afterEach(async () => {
  for (const studio of opened.splice(0)) await studio.close();
});

async function openContent(kind: string): Promise<Page> {
  const studio = await openStudio('browser');
  opened.push(studio);
  const { page } = studio;
  await showView(page, 'Memories');
  await page.getByRole('row', { name: 'architecture-docs' }).click();
  await page.getByRole('tab', { name: /^Content/ }).click();
  await page.getByRole('radio', { name: kind }).click();
  return page;
}

it('draws hundreds of keys in parts, and says when none is like what is searched', async () => {
  const page = await openContent('Keys and values');
  // At once: the view reads again after a flood, not after each.
  const keys = Array.from({ length: 250 }, (_, index) => ({ key: `key-${index}`, value: index }));
  await Promise.all(
    keys.map(entry => askBeside(page, 'kv.set', { instance: 'many', namespace: 'n', ...entry })),
  );
  const rows = page.getByRole('row', { name: /^many/ });
  const search = page.getByRole('textbox', { name: 'Search keys' });
  await search.fill('many');
  await expectPage(rows).toHaveCount(200);
  await page.getByRole('button', { name: 'Show more of 250' }).click();
  await expectPage(rows).toHaveCount(250);
  await search.fill('no key is called so');
  await expectPage(page.getByText('Nothing matches “no key is called so”.')).toBeVisible();
});

it('appends events and looks at them by instance, type and stream, newest first', async () => {
  const page = await openContent('Events');
  for (const [type, stream, content] of [
    ['note', 'ci', 'The build is green'],
    ['warning', 'ci', 'The disk is nearly full'],
    ['note', 'chat', 'See you tomorrow'],
  ] as const) {
    await page.getByRole('button', { name: 'Append event' }).click();
    const dialog = page.getByRole('dialog');
    for (const [field, text] of [
      ['Instance', 'work'],
      ['Type', type],
      ['Stream', stream],
    ] as const) {
      await dialog.getByRole('combobox', { name: field }).fill(text);
      // Proposals are a layer of their own, over the rest of the dialog.
      await page.keyboard.press('Tab');
    }
    await dialog.getByRole('textbox', { name: 'Content' }).fill(content);
    await dialog.getByRole('button', { name: 'Append event' }).click();
    await expectPage(page.getByRole('dialog')).toHaveCount(0);
  }
  const list = page.getByRole('list', { name: 'Events, newest first' });
  await expectPage(list.getByRole('listitem')).toContainText(['See you', 'The disk', 'The build']);
  await page.getByRole('button', { name: /Type$/ }).click();
  await page.getByRole('option', { name: 'note (2)' }).click();
  await page.getByRole('button', { name: /Stream$/ }).click();
  await page.getByRole('option', { name: 'ci (2)' }).click();
  await expectPage(list.getByRole('listitem')).toContainText(['The build']);
  expect(opened[0]?.faults).toEqual([]);
});

it('walks the graph, filters it and keeps the filter as a view that pipelines can read', async () => {
  const page = await openContent('Graph');
  const graph = {
    nodes: [
      { id: 'ann', kind: 'person', name: 'Ann' },
      { id: 'app', kind: 'service', name: 'App', attributes: { city: 'Graz' } },
      { id: 'db', kind: 'service', name: 'Database' },
    ],
    edges: [
      { from: 'ann', relation: 'owns', to: 'app' },
      { from: 'app', relation: 'reads', to: 'db' },
    ],
  };
  await askBeside(page, 'graph.upsert', graph);
  await page.getByRole('row', { name: 'Ann' }).click();
  await page.getByRole('list', { name: 'Leads to' }).getByRole('button', { name: 'App' }).click();
  await expectPage(page.getByRole('region', { name: 'Around App' })).toContainText('Graz');
  await expectPage(page.getByRole('list', { name: 'Leads here' })).toContainText('Ann');

  await page.getByRole('button', { name: 'service (2)' }).click();
  await page.getByRole('textbox', { name: 'Text' }).fill('graz');
  await expectPage(page.getByRole('grid', { name: 'Nodes' }).getByRole('row')).toHaveCount(1);
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('in-graz');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expectPage(page.getByRole('radio', { name: 'in-graz' })).toBeChecked();
  expect(await askBeside(page, 'graph.views', {})).toEqual({
    views: [{ id: 'in-graz', kinds: ['service'], text: 'graz' }],
  });
  await page.getByRole('button', { name: 'Delete view in-graz' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Delete view in-graz' }).click();
  await question.getByRole('button', { name: 'Delete view' }).click();
  await expectPage(page.getByRole('radio', { name: 'in-graz' })).toHaveCount(0);
  expect(await askBeside(page, 'graph.views', {})).toEqual({ views: [] });
  expect(opened[0]?.faults).toEqual([]);
});
