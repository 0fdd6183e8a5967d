import type { Page } from 'playwright';
import { afterEach, expect, it } from 'vitest';
import { isLong } from '../support/property-runs.ts';
import { askBeside, expectPage, showView } from './support/by-mouse.ts';
import { openStudio, type Studio } from './support/studio.ts';

const opened: Studio[] = [];

afterEach(async () => {
  for (const studio of opened.splice(0)) await studio.close();
});

async function open(): Promise<Page> {
  const studio = await openStudio('browser');
  opened.push(studio);
  return studio.page;
}

const draft = {
  session_id: 'bridge',
  package_type: 'research',
  producer_agent: 'tech_lead',
  priority: 'low',
  summary: 'What the river does in spring',
};

it('shows what an agent gets at a token level, why it does not get the rest, and follows what others leave', async () => {
  const page = await open();
  await askBeside(page, 'packages.save', { ...draft, file_path: 'river.md', consumers: ['developer'] });
  await showView(page, 'Handoff');
  await page.getByRole('row', { name: 'bridge' }).click();
  const text = page.getByRole('region', { name: 'Text for the agent' });
  const ranked = page.getByRole('region', { name: 'Ranked packages' });
  await expectPage(text).toContainText('**[LOW]** river.md');
  // Another agent leaves something while somebody looks.
  await askBeside(page, 'packages.save', { ...draft, file_path: 'pillars.md', priority: 'critical' });
  await expectPage(ranked.getByRole('button')).toContainText([/Mark as read/, /pillars\.md/, /river\.md/]);
  await page.getByRole('spinbutton', { name: 'Tokens in use' }).fill('129200');
  const zone = page.getByRole('region', { name: 'Token zone' });
  await expectPage(zone).toContainText('76.0%');
  await expectPage(text).toContainText('**Token budget: Conservative (76.0%)** - critical packages only');
  await expectPage(ranked.getByRole('button', { name: /river\.md/ })).toContainText(
    'Conservative: critical packages only',
  );
  // The slider leads to the same by keyboard.
  await page.getByRole('slider', { name: 'Token level' }).press('Home');
  await expectPage(zone).toContainText('0.0%');
  await expectPage(text).toContainText('### Relevant Packages (2/2)');
  await ranked.getByRole('button', { name: 'Mark as read' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as read' }).click();
  await expectPage(ranked.getByRole('button', { name: /river\.md/ })).toContainText(
    'developer has read it in iteration 0',
  );
  expect(opened[0]?.faults).toEqual([]);
});

it.runIf(isLong)('saves a package by hand that takes the place of another', async () => {
  const page = await open();
  await askBeside(page, 'packages.save', { ...draft, file_path: 'river.md' });
  await showView(page, 'Handoff');
  await page.getByRole('row', { name: 'bridge' }).click();
  await page.getByRole('tab', { name: /^Packages/ }).click();
  await page
    .getByRole('region', { name: 'Packages', exact: true })
    .getByRole('button', { name: 'Save package' })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'File' }).fill('river-2.md');
  await dialog.getByRole('textbox', { name: 'Summary' }).fill('What the river does in autumn');
  await dialog.getByRole('combobox', { name: 'From' }).fill('developer');
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: /Takes the place of$/ }).click();
  await page.getByRole('option', { name: /river\.md/ }).click();
  await dialog.getByRole('button', { name: 'Save package' }).click();
  await expectPage(page.getByRole('dialog')).toHaveCount(0);
  const detail = page.getByRole('region', { name: 'Package', exact: true });
  await expectPage(detail).toContainText('river-2.md');
  await expectPage(detail.getByRole('listitem')).toContainText([/river\.md/, /river-2\.md/]);
  expect(opened[0]?.faults).toEqual([]);
});

