import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { assembled } from '../../../../test/support/assembled.ts';
import { showPanel } from '../../../../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../../../test/support/fake-weft.ts';
import { usePreview } from '../../../stores/preview.ts';
import { loadProject, useProject } from '../../../stores/project.ts';
import { setWorkspace } from '../../../stores/workspace.ts';
import { type MemoryView, setMemoryView } from '../memory-view.ts';
import { Catalog } from './Catalog.tsx';

const sampleId = sampleFiles.samples[0]?.id;
const said = () => page.getByText(/^(?:not asked for|no sample|not assembled)$/);
const words = () => [
  ...new Set(
    said()
      .elements()
      .map(({ textContent }) => textContent),
  ),
];

beforeEach(async () => {
  fakeWeft(openProjectAnswers(sampleFiles));
  await loadProject();
});

it.each(['cards', 'table'] satisfies MemoryView['catalogLook'][])(
  'says that a memory is not asked for where a sample was assembled without it, and else why nothing is known: %s',
  async catalogLook => {
    setMemoryView({ catalogLook });
    setWorkspace({ sampleId: undefined });
    await showPanel(<Catalog />);
    await expect.poll(words).toEqual(['no sample']);
    setWorkspace({ sampleId });
    await expect.poll(words).toEqual([]);
    usePreview.setState({ status: 'running' });
    expect(words()).toEqual([]);
    usePreview.setState({ status: 'ready', result: assembled({}), sampleId });
    await expect.poll(words).toEqual(['not asked for']);
    usePreview.setState({ status: 'failed', result: undefined });
    await expect.poll(words).toEqual(['not assembled']);
    usePreview.setState(usePreview.getInitialState(), true);
    useProject.setState(({ info }) => (info === undefined ? {} : { info: { ...info, trusted: false } }));
    await expect.poll(words).toEqual(['not assembled']);
  },
);
