import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from 'playwright';
import { startWeft, waitForOutput } from '../../support/run-weft.ts';
import { type BigSize, writeBigProject } from './big-project.ts';

interface BigStudio {
  /** The matrix is in sight, and its first cell. */
  readonly page: Page;
  /** Milliseconds from the start of the server to its address, and from opening the page to the first rule in its editor. */
  readonly serverMs: number;
  readonly pageMs: number;
  close(): Promise<void>;
}

/** Makes a project, serves it with the built program and opens its studio. */
export async function openBigStudio(browser: Browser, size: BigSize): Promise<BigStudio> {
  const home = await mkdtemp(join(tmpdir(), 'weft-bench-'));
  const project = join(home, 'project');
  await writeBigProject(project, size);
  // A project that lies there: what was written just now is read more than once.
  await setTimeout(2500);
  const start = performance.now();
  const child = startWeft(['serve', '--port', '0', '--json', '--trust', '--project', project], {
    cwd: home,
    userDataDir: join(home, 'user-data'),
  });
  const close = async () => {
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    await ended;
    await rm(home, { recursive: true, force: true });
  };
  try {
    const [, address = ''] = await waitForOutput(child, /"address":"([^"]+)"/);
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    const opened = performance.now();
    await page.goto(address);
    await page.getByRole('textbox', { name: 'Pattern' }).waitFor();
    const pageMs = performance.now() - opened;
    await page.getByRole('tab', { name: 'Matrix' }).click();
    await page.locator('#matrix-0-0').waitFor();
    return { page, serverMs: opened - start, pageMs, close };
  } catch (error) {
    await close();
    throw error;
  }
}
