import { Braces, Bug, Grid3x3, ListChecks } from 'lucide-react';
import { useState } from 'react';
import { type LiveTests, useFollowTests, useLiveTests } from '../../stores/live-tests.ts';
import { useBrokenFile } from '../../stores/problems.ts';
import { formKeyOf } from '../../stores/renamed.ts';
import { setWorkspace, useWorkspace, type Workspace } from '../../stores/workspace.ts';
import { rich, t } from '../../texts/texts.ts';
import { BrokenDocument } from '../../ui/BrokenDocument.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { type TabItem, Tabs } from '../../ui/Tabs.tsx';
import { CoverageTab } from './CoverageTab.tsx';
import { ExpectationsTab } from './ExpectationsTab.tsx';
import { FaultsTab } from './FaultsTab.tsx';
import { createTest, useAllTests, useSelectedTest, useStandings } from './use-tests.ts';

const TestJsonTab = lazyPart(async () => (await import('./TestJsonTab.tsx')).TestJsonTab);

type TestTab = 'expectations' | 'coverage' | 'faults' | 'json';
const selectTestId = (state: Workspace) => state.testId;
const selectError = (state: LiveTests) => state.error;
const showProblems = () => setWorkspace({ view: 'problems' });

/** Centre of the tests view: what the test expects and what is, then what all tests show and would not notice. */
export function TestEditor() {
  useFollowTests();
  const [tab, setTab] = useState<TestTab>('expectations');
  const test = useSelectedTest();
  const broken = useBrokenFile('tests', useWorkspace(selectTestId));
  if (broken) return <BrokenDocument problem={broken} onShow={showProblems} />;
  const tabs: TabItem<TestTab>[] = [
    {
      id: 'expectations',
      label: t('Expectations'),
      icon: ListChecks,
      content: test ? <ExpectationsTab key={formKeyOf('tests', test.id)} test={test} /> : <NoTest />,
    },
    { id: 'coverage', label: t('Coverage'), icon: Grid3x3, content: <CoverageTab /> },
    { id: 'faults', label: t('Faults'), icon: Bug, content: <FaultsTab /> },
    {
      id: 'json',
      label: t('JSON'),
      icon: Braces,
      content: test ? <TestJsonTab key={test.id} /> : <NoTest />,
    },
  ];
  return <Tabs end={<Summary />} label={t('Parts of tests')} onSelect={setTab} selected={tab} tabs={tabs} />;
}

/** "2 of 3 tests pass". */
function Summary() {
  const tests = useAllTests();
  const standingOf = useStandings();
  const error = useLiveTests(selectError);
  if (error !== undefined) return <span title={error}>{t('cannot be run: {error}', { error })}</span>;
  const whole = tests.filter(test => standingOf(test).state !== 'draft');
  const passed = tests.filter(test => standingOf(test).state === 'passed').length;
  return (
    <span>
      {rich('{passed} tests pass', {
        passed: <strong>{t('{passed} of {count}', { passed, count: whole.length })}</strong>,
      })}
    </span>
  );
}

function NoTest() {
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
