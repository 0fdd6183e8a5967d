import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { emptyProject } from '../support/app-harness.ts';
import { isLong, sampled } from '../support/property-runs.ts';
import { expectPage, settle, viewButtons } from './support/by-mouse.ts';
import { bareTexts, describeBare } from './support/find-bare-texts.ts';
import { openStudio } from './support/studio.ts';

/** Where nothing is a good sign, or something is on its way, there is nothing to begin. */
const goodSigns = /^(?:No problems|Nothing is open here|Assembling|Looking for problems…)$/;
const nothingLikeIt = 'zzqqxx';

it('in an empty project every place that is empty says what to do and begins it, in the middle of its part, and no number stands without a word', async () => {
  const studio = await openStudio('browser', { project: { folder: await emptyProject() } });
  try {
    const { page, faults } = studio;
    const seen = new Map<string, string>();
    const bare: string[] = [];
    const look = async (where: string) => {
      bare.push(...(await bareTexts(page)).map(one => `${where} › ${describeBare(one)}`));
      for (const empty of await emptiesIn(page)) {
        const { title, ...rest } = empty;
        seen.set(`${where}: ${title}`, goodSigns.test(title) ? '' : faultsOf(rest));
      }
    };
    await walk(page, look, sampled(await viewButtons(page), 4));
    expect([...seen].filter(([, fault]) => fault !== '')).toEqual([]);
    expect(seen.size).toBeGreaterThan(isLong ? 20 : 6);
    expect(bare).toEqual([]);
    expect(faults).toEqual([]);

    // Control: one that says nothing and begins nothing, and stands at the top, is found.
    await page.evaluate(() => {
      const panel = document.createElement('div');
      panel.role = 'tabpanel';
      panel.innerHTML = '<div data-empty><p>Nothing</p></div>';
      Object.assign(panel.style, { position: 'fixed', inset: '0' });
      document.body.append(panel);
    });
    const found = (await emptiesIn(page)).find(({ title }) => title === 'Nothing');
    expect(found && faultsOf(found)).toBe('does not say what to do, begins nothing, stands at the top');
  } finally {
    await studio.close();
  }
}, 300_000);

it.runIf(isLong)(
  'whatever finds nothing says so and is cleared at a press',
  async () => {
    const studio = await openStudio('browser');
    try {
      const { page, faults } = studio;
      const wrong: string[] = [];
      const tried = new Set<string>();
      const visit = async (where: string) => {
        for (const name of await searchesIn(page)) {
          if (tried.has(name)) continue;
          tried.add(name);
          if (!(await clearsAtAPress(page, name))) wrong.push(`${where} › ${name}`);
        }
      };
      await walk(page, visit, await viewButtons(page));
      expect(wrong).toEqual([]);
      expect(tried.size).toBeGreaterThan(6);
      expect(faults).toEqual([]);
    } finally {
      await studio.close();
    }
  },
  300_000,
);

interface Empty {
  readonly title: string;
  readonly says: boolean;
  readonly begins: boolean;
  readonly isAtTop: boolean;
}

const faultsOf = ({ says, begins, isAtTop }: Omit<Empty, 'title'>): string =>
  [says ? '' : 'does not say what to do', begins ? '' : 'begins nothing', isAtTop ? 'stands at the top' : '']
    .filter(Boolean)
    .join(', ');

/** A key that is named begins it as well as a button. */
const emptiesIn = (page: Page): Promise<Empty[]> =>
  page.locator('[data-empty]').evaluateAll(all =>
    all
      .filter(element => element.checkVisibility())
      .map(element => {
        const [title, text] = [...element.querySelectorAll('p')].map(one => one.textContent ?? '');
        const panel = element.parentElement;
        const own = element.getBoundingClientRect();
        const room = panel?.getBoundingClientRect();
        const isAlone = panel?.matches('[role=tabpanel]') ?? false;
        const middle = own.top + own.height / 2 - (room?.top ?? 0);
        return {
          title: title ?? '',
          says: (text ?? '').trim() !== '',
          begins:
            [...element.querySelectorAll('button')].some(button => !button.disabled) ||
            element.querySelector('kbd') !== null ||
            /\bpress [A-Z]\b/i.test(text ?? ''),
          isAtTop: isAlone && own.height < (room?.height ?? 0) && middle < (room?.height ?? 0) * 0.3,
        };
      }),
  );

/** Every view with its tabs, and those of the drawer below it. */
async function walk(
  page: Page,
  look: (where: string) => Promise<void>,
  views: readonly (readonly [string, Locator])[],
): Promise<void> {
  for (const [view, button] of views) {
    await button.click();
    await settle(page);
    await page.waitForFunction(() => document.querySelector('main :is(h1, h2, h3, p, input)') !== null);
    await look(view);
    const tabs = page.locator('main [role=tablist] [role=tab], [role=tablist][aria-label=Drawer] [role=tab]');
    for (let at = 0; at < (await tabs.count()); at += 1) {
      if (!(await tabs.nth(at).isVisible())) continue;
      await tabs.nth(at).click();
      await settle(page);
      await look(`${view} › ${(await tabs.nth(at).textContent()) ?? ''}`);
      // What is stored stands behind chips of their own.
      const parts = page.locator('main [role=tabpanel] [role=radiogroup]').first().getByRole('radio');
      for (let part = 0; part < (await parts.count()); part += 1) {
        if (!(await parts.nth(part).isVisible())) continue;
        await parts.nth(part).click();
        await settle(page);
        await look(`${view} › tab ${at} › part ${part}`);
      }
    }
  }
}

const searchesIn = (page: Page): Promise<string[]> =>
  page.locator('main input, aside input, [role=complementary] input').evaluateAll(inputs =>
    inputs
      .filter(input => input.checkVisibility() && !input.closest('[role=dialog]'))
      .map(input => input.ariaLabel ?? (input as HTMLInputElement).labels?.[0]?.textContent ?? '') // of an input
      .filter(name => /^(?:Search|Filter)/.test(name)),
  );

async function clearsAtAPress(page: Page, name: string): Promise<boolean> {
  const field = page
    .locator('input')
    .and(page.getByLabel(name, { exact: true }))
    .first();
  await field.fill(nothingLikeIt);
  const clear = page.getByRole('button', { name: /^(?:Clear (?:search|filters?)|Show (?:all|everything))$/ });
  const isShown = await expectPage(clear.first())
    .toBeVisible()
    .then(
      () => true,
      () => false,
    );
  if (isShown) await clear.first().click();
  const isClear = isShown && (await field.inputValue()) === '';
  await field.fill('');
  await settle(page);
  return isClear;
}
