import { expect, it } from 'vitest';
import { panelFindings, showPanel } from '../../../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../../test/support/fake-weft.ts';
import { loadProject, useProject } from '../../stores/project.ts';
import { NoProblems } from './NoProblems.tsx';

it('says that all holds of a trusted project alone: of one that is only looked at nothing was judged', async () => {
  fakeWeft(openProjectAnswers(sampleFiles));
  await loadProject();
  const screen = await showPanel(<NoProblems />);
  await expect.element(screen.getByText('No problems')).toBeVisible();
  useProject.setState(({ info }) => (info === undefined ? {} : { info: { ...info, trusted: false } }));
  await expect.element(screen.getByText('Nothing is judged yet')).toBeVisible();
  await expect.element(screen.getByText(/holds/)).not.toBeInTheDocument();
  expect(await panelFindings()).toEqual([]);
});
