import { FlaskConical, ListChecks } from 'lucide-react';
import type { ContextTest, Expectation } from '../../../shared/model/context-test.ts';
import { type DocumentsState, useDocuments } from '../../stores/documents.ts';
import { type LiveTests, useFollowTests, useLiveTests } from '../../stores/live-tests.ts';
import { setSample, setWorkspace, showTest } from '../../stores/workspace.ts';
import { rich, t, told } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { RowList, RowPlace } from '../../ui/RowList.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { StandingMark } from './StandingMark.tsx';
import styles from './Tests.module.css';
import { createTest, type TestStanding, useAllTests, useRuleWords, useStandings } from './use-tests.ts';

const selectError = (state: LiveTests) => state.error;

/** What to look at first. */
const order: readonly TestStanding['state'][] = ['failed', 'running', 'draft', 'passed'];

/** How each test stands with the edit above, in the bottom drawer; those that fail first, with what came instead. */
export function TestsTab() {
  useFollowTests();
  const tests = useAllTests();
  const standingOf = useStandings();
  if (tests.length === 0) return <NoTest />;
  const rows = tests
    .map(test => ({ test, standing: standingOf(test) }))
    .toSorted((left, right) => order.indexOf(left.standing.state) - order.indexOf(right.standing.state));
  return (
    <>
      <p className={styles.count}>
        <PassCount />
      </p>
      <RowList keyOf={({ test }) => test.id} label={t('Tests')} rows={rows}>
        {row => <TestRow {...row} />}
      </RowList>
    </>
  );
}

function TestRow({ test, standing }: { readonly test: ContextTest; readonly standing: TestStanding }) {
  const { id, name, sample, expect } = test;
  const { state, result, judged } = standing;
  return (
    <>
      <StandingMark state={state} />
      <span className={classNames(styles.words, styles.test)}>
        <TextLink onPress={() => showTest(id)}>{name || id}</TextLink>
        {result?.error === undefined ? null : <span className={styles.actual}>{told(result.error)}</span>}
        {expect.map((expectation, index) => {
          const whole = result?.expectations[index];
          const fails = whole ? !whole.passed : judged?.[index]?.state === 'failed';
          const said = whole ?? judged?.[index];
          return fails && said ? (
            <Failing expectation={expectation} key={JSON.stringify(expectation)} {...said} />
          ) : null;
        })}
      </span>
      {sample === undefined ? null : <SampleOfTest id={sample} />}
    </>
  );
}

/** The request that the test sends; chosen, the drawer shows what is assembled for it. */
function SampleOfTest({ id }: { readonly id: string }) {
  const name = useDocuments((state: DocumentsState) => state.working.samples[id]?.name);
  if (name === undefined) return null;
  return (
    <RowPlace>
      <FlaskConical aria-label={t('Sample')} role="img" size={13} />
      <TextLink onPress={() => setSample(id)}>{name}</TextLink>
    </RowPlace>
  );
}

interface FailingProps {
  readonly expectation: Expectation;
  readonly expected: string;
  readonly actual: string;
}

/** "Expected: About style is in the context, but nothing adds it". */
function Failing({ expectation, expected, actual }: FailingProps) {
  const words = useRuleWords(expectation) ?? told(expected);
  return (
    <span className={styles.actual}>
      {t('Expected: {expected}, but {actual}', { expected: words, actual: told(actual) })}
    </span>
  );
}

/** "2 of 3 tests pass". */
export function PassCount() {
  const tests = useAllTests();
  const standingOf = useStandings();
  const error = useLiveTests(selectError);
  if (error !== undefined) return <span title={error}>{t('cannot be run: {error}', { error })}</span>;
  const whole = tests.filter(test => standingOf(test).state !== 'draft');
  // The list and the view say that there are none.
  if (whole.length === 0) return null;
  const passed = tests.filter(test => standingOf(test).state === 'passed').length;
  return (
    <span>
      {rich('{passed} tests pass', {
        passed: <strong>{t('{passed} of {count}', { passed, count: whole.length })}</strong>,
      })}
    </span>
  );
}

export function NoTest() {
  return (
    <EmptyState
      actions={
        <>
          <Button adds onPress={createTest} variant="primary">
            {t('New test')}
          </Button>
          <Button onPress={() => setWorkspace({ view: 'samples' })}>{t('Go to samples')}</Button>
        </>
      }
      icon={ListChecks}
      title={t('No tests yet')}
    >
      {t('A test is a request and what its context must be. Pin a sample to keep what it comes to now.')}
    </EmptyState>
  );
}
