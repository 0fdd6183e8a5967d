import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Output } from '../../../../shared/contract/contract.ts';
import { showPanel, someFrames } from '../../../../test/support/control-states.tsx';
import { type FakeWeft, fakeWeft, noContentAnswers } from '../../../../test/support/fake-weft.ts';
import { ContentTab } from './ContentTab.tsx';
import { loadContent } from './content-store.ts';
import { KeyValueDialog } from './KeyValueDialog.tsx';

const keysOf = (...keys: string[]): Output<'kv.list'> => ({
  entries: keys.map(key => ({
    instance: 'i',
    namespace: 'n',
    key,
    value: 1,
    updated_at: '2026-11-20T10:00:00.000Z',
  })),
});

/** Content whose readings are answered one by one, in whatever order. */
function heldContent(): { weft: FakeWeft; readings: ((listed: Output<'kv.list'>) => void)[] } {
  const readings: ((listed: Output<'kv.list'>) => void)[] = [];
  const weft = fakeWeft({
    ...noContentAnswers,
    'kv.list': () => new Promise<Output<'kv.list'>>(resolve => readings.push(resolve)),
  });
  return { weft, readings };
}

describe.each([
  ['Documents', 'Import a folder'],
  ['Keys and values', 'Add key'],
  ['Events', 'Append event'],
  ['Graph', 'Copy a command to try'],
])('%s, of which there are none', (part, button) => {
  it('stay in sight with what can be done while they are read again, which takes neither a press nor the focus', async () => {
    const { weft, readings } = heldContent();
    const screen = await showPanel(<ContentTab />);
    await expect.poll(() => readings.length).toBe(1);
    readings[0]?.(keysOf());
    await screen.getByRole('radio', { name: part }).click();
    const offered = screen.getByRole('button', { name: button });
    await expect.element(offered).toBeVisible();
    const element = offered.element();
    if (element instanceof HTMLElement) element.focus();
    weft.tell({ event: 'project:changed', what: 'ledger' });
    await expect.poll(() => readings.length).toBe(2);
    await someFrames();
    expect(document.activeElement).toBe(element);
    readings[1]?.(keysOf());
  });
});

it('of two readings the later one counts, whichever is answered first', async () => {
  const { readings } = heldContent();
  const screen = await showPanel(<ContentTab />);
  await expect.poll(() => readings.length).toBe(1);
  void loadContent();
  await expect.poll(() => readings.length).toBe(2);
  readings[1]?.(keysOf('new'));
  await screen.getByRole('radio', { name: 'Keys and values' }).click();
  await expect.element(screen.getByText('new')).toBeVisible();
  readings[0]?.(keysOf('old'));
  await someFrames();
  await expect.element(screen.getByText('new')).toBeVisible();
});

describe('a value that an agent writes while somebody edits it', () => {
  it.each([true, false])('is shown before it is replaced (the key was there before: %s)', async wasThere => {
    const { entries } = keysOf('goal');
    const weft = fakeWeft({ ...noContentAnswers, 'kv.list': wasThere ? { entries } : { entries: [] } });
    const [entry] = wasThere ? entries : [];
    const screen = await showPanel(<KeyValueDialog onClose={() => {}} {...(entry && { entry })} />);
    if (!wasThere)
      for (const [label, text] of [
        ['Instance', 'i'],
        ['Namespace', 'n'],
        ['Key', 'goal'],
      ] as const)
        await page
          .getByRole(label === 'Key' ? 'textbox' : 'combobox', { name: label, exact: true })
          .fill(text);
    await expect.element(page.getByRole('button', { name: 'Save value' })).toBeVisible();
    await expect.poll(() => weft.asked.filter(({ name }) => name === 'kv.list').length).toBe(1);
    const updated_at = '2026-11-20T11:00:00.000Z';
    weft.answer({
      'kv.list': { entries: entries.map(one => ({ ...one, value: 'said by an agent', updated_at })) },
    });
    await loadContent();
    await expect.element(page.getByText('Saving replaces it: "said by an agent"')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Replace value' })).toBeVisible();
    await screen.unmount();
  });
});
