import { AxeBuilder } from '@axe-core/playwright';
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

async function findings(page: Page, options: Parameters<AxeBuilder['options']>[0]): Promise<string[]> {
  // There are no frames, so that axe needs no page of its own to put its findings together.
  const kept = { resultTypes: ['violations' as const], preload: false };
  const { violations } = await new AxeBuilder({ page })
    .options({ ...options, ...kept })
    .setLegacyMode()
    .analyze();
  return violations
    .filter(({ id, impact }) => id === 'heading-order' || impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html.slice(0, 160)}`));
}