it('records a failure, matches another telling of it, and learns from feedback until agents see it', async () => {
  const page = await open();
  await showView(page, 'Handoff');
  await page.getByRole('tab', { name: /^Error patterns/ }).click();
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('textbox', { name: 'Failure' })
    .fill("FloodError: pillar 'a' is wet at /src/a.ts line 3");
  await dialog.getByRole('textbox', { name: 'Solution' }).fill('Wait for summer');
  await dialog.getByRole('button', { name: 'Record' }).click();
  await expectPage(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Match a failure' }).click();
  await page
    .getByRole('textbox', { name: 'Failure' })
    .fill("FloodError: pillar 'b' is wet at /other/folder/a.ts line 77");
  const failure = page.getByRole('region', { name: 'Failure to match' });
  await expectPage(failure.getByRole('status')).toContainText('1 known pattern of FloodError');
  const list = page.getByRole('list', { name: 'Error patterns, best first' });
  const row = list.getByRole('listitem').filter({ hasText: 'FloodError' });
  for (const confidence of ['0.60', '0.70', '0.80']) {
    await row.getByRole('button', { name: /It helped/ }).click();
    await expectPage(row).toContainText(confidence);
  }
  await expectPage(row).toContainText('shown to agents');
  await row.getByRole('button', { name: /It misled/ }).click();
  await expectPage(row).toContainText('0.60');
  await expectPage(
    page.getByRole('region', { name: 'Error pattern', exact: true }).getByRole('img'),
  ).toHaveAccessibleName(/0\.50 recorded, 0\.60 helped, 0\.70 helped, 0\.80 helped, 0\.60 misled/);
  expect(opened[0]?.faults).toEqual([]);
});

it.runIf(isLong)('puts what is known of the failure that an agent saw before better known ones', async () => {
  const page = await open();
  const know = async (error_type: string, helped: number) => {
    const recorded = await askBeside(page, 'errorPatterns.record', {
      error_type,
      message: 'the bridge gave way',
      solution: `after ${error_type}: rebuild`,
    });
    // What the procedure answers.
    const { pattern_hash } = recorded as { pattern_hash: string };
    for (let at = 0; at < helped; at += 1)
      await askBeside(page, 'errorPatterns.feedback', { pattern_hash, helped: true });
  };
  await askBeside(page, 'packages.save', { ...draft, file_path: 'river.md' });
  await know('SteelError', 5);
  await know('StoneError', 3);
  await showView(page, 'Handoff');
  await page.getByRole('row', { name: 'bridge' }).click();
  const text = page.getByRole('region', { name: 'Text for the agent' });
  await expectPage(text).toContainText(/SteelError[\s\S]*StoneError/);
  const failure = page.getByRole('textbox', { name: 'Failure that was seen' });
  await failure.fill('the bridge');
  await expectPage(page.getByText('Begin with the type of the error')).toBeVisible();
  await failure.fill('StoneError: the bridge gave way');
  await expectPage(text).toContainText(/StoneError[\s\S]*SteelError/);
  expect(opened[0]?.faults).toEqual([]);
});

it.runIf(isLong)(
  'follows the health of a running agent to the block, shows what was saved, and lifts it',
  async () => {
    const page = await open();
    await showView(page, 'Health');
    const record = (told: object) => askBeside(page, 'health.record', { session_id: 'agent-1', ...told });
    const health = page.getByRole('region', { name: 'Context health' });
    // The sample's own session, until another one tells something.
    await expectPage(health).toContainText('118,200 of 200,000 tokens, estimated');
    await record({ tool: 'read' });
    await expectPage(health).toContainText('500 of 200,000 tokens, estimated');
    await record({ measured_tokens: 150_000, plan: { boundary: 'after the arch' } });
    await expectPage(health).toContainText('75.0%');
    await expectPage(page.getByRole('main')).toContainText('compact at the next boundary (after the arch)');
    await record({ measured_tokens: 180_000, task: 'Build the arch', decisions: ['Stone, not steel'] });
    const blocked = page.getByRole('region', { name: 'Blocked' });
    await expectPage(blocked).toContainText('The state is saved to .rune/.');
    await page.getByRole('textbox', { name: 'Tool' }).fill('write');
    await expectPage(page.getByRole('region', { name: 'May a tool run?' })).toContainText('It must wait');
    await page.getByRole('tab', { name: 'Saved state' }).click();
    await expectPage(page.getByRole('list', { name: 'Records, newest first' })).toContainText(
      'Stone, not steel',
    );
    await page.getByRole('tab', { name: 'Report' }).click();
    await expectPage(page.getByRole('region', { name: 'Report' })).toContainText('- **Status**: RED');
    await page.getByRole('tab', { name: 'Now' }).click();
    await blocked.getByRole('button', { name: 'Acknowledge compaction' }).click();
    await expectPage(blocked).toHaveCount(0);
    await expectPage(health).toContainText('0 of 200,000 tokens');
    expect(opened[0]?.faults).toEqual([]);
  },
);

it.runIf(isLong)(
  'changes the configuration in the settings and says what of the file cannot be used',
  async () => {
    const page = await open();
    await showView(page, 'Settings');
    const models = page.getByRole('region', { name: 'Models' });
    await models.getByRole('spinbutton', { name: 'sonnet', exact: true }).fill('100000');
    await expectPage(models.getByRole('button', { name: 'sonnet: back to the default' })).toBeVisible();
    const weights = page.getByRole('region', { name: 'Ledger, summaries and search' });
    await weights.getByRole('spinbutton', { name: 'Recency' }).fill('0.5');
    await expectPage(weights.getByRole('alert')).toContainText('They add up to 1.2');
    await weights.getByRole('spinbutton', { name: 'Relevance' }).fill('0.2');
    await expectPage(weights.getByRole('alert')).toHaveCount(0);
    await expect
      .poll(async () => (await askBeside(page, 'config.get', {})) as { given: unknown })
      .toMatchObject({
        given: { models: { sonnet: 100_000 }, ledger_weights: { recency: 0.5, relevance: 0.2 } },
      });
    await models.getByRole('button', { name: 'sonnet: back to the default' }).click();
    await expectPage(models.getByRole('spinbutton', { name: 'sonnet', exact: true })).toHaveValue('200000');
    expect(opened[0]?.faults).toEqual([]);
  },
);
