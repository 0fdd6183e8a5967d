import type { ReactNode } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { showPanel, someOf } from '../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../test/support/fake-weft.ts';
import { Canvas } from './features/rules/canvas/Canvas.tsx';
import { SampleStrip } from './features/rules/inspector/SampleStrip.tsx';
import { EnginesPanel } from './features/rules/list/EnginesPanel.tsx';
import { Matrix } from './features/rules/matrix/Matrix.tsx';
import { RuleMark } from './features/rules/RuleMark.tsx';
import { SampleInspector } from './features/samples/SampleInspector.tsx';
import { SamplesList } from './features/samples/SamplesList.tsx';
import { StatusBar } from './features/shell/StatusBar.tsx';
import { followAnalysis } from './stores/analysis.ts';
import { useDocuments } from './stores/documents.ts';
import { followEvaluations, useRuleOutcome } from './stores/evaluations.ts';
import { loadProject, useProject } from './stores/project.ts';
import { setWorkspace, useWorkspace } from './stores/workspace.ts';

const [engine] = sampleFiles.engines;
const at = { engineId: engine?.id ?? '', ruleId: engine?.rules[0]?.id ?? '' };

interface Place {
  readonly view: ReactNode;
  /** What is said of rules, or of problems, once they were looked at. */
  readonly judged: RegExp;
  readonly untrusted: string | RegExp;
}

function Marked() {
  const explained = useRuleOutcome(at.engineId, at.ruleId);
  return engine?.rules[0] ? <RuleMark explained={explained} rule={engine.rules[0]} /> : null;
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
  'the mark of a rule': {
    view: <Marked />,
    judged: /^(?:fired|failed|missing|error|muted|no sample)$/,
    untrusted: 'Not evaluated: this project is not trusted',
  },
  'the canvas': {
    view: (
      <div style={{ width: 1600, height: 1200 }}>
        <Canvas engineId={at.engineId} />
      </div>
    ),
    judged: /^(?:fired|failed|error|no sample)$/,
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

/** In words, or as the name of a mark. */
const said = (text: string | RegExp) => page.getByText(text).or(page.getByRole('img', { name: text }));

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
    await expect.element(said(untrusted).first()).toBeVisible();
    expect(said(judged).elements()).toEqual([]);
  },
);

it.each(someOf(Object.entries(places), 3))(
  'nothing is said of rules before they were tried, and what they do from then on: %s',
  async (_, { view, judged, untrusted }) => {
    await showPanel(view);
    expect(said(judged).elements()).toEqual([]);
    if (typeof untrusted === 'string' && !untrusted.startsWith('Nothing'))
      expect(said(untrusted).elements()).toEqual([]);
    const stops = [followEvaluations(), followAnalysis()];
    await expect.element(said(judged).first()).toBeVisible();
    for (const stop of stops) stop();
    // As it was before the first answer: who is followed again has said nothing yet.
    await expect.element(said(judged).first()).not.toBeInTheDocument();
  },
);

it('a file that could not be read is a problem of a project that is not trusted as well', async () => {
  useDocuments.setState({ problems: [{ file: 'a.json', reason: 'is no JSON' }] });
  await showPanel(<StatusBar late={null} panels={[]} />);
  await expect.element(page.getByText('1 problem')).toBeVisible();
});

it('a rule that is only begun has a cell for each sample, from which one is chosen', async () => {
  const stop = followEvaluations();
  const screen = await showPanel(<SampleStrip at={{ ...at, ruleId: 'begun' }} isMuted />);
  const { samples } = sampleFiles;
  await expect.element(page.getByText(`0 of ${samples.length}`)).toBeVisible();
  await screen.getByRole('button', { name: `${samples[1]?.name}: muted` }).click();
  expect(useWorkspace.getState().sampleId).toBe(samples[1]?.id);
  stop();
});
