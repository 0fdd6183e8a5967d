import { expect, it } from 'vitest';
import { longText, panelFindings, showPanel } from '../../../../test/support/control-states.tsx';
import { CacheLine, CacheSummary } from './CacheSummary.tsx';

const stepped = {
  prefix: 'stable',
  previous_tokens: 11_900,
  kept_tokens: 2_400,
  kept_messages: 3,
  new_tokens: 3_100,
  invalidated_tokens: 9_500,
  invalidated: [
    { what: 'messages', tokens: 9_000 },
    { what: 'L4_conversation', tokens: 400 },
    { what: `context of message 12 ${longText}`, tokens: 100 },
  ],
  broken: {
    by: 'step',
    what: 'L4_conversation',
    why: 'The budget was full: what was sent from L4_conversation on is told in short.',
  },
  breakpoints: [0, 1, 4],
  cost: { model: 'sonnet', cached: 0.0123, uncached: 0.165 },
} satisfies Parameters<typeof CacheSummary>[0]['cache'];

it('has room for what broke a cache, by what it is called, and its price', async () => {
  const screen = await showPanel(
    <>
      <CacheSummary cache={stepped} />
      <CacheLine broken={stepped.broken} />
    </>,
  );
  await expect.element(screen.getByText('Cache · 2,400 of 5,500 tokens kept')).toBeVisible();
  await expect.element(screen.getByText('9,500 of 11,900 tokens')).toBeVisible();
  await expect.element(screen.getByText('$0.0123 instead of $0.17 (sonnet)')).toBeVisible();
  await expect.element(screen.getByText(/what was sent from The arc \(L4\) on/)).toBeVisible();
  await expect.element(screen.getByText('The cache breaks here')).toBeVisible();
  expect(await panelFindings()).toEqual([]);
});

it('says that nothing was sent before, and of a turn that goes on that what is above is held', async () => {
  const first = {
    ...stepped,
    previous_tokens: null,
    kept_tokens: 0,
    invalidated: [],
    broken: { by: 'first', what: '', why: 'There was no prompt before.' },
    cost: null,
  } satisfies Parameters<typeof CacheSummary>[0]['cache'];
  const screen = await showPanel(
    <>
      <CacheSummary cache={first} />
      <CacheLine broken={null} />
    </>,
  );
  await expect.element(screen.getByText('Cache · no prompt before')).toBeVisible();
  await expect.element(screen.getByText('No price is known')).toBeVisible();
  await expect.element(screen.getByText('The cache holds what is above')).toBeVisible();
  expect(await panelFindings()).toEqual([]);
});
