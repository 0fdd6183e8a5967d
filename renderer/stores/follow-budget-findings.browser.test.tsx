import { expect, inject, it } from 'vitest';
import { assembled } from '../../test/support/assembled.ts';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../test/support/fake-weft.ts';
import { useBudgetFindings } from './budget-findings.ts';
import { edit, saveDocuments, undoAll } from './documents.ts';
import { followBudgetFindings } from './follow-budget-findings.ts';
import { followPreview } from './preview.ts';
import { loadProject, useProject } from './project.ts';
import { setWorkspace } from './workspace.ts';

it.runIf(inject('isLong'))(
  'is measured again once what an edit broke is saved, and when something is stored',
  async () => {
    const [memory] = sampleFiles.memories;
    const [sample] = sampleFiles.samples;
    if (!memory || !sample) throw new Error('the sample project has none');
    const contract = {
      id: 'few',
      name: 'Few tokens',
      severity: 'error',
      state: { kind: 'limit', of: { memory: memory.id }, tokens: 10 },
    } as const;
    const weft = fakeWeft({
      ...openProjectAnswers({ ...sampleFiles, contracts: [contract] }),
      'assembly.preview': assembled({}),
      'rules.analyze': { findings: [] },
      'contracts.check': ({ memories }) => {
        const isLonger = memories?.some(({ label }) => label === 'Longer') === true;
        return {
          results: [{ id: 'few', answer: isLonger ? 'refuted' : 'proved', reason: 'so many tokens' }],
        };
      },
      'memories.save': () => ({ memory, hash: 'f'.repeat(64) }),
    });
    await loadProject();
    setWorkspace({ sampleId: sample.id });
    const stops = [followPreview(), followBudgetFindings()];
    const byEdit = () =>
      useBudgetFindings.getState().problems.some(one => JSON.stringify(one).includes('byEdit":true'));
    const checks = () => weft.asked.filter(({ name }) => name === 'contracts.check').length;
    await expect.poll(checks).toBeGreaterThan(0);
    edit('longer', draft => {
      const one = draft.memories[memory.id];
      if (one) one.label = 'Longer';
    });
    await expect.poll(byEdit).toBe(true);
    await saveDocuments();
    await expect.poll(byEdit).toBe(false);
    const before = checks();
    weft.tell({ event: 'project:changed', what: 'documents' });
    await expect.poll(checks).toBeGreaterThan(before);
    for (const stop of stops) stop();
    undoAll();
  },
);

it('of the sets of rules over the budget tells the first, and how many others there are', async () => {
  const [sample] = sampleFiles.samples;
  const [rule, other] = sampleFiles.engines.flatMap(({ id, rules }) =>
    rules.map(one => ({ engine_id: id, rule_id: one.id })),
  );
  if (!sample || !rule || !other) throw new Error('the sample project has none');
  const set = (rules: (typeof rule)[]) => ({
    code: 'co-fires-over-budget' as const,
    severity: 'warning' as const,
    possible: false,
    message: 'Both can fire together and bring 90 tokens; the budget is 80.',
    rules,
  });
  const weft = fakeWeft({
    ...openProjectAnswers({
      ...sampleFiles,
      samples: [{ ...sample, request: { ...sample.request, constraints: { max_tokens: 80 } } }],
    }),
    'assembly.preview': assembled({}),
    'rules.analyze': { findings: [set([rule, other]), set([rule]), set([other])] },
    'contracts.check': { results: [] },
  });
  await loadProject();
  setWorkspace({ sampleId: sample.id });
  const stops = [followPreview(), followBudgetFindings()];
  const told = () => useBudgetFindings.getState().problems.map(({ code, message }) => [code, message]);
  await expect.poll(told).toEqual([
    ['co-fires-over-budget', 'Both can fire together and bring 90 tokens; the budget is 80.'],
    ['not-all-told', expect.stringMatching(/over the budget as well: .?2.?\.$/)],
  ]);
  // What is not edited the server has.
  const asked = weft.asked.find(({ name }) => name === 'rules.analyze');
  expect(asked?.input).toEqual({ budget: { limit: 80 } });
  for (const stop of stops) stop();
});

it('what was measured of one project is said of no other', async () => {
  fakeWeft(openProjectAnswers(sampleFiles));
  await loadProject();
  const stop = followBudgetFindings();
  useBudgetFindings.setState({
    problems: [{ kind: 'memories', id: 'a', severity: 'error', code: 'a', message: 'A' }],
  });
  useProject.setState(({ info }) =>
    info === undefined ? {} : { info: { ...info, path: '/projects/other' } },
  );
  expect(useBudgetFindings.getState().problems).toEqual([]);
  stop();
});
