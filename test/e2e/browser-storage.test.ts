import { expect, it } from 'vitest';
import { isLong } from '../support/property-runs.ts';
import { openStudio } from './support/studio.ts';

it.runIf(isLong)(
  'is at work in a browser that keeps nothing, and says that what is chosen does not last',
  async () => {
    const { page, faults, close } = await openStudio('browser', { context: {} });
    try {
      await page.addInitScript(() => {
        const get = () => {
          throw new DOMException('The user forbids it.', 'SecurityError');
        };
        for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get });
      });
      await page.reload();
      await page.getByTestId('condition-0').waitFor();
      await page.getByRole('button', { name: 'Settings' }).first().click();
      await expect
        .poll(() => page.getByRole('note').allTextContents())
        .toContainEqual(expect.stringContaining('This browser keeps nothing for this page'));
      await page.getByRole('radio', { name: 'Dark' }).click();
      await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
      await page.getByRole('radio', { name: 'Deutsch' }).click();
      expect(await page.getByRole('button', { name: 'Load again' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Reset the layout' }).click();
      expect(faults).toEqual([]);
    } finally {
      await close();
    }
  },
);
