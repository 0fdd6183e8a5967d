import { expect, it } from 'vitest';
import { showPanel } from '../../../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../../test/support/fake-weft.ts';
import { loadProject } from '../../stores/project.ts';
import { RenameVariableDialog } from './RenameVariableDialog.tsx';

const field = 'addVar.phase';

it('the preview says what changes by its name', async () => {
  fakeWeft(openProjectAnswers(sampleFiles));
  await loadProject();
  const asks = ({ rules }: (typeof sampleFiles.engines)[number]) =>
    rules.some(({ when }) => when.some(condition => condition.field === field));
  const engine = sampleFiles.engines.find(asks);
  const screen = await showPanel(<RenameVariableDialog field={field} />);
  const name = screen.getByText(engine?.name ?? '', { exact: true }).first();
  await expect.element(name).toHaveAttribute('title', engine?.id);
  await expect.element(screen.getByText(engine?.id ?? '', { exact: true })).not.toBeInTheDocument();
});
