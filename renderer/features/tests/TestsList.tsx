import { Search, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useProvideCommands } from '../../stores/commands.ts';
import { useFollowTests } from '../../stores/live-tests.ts';
import { useBrokenFiles } from '../../stores/problems.ts';
import { setWorkspace, showTest } from '../../stores/workspace.ts';
import { BrokenFiles } from '../../ui/BrokenFiles.tsx';
import { Button } from '../../ui/Button.tsx';
import { focusSearch } from '../../ui/focus-search.ts';
import { formatCounted } from '../../ui/format-number.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { ItemList, type ListItem } from '../../ui/ItemList.tsx';
import { ListNote, ListPanel } from '../../ui/ListPanel.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { StandingMark } from './StandingMark.tsx';
import { createTest, removeTest, useAllTests, useSelectedTest, useStandings } from './use-tests.ts';

/** Left list of the tests view: each with how it stands now, with every key. */
export function TestsList() {
  useFollowTests();
  const [search, setSearch] = useState('');
  const broken = useBrokenFiles('tests');
  const selected = useSelectedTest();
  const items = useListItems(search);
  const remove = () => removeTest(selected?.id ?? '');
  useProvideCommands({
    'edit.find': { run: () => focusSearch('Tests') },
    'edit.delete': { run: remove, when: () => selected !== undefined },
  });
  return (
    <ListPanel label="Tests">
      <PanelHeader
        actions={
          <>
            <Menu
              entries={[
                {
                  id: 'delete',
                  label: 'Delete test',
                  icon: Trash2,
                  keys: 'Delete',
                  tone: 'danger',
                  disabled: selected === undefined,
                  run: remove,
                },
              ]}
              name="Actions for tests"
            />
            <IconButton adds name="New test" onPress={createTest} />
          </>
        }
        title="Tests"
      />
      <TextField
        icon={Search}
        label="Search tests"
        labelHidden
        onChange={setSearch}
        placeholder="Search tests"
        value={search}
      />
      <ItemList
        empty={<NoTests clear={() => setSearch('')} searched={search !== ''} />}
        items={items}
        label="Tests"
        onSelect={showTest}
        selectedId={selected?.id}
      />
      <BrokenFiles files={broken} onShow={() => setWorkspace({ view: 'problems' })} />
    </ListPanel>
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
        subtitle: formatCounted(test.expect.length, 'expectation'),
        end: <StandingMark state={standingOf(test).state} />,
      }));
  }, [tests, standingOf, search]);
}

function NoTests({ searched, clear }: { readonly searched: boolean; readonly clear: () => void }) {
  if (!searched) return <ListNote>No tests yet. Make the first with +, or pin a sample.</ListNote>;
  return (
    <ListNote>
      Nothing matches.{' '}
      <Button onPress={clear} variant="quiet">
        Clear search
      </Button>
    </ListNote>
  );
}
