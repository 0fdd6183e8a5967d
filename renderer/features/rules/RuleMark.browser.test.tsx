import { expect, it } from 'vitest';
import type { ContextRule } from '../../../shared/model/rule.ts';
import { panelFindings, showPanel } from '../../../test/support/control-states.tsx';
import { RuleMark } from './RuleMark.tsx';

const rule: ContextRule = { id: 'r', name: 'R', when: [], then: { add_memories: [] } };

it.each([
  ['no sample', rule],
  ['muted', { ...rule, enabled: false }],
])('says "%s" where nothing is known of the rule in a sample', async (name, shown) => {
  const screen = await showPanel(<RuleMark explained={undefined} look="sign" rule={shown} />);
  await expect.element(screen.getByRole('img', { name, exact: true })).toBeVisible();
  expect(await panelFindings()).toEqual([]);
});
