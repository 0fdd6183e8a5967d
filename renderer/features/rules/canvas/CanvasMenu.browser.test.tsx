import { expect, it } from 'vitest';
import { showPanel } from '../../../../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../../../test/support/fake-weft.ts';
import { edit } from '../../../stores/documents.ts';
import { loadProject } from '../../../stores/project.ts';
import { selectEngine, selectTogether } from '../selection.ts';
import { CanvasMenu } from './CanvasMenu.tsx';
import { ruleNodeId } from './node-ids.ts';

it.each([
  ['Unpin', 'all that is selected is pinned', 1],
  ['Pin here', 'something selected beside it is not pinned', 2],
])('says “%s” where %s', async (words, _, selected) => {
  fakeWeft(openProjectAnswers(sampleFiles));
  await loadProject();
  const [engine] = sampleFiles.engines;
  const ids = (engine?.rules ?? []).slice(0, selected).map(({ id }) => ruleNodeId(id));
  const [id = ''] = ids;
  const engineId = engine?.id ?? '';
  selectEngine(engineId);
  edit('pin', draft => {
    draft.layouts[engineId] = { id: engineId, pins: { [id]: { x: 0, y: 0 } } };
  });
  selectTogether(engineId, ids);
  const screen = await showPanel(
    <CanvasMenu engineId={engineId} onClose={() => {}} request={{ id, x: 9, y: 9 }} />,
  );
  await expect.element(screen.getByRole('menuitem', { name: words })).toBeVisible();
});
