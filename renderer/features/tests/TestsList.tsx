import { useMemo, useState } from 'react';
import { useProvideCommands } from '../../stores/commands.ts';
import { useFollowTests } from '../../stores/live-tests.ts';
import { useBrokenFiles } from '../../stores/problems.ts';
import { showProblems, showTest } from '../../stores/workspace.ts';
import { t } from '../../texts/texts.ts';
import { BrokenFiles } from '../../ui/BrokenFiles.tsx';
import { addAndFocus } from '../../ui/focus-added.ts';
import { formatCounted } from '../../ui/format-number.ts';
import type { ListItem } from '../../ui/ItemList.tsx';
import { isListMeant } from '../../ui/is-list-meant.ts';
import { ListActions } from '../../ui/ListActions.tsx';
import { SearchedList } from '../../ui/SearchedList.tsx';
import { StandingMark } from './StandingMark.tsx';
import { copyTest, createTest, removeTest, useAllTests, useSelectedTest, useStandings } from './use-tests.ts';

/** Left list of the tests view: each with how it stands now, with every key. */
export function TestsList() {
  useFollowTests();
  const [search, setSearch] = useState('');
  const broken = useBrokenFiles('tests');
  const selected = useSelectedTest();
  const items = useListItems(search);
  const remove = () => removeTest(selected?.id ?? '');
  const duplicate = () => copyTest(selected?.id ?? '');
  useProvideCommands({
    'test.new': { run: () => addAndFocus(createTest) },
    'edit.duplicate': { run: duplicate, when: () => selected !== undefined },
    'edit.delete': { run: remove, when: () => selected !== undefined && isListMeant() },
  });
  return (
    <SearchedList
      actions={
        <ListActions
          hasSelected={selected !== undefined}
          noun={t('test')}
          onDelete={remove}
          onDuplicate={duplicate}
          onNew={createTest}
        />
      }
      items={items}
      none={t('No tests yet. Make the first with +, or pin a sample.')}
      onSearch={setSearch}
      onSelect={showTest}
      search={search}
      selectedId={selected?.id}
      title={t('Tests')}
    >
      <BrokenFiles files={broken} onShow={showProblems} />
    </SearchedList>
  );
}

function useListItems(search: string): ListItem[] {
  const tests = useAllTests();
  const standingOf = useStandings();
  return useMemo(() => {
    const wanted = search.trim().toLowerCase();
    return tests
      .filter(({ id, name, description = '' }) =>
        `${id} ${name} ${description}`.toLowerCase().includes(wanted),
      )
      .map(test => ({
        id: test.id,
        title: test.name,
        subtitle: (
          <>
            <StandingMark state={standingOf(test).state} /> ·{' '}
            {formatCounted(test.expect.length, 'expectation')}
          </>
        ),
      }));
  }, [tests, standingOf, search]);
}
