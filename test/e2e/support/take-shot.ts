import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';

/** A picture to be looked at, where `WEFT_SHOTS` names a folder for them. */
export async function takeShot(page: Page, name: string): Promise<void> {
  const folder = process.env.WEFT_SHOTS;
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
}
