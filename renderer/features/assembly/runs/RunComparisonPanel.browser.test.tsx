import { expect, it } from 'vitest';
import { assembled, dropped, item } from '../../../../test/support/assembled.ts';
import { panelFindings, showPanel } from '../../../../test/support/control-states.tsx';
import { RunComparisonPanel } from './RunComparisonPanel.tsx';

const rule = (rule_id: string, rule_name: string, memories: string[]) => ({
  engine_id: 'planning',
  rule_id,
  rule_name,
  memories,
});

const pinned = {
  sampleName: 'planning · developer',
  limit: 4000,
  result: assembled({
    context: {
      constraints: [item('rules#0', 'Keep the plan', 30)],
      history: [item('notes#0', 'first'), item('notes#1', 'second'), item('notes#2', 'third')],
    },
    trace: { rules_applied: [rule('plan', 'Plan first', ['rules']), rule('notes', 'Notes', ['notes'])] },
    meta: { token_estimate: 60, total_items: 4, section_tokens: { constraints: 30, history: 30 } },
  }),
};

/** Another limit cuts, another rule fires, and what stayed stands in another order. */
const current = {
  sampleName: 'planning · developer',
  limit: 50,
  result: assembled({
    context: {
      constraints: [item('rules#0', 'Keep the plan', 30)],
      knowledge: [item('docs#0', 'How to review', 5)],
      history: [item('notes#0', 'second'), item('notes#1', 'first')],
    },
    trace: {
      rules_applied: [rule('plan', 'Plan first', ['rules']), rule('docs', 'Docs for reviewers', ['docs'])],
      dropped: [dropped('notes#2', 'budget', { preview: 'third' })],
    },
    meta: {
      token_estimate: 55,
      total_items: 4,
      section_tokens: { constraints: 30, knowledge: 5, history: 20 },
    },
  }),
};

const textOf = (element: Element) => [...element.children].map(child => child.textContent?.trim());

it('sets two runs side by side: what differs stands out, what is equal keeps quiet', async () => {
  const screen = await showPanel(<RunComparisonPanel current={current} pinned={pinned} />);
  const rows = screen.getByRole('row').elements();
  expect(rows.map(textOf)).toEqual([
    ['', 'Pinned: planning · developer', 'Now: planning · developer', 'Difference'],
    ['Limit in tokens', '4,000', '50', '−3,950'],
    ['Tokens', '60', '55', '−5'],
    ['Items', '4', '4', 'equal'],
    ['Rules that fired', '2', '2', 'equal'],
    ['Constraints', '30', '30', 'equal'],
    ['Knowledge', '0', '5', '+5'],
    ['History', '30', '20', '−10'],
  ]);
  expect(screen.getByRole('listitem').elements().map(textOf)).toEqual([
    ['fires now', 'Docs for reviewers', 'adds docs', ''],
    ['fires no more', 'Notes', 'adds notes', ''],
    ['entered', 'docs#0', 'was not asked for before', '5 tokens'],
    ['left', 'notes#2', 'cut by the budget', '10 tokens'],
    ['moved', 'notes#0', 'from place 2 to 1 in History', ''],
  ]);
  await expect.element(screen.getByText('2 items in both.')).toBeVisible();
  const loudness = (name: string) => {
    const cell = screen.getByRole('row', { name }).getByRole('cell').first().element();
    const { fontWeight, color } = getComputedStyle(cell);
    return { weight: Number(fontWeight), color };
  };
  const [equal, other] = [loudness('Items 4 4 equal'), loudness('Tokens 60 55 −5')];
  expect([equal.weight < other.weight, equal.color === other.color]).toEqual([true, false]);
  expect(await panelFindings()).toEqual([]);
});

it('says of a run and itself, and of another limit that changes nothing, that all is the same', async () => {
  const screen = await showPanel(
    <RunComparisonPanel current={{ ...pinned, limit: undefined }} pinned={pinned} />,
  );
  await expect.element(screen.getByText(/The same rules fired, and the same items/)).toBeVisible();
  expect(screen.getByRole('listitem').elements()).toEqual([]);
  await expect
    .element(screen.getByRole('row', { name: 'Limit in tokens 4,000 no limit another' }))
    .toBeVisible();
});
