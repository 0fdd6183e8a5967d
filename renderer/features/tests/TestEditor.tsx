import { Braces, Bug, Grid3x3, ListChecks } from 'lucide-react';
import { useState } from 'react';
import { useProvideCommands } from '../../stores/commands.ts';
import { useFollowTests } from '../../stores/live-tests.ts';
import { useBrokenFile } from '../../stores/problems.ts';
import { formKeyOf } from '../../stores/renamed.ts';
import { showProblems, useWorkspace, type Workspace } from '../../stores/workspace.ts';
import { t } from '../../texts/texts.ts';
import { BrokenDocument } from '../../ui/BrokenDocument.tsx';
import { focusName } from '../../ui/focus-name.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { type TabItem, Tabs } from '../../ui/Tabs.tsx';
import { CoverageTab } from './CoverageTab.tsx';
import { ExpectationsTab } from './ExpectationsTab.tsx';
import { FaultsTab } from './FaultsTab.tsx';
import { NoTest, PassCount } from './TestsTab.tsx';
import { useSelectedTest } from './use-tests.ts';

const TestJsonTab = lazyPart(async () => (await import('./TestJsonTab.tsx')).TestJsonTab);

type TestTab = 'expectations' | 'coverage' | 'faults' | 'json';
const selectTestId = (state: Workspace) => state.testId;

/** Centre of the tests view: what the test expects and what is, then what all tests show and would not notice. */
export function TestEditor() {
  useFollowTests();
  const [tab, setTab] = useState<TestTab>('expectations');
  const test = useSelectedTest();
  const broken = useBrokenFile('tests', useWorkspace(selectTestId));
  const rename = () => {
    setTab('expectations');
    focusName();
  };
  useProvideCommands({ 'edit.rename': { run: rename, when: () => test !== undefined && !broken } });
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
  return (
    <Tabs end={<PassCount />} label={t('Parts of tests')} onSelect={setTab} selected={tab} tabs={tabs} />
  );
}
