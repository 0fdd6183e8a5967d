import { expect, it } from 'vitest';
import type { ContextRule } from '../../../shared/model/rule.ts';
import { panelFindings, showPanel } from '../../../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../../test/support/fake-weft.ts';
import { noResults } from '../../stores/evaluation-results.ts';
import { useEvaluations } from '../../stores/evaluations.ts';
import { loadProject, useProject } from '../../stores/project.ts';
import { RuleMark } from './RuleMark.tsx';

const rule: ContextRule = { id: 'r', name: 'R', when: [], then: { add_memories: [] } };

it.each([
  ['no sample', rule],
  ['muted', { ...rule, enabled: false }],
])('says "%s" where nothing is known of the rule in a sample', async (name, shown) => {
  useEvaluations.setState({ ...noResults }, true);
  const screen = await showPanel(<RuleMark explained={undefined} rule={shown} />);
  await expect.element(screen.getByRole('img', { name, exact: true })).toBeVisible();
  expect(await panelFindings()).toEqual([]);
});

it('says of a project that is not trusted that nothing was evaluated, and not that there is no sample', async () => {
  fakeWeft(openProjectAnswers(sampleFiles));
  await loadProject();
  useProject.setState(({ info }) => (info === undefined ? {} : { info: { ...info, trusted: false } }));
  const screen = await showPanel(<RuleMark explained={undefined} rule={rule} />);
  await expect.element(screen.getByRole('img', { name: /^Not evaluated/ })).toBeVisible();
});
