import { useMemo } from 'react';
import { isTestBegun } from '../../../shared/model/begun.ts';
import type { ContextTest, Expectation, TestResult } from '../../../shared/model/context-test.ts';
import type { Judgement } from '../../../shared/rules/testing/judge-expectation.ts';
import { copyOf } from '../../stores/copy-document.ts';
import {
  type DocumentsState,
  edit,
  editDocument,
  selectEngines,
  selectWorking,
  useDocuments,
} from '../../stores/documents.ts';
import { freeIdFromName } from '../../stores/free-id.ts';
import { findRule } from '../../stores/history.ts';
import { type LiveTests, useLiveTests } from '../../stores/live-tests.ts';
import { offerUndo } from '../../stores/offer-undo.ts';
import { neighbourByName, useByName } from '../../stores/use-by-name.ts';
import { setWorkspace, showTest, useWorkspace, type Workspace } from '../../stores/workspace.ts';
import { t } from '../../texts/texts.ts';

const selectTests = (state: DocumentsState) => state.working.tests;
const selectTestId = (state: Workspace) => state.testId;
const selectLive = (state: LiveTests) => state;

/** Every test of the working copy, in the order of their names. */
export const useAllTests = (): readonly ContextTest[] => useByName(selectTests);

/** The test that was chosen, else the first. */
export function useSelectedTest(): ContextTest | undefined {
  const all = useAllTests();
  const chosen = useWorkspace(selectTestId);
  return all.find(({ id }) => id === chosen) ?? all[0];
}

export interface TestStanding {
  readonly state: 'passed' | 'failed' | 'running' | 'draft';
  /** Of the working copy as it is; absent while that runs. */
  readonly result?: TestResult | undefined;
  /** What rules alone say of each expectation. */
  readonly judged?: readonly Judgement[] | undefined;
}

/** How a test stands now: rules are judged with every key, the rest when the run of the same definitions has ended. */
export function useStandings(): (test: ContextTest) => TestStanding {
  const { judged, results, of } = useLiveTests(selectLive);
  const working = useDocuments(selectWorking);
  return useMemo(
    () => test => {
      if (isTestBegun(test)) return { state: 'draft' };
      const own = judged[test.id];
      // What was judged before the last expectation came says nothing of it.
      const ofNow = own?.length === test.expect.length ? own : undefined;
      const result = of === working ? results[test.id] : undefined;
      return { state: result ? stateOf(result) : stateByRules(ofNow), result, judged: ofNow };
    },
    [judged, results, of, working],
  );
}

const stateOf = ({ passed }: TestResult): TestStanding['state'] => (passed ? 'passed' : 'failed');

function stateByRules(judged: readonly Judgement[] | undefined): TestStanding['state'] {
  if (judged === undefined) return 'running';
  if (judged.some(({ state }) => state === 'failed')) return 'failed';
  return judged.every(({ state }) => state === 'passed') ? 'passed' : 'running';
}

/** What is expected of a rule, by the name it has here; undefined of anything else, and where there is no such rule. */
export function useRuleWords(expectation: Expectation): string | undefined {
  const engines = useDocuments(selectEngines);
  if (expectation.kind !== 'fires' && expectation.kind !== 'silent') return undefined;
  const name = ruleNamed(engines, expectation.rule);
  if (name === undefined) return undefined;
  return expectation.kind === 'fires'
    ? t('{fires} fires', { fires: name })
    : t('{rests} does not fire', { rests: name });
}

/** The name that the rule `engine/rule` has here; undefined where there is no such rule. */
export function ruleNamed(engines: DocumentsState['working']['engines'], rule: string): string | undefined {
  const [engineId = '', ruleId = ''] = rule.split('/');
  return findRule({ engines }, { engineId, ruleId })?.name;
}

/** Makes an empty test and shows it: it asks for its sample, where there are some. */
export function createTest(): void {
  const name = t('New test');
  const { tests, samples } = useDocuments.getState().working;
  const id = freeIdFromName(name, 'test', Object.keys(tests));
  edit(t('new test'), draft => {
    draft.tests[id] = {
      id,
      name,
      ...(Object.keys(samples).length === 0 ? { request: { scope_variables: {} } } : { sample: '' }),
      expect: [],
    };
  });
  showTest(id);
}

/** One undoable change of one test. */
export const editTest = (testId: string, label: string, change: (test: ContextTest) => void): void =>
  editDocument('tests', testId, label, change);

/** Adds tests that were made elsewhere, in one step. */
export function addTests(tests: readonly ContextTest[]): void {
  edit(tests.length === 1 ? t('add test') : t('add {count} tests', { count: tests.length }), draft => {
    for (const test of tests) {
      const id = Object.hasOwn(draft.tests, test.id)
        ? freeIdFromName(test.name, 'test', Object.keys(draft.tests))
        : test.id;
      draft.tests[id] = { ...test, id };
    }
  });
}

/** Duplicates a test and shows the copy, to vary it. */
export function copyTest(testId: string): void {
  const copy = copyOf(useDocuments.getState().working.tests, testId);
  if (!copy) return;
  edit(t('duplicate test'), draft => {
    draft.tests[copy.id] = copy;
  });
  showTest(copy.id);
}

/** Deletes a test, shows its neighbour, and offers to take that back. */
export function removeTest(testId: string): void {
  const { tests } = useDocuments.getState().working;
  const name = tests[testId]?.name;
  if (name === undefined) return;
  const remove = () =>
    edit(t('delete test'), draft => {
      delete draft.tests[testId];
    });
  offerUndo(t('Deleted "{name}".', { name }), remove, () => setWorkspace({ testId }));
  setWorkspace({ testId: neighbourByName(tests, testId) });
}
