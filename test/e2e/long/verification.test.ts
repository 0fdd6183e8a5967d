import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseSample, expectPage, ruleNode, ruleOutcome } from '../support/by-mouse.ts';
import { openStudio, type Studio } from '../support/studio.ts';

const state: { opened?: Studio } = {};

beforeAll(async () => {
  state.opened = await openStudio('browser');
});
afterAll(() => state.opened?.close());

/** Each takes back what it has done. */
function open(): Studio {
  return state.opened ?? expect.unreachable('the studio is not open');
}

const problemsView = ({ page }: Studio) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: /^Problems/ });
const undo = ({ page }: Studio) => page.getByRole('banner').getByRole('button', { name: /^Undo/ });

describe('verification in the studio', () => {
  it('mends a finding with one press and one step to undo', async () => {
    const studio = open();
    await problemsView(studio).click();
    const problem = studio.page.getByRole('listitem').filter({ hasText: 'subsumed' });
    await problem.getByRole('button', { name: 'Mute rule' }).click();
    await expectPage(problem).toHaveCount(0);
    await expectPage(undo(studio)).toHaveAccessibleName('Undo: mute rule');
    await undo(studio).click();
    await expectPage(problem).toBeVisible();
    await expectPage(undo(studio)).toBeDisabled();
    expect(studio.faults).toEqual([]);
  });

  it('opens a witness as a sample in which both rules fire', async () => {
    const studio = open();
    const { page } = studio;
    await problemsView(studio).click();
    const problem = page.getByRole('listitem').filter({ hasText: 'subsumed' });
    await problem.getByRole('button', { name: 'Try the witness' }).click();
    const picker = page
      .getByRole('banner')
      .getByRole('button')
      .filter({ hasText: /^witness of Architecture/ });
    await expectPage(picker).toBeVisible();
    const nodes = page.getByRole('article', { name: /^Architecture/ });
    await expectPage(nodes.locator('header').getByLabel('fired')).toHaveCount(2);
    await undo(studio).click();
    await expectPage(undo(studio)).toBeDisabled();
  });

  it('says why a rule does not fire, and makes it fire with one press', async () => {
    const studio = open();
    const { page } = studio;
    await chooseSample(page, 'hotfix · tech_lead');
    await page.getByRole('row', { name: 'Planning rules' }).click();
    const node = page.getByRole('article', { name: 'Architecture while planning' });
    await node.click();
    const id = (await node.getAttribute('data-testid'))?.replace(/^rule-/, '') ?? '';
    await expectPage(ruleNode(page, id)).toBeVisible();
    await page.getByLabel('Inspector').getByRole('button', { name: 'Why not?' }).click();
    const dialog = page.getByRole('dialog');
    await expectPage(dialog.getByRole('list', { name: 'The smallest change' })).toContainText(
      'Set addVar.phase to "planning" (it is "hotfix")',
    );
    await dialog.getByRole('button', { name: 'What if?' }).first().click();
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await expectPage(ruleOutcome(page, id)).toHaveAccessibleName('fired');
    await undo(studio).click();
    await expectPage(ruleOutcome(page, id)).toHaveAccessibleName('failed');
  });

  it('chooses rule and sample in the matrix, by mouse and by keys', async () => {
    const studio = open();
    const { page } = studio;
    await chooseSample(page, 'hotfix · tech_lead');
    await page.getByRole('row', { name: 'Planning rules' }).click();
    await page.getByRole('tab', { name: 'Matrix' }).click();
    const grid = page.getByRole('grid', { name: 'Rules in samples' });
    const fires = grid.getByRole('row', { name: /^Architecture while planning/ });
    await fires.getByRole('gridcell', { name: 'planning · developer: fires' }).click();
    const sample = page.getByRole('banner').getByRole('button', { name: /planning · developer/ });
    await expectPage(sample).toBeVisible();
    await expectPage(page.getByRole('textbox', { name: 'Name of the rule' })).toHaveValue(
      'Architecture while planning',
    );
    await grid.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expectPage(page.getByRole('textbox', { name: 'Name of the rule' })).toHaveValue(
      'Architecture for tech leads',
    );
  });
});
