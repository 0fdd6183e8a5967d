import { type RunOptions, source } from 'axe-core';
import type { Page } from 'playwright';

/** WCAG 2.2 AA. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What keeps people out, and headings in disorder; one line a finding, so that a failing test names it. */
export async function seriousFindings(page: Page): Promise<string[]> {
  const runOnly = { type: 'tag' as const, values: tags };
  return findings(page, { runOnly, rules: { 'heading-order': { enabled: true } } });
}

/** All that another theme can spoil. */
export async function faintWords(page: Page): Promise<string[]> {
  return findings(page, { runOnly: { type: 'rule', values: ['color-contrast'] } });
}

async function findings(page: Page, options: RunOptions): Promise<string[]> {
  // There are no frames, nothing is in style sheets of elsewhere, and what passes is not asked for.
  const kept: RunOptions = { ...options, resultTypes: ['violations'], preload: false };
  // It stays in the page, which need not read it again.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const violations = await page.evaluate(async given => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }; // put there by its source
    return (await axe.run(document, given)).violations;
  }, kept);
  return violations
    .filter(({ id, impact }) => id === 'heading-order' || impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html.slice(0, 160)}`));
}
