import type { ReactNode } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { showPanel } from '../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../test/support/fake-weft.ts';
import { SampleStrip } from './features/rules/inspector/SampleStrip.tsx';
import { EnginesPanel } from './features/rules/list/EnginesPanel.tsx';
import { Matrix } from './features/rules/matrix/Matrix.tsx';
import { SampleInspector } from './features/samples/SampleInspector.tsx';
import { SamplesList } from './features/samples/SamplesList.tsx';
import { StatusBar } from './features/shell/StatusBar.tsx';
import { followAnalysis } from './stores/analysis.ts';
import { useDocuments } from './stores/documents.ts';
import { followEvaluations } from './stores/evaluations.ts';
import { loadProject, useProject } from './stores/project.ts';
import { setWorkspace } from './stores/workspace.ts';

const [engine] = sampleFiles.engines;
const at = { engineId: engine?.id ?? '', ruleId: engine?.rules[0]?.id ?? '' };

interface Place {
  readonly view: ReactNode;
  /** What is said of rules, or of problems, once they were looked at. */
  readonly judged: RegExp;
  readonly untrusted: string | RegExp;
}

const places: Readonly<Record<string, Place>> = {
  'the inspector of a sample': {
    view: <SampleInspector />,
    judged: /^No rule fires for this sample\.$|Review rules|Planning rules/,
    untrusted: 'Not evaluated: this project is not trusted',
  },
  'the list of samples': {
    view: <SamplesList />,
    judged: /^(?:no rule fires|\d+ rules?)( · .*)?$/,
    untrusted: 'not evaluated',
  },
  'the samples of a rule': {
    view: <SampleStrip at={at} isMuted={false} />,
    judged: /^\d+ of \d+$/,
    untrusted: 'Not evaluated: this project is not trusted',
  },
  'the matrix': {
    view: <Matrix engineId={at.engineId} />,
    judged: /needs a sample|^as saved$/,
    untrusted: 'Not evaluated: this project is not trusted',
  },
  'the list of engines': {
    view: <EnginesPanel />,
    judged: /^\d+ rules? · \d+ fires?$/,
    untrusted: /^\d+ rules?$/,
  },
  'the status bar': {
    view: <StatusBar late={null} panels={[]} />,
    judged: /^\d+ problems?$/,
    untrusted: 'Nothing is judged yet',
  },
};

beforeEach(async () => {
  fakeWeft(openProjectAnswers({ ...sampleFiles, memories: sampleFiles.memories.slice(0, 1) }));
  await loadProject();
  setWorkspace({ sampleId: sampleFiles.samples[0]?.id });
});

it.each(Object.entries(places))(
  'of a project that is not trusted nobody says how its rules fare, which nothing has tried: %s',
  async (_, { view, judged, untrusted }) => {
    useProject.setState(({ info }) => (info === undefined ? {} : { info: { ...info, trusted: false } }));
    await showPanel(view);
    await expect.element(page.getByText(untrusted).first()).toBeVisible();
    expect(page.getByText(judged).elements()).toEqual([]);
  },
);

it.each(Object.entries(places))(
  'nothing is said of rules before they were tried, and what they do from then on: %s',
  async (_, { view, judged, untrusted }) => {
    await showPanel(view);
    expect(page.getByText(judged).elements()).toEqual([]);
    if (typeof untrusted === 'string' && !untrusted.startsWith('Nothing'))
      expect(page.getByText(untrusted).elements()).toEqual([]);
    const stops = [followEvaluations(), followAnalysis()];
    await expect.element(page.getByText(judged).first()).toBeVisible();
    for (const stop of stops) stop();
    // As it was before the first answer: who is followed again has said nothing yet.
    await expect.element(page.getByText(judged).first()).not.toBeInTheDocument();
  },
);

it('a file that could not be read is a problem of a project that is not trusted as well', async () => {
  useDocuments.setState({ problems: [{ file: 'a.json', reason: 'is no JSON' }] });
  await showPanel(<StatusBar late={null} panels={[]} />);
  await expect.element(page.getByText('1 problem')).toBeVisible();
});
