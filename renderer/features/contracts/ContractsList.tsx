import { useMemo, useState } from 'react';
import { useProvideCommands } from '../../stores/commands.ts';
import { useBrokenFiles } from '../../stores/problems.ts';
import { showContract, showProblems } from '../../stores/workspace.ts';
import { t } from '../../texts/texts.ts';
import { BrokenFiles } from '../../ui/BrokenFiles.tsx';
import { addAndFocus } from '../../ui/focus-added.ts';
import type { ListItem } from '../../ui/ItemList.tsx';
import { isListMeant } from '../../ui/is-list-meant.ts';
import { ListActions } from '../../ui/ListActions.tsx';
import { SearchedList } from '../../ui/SearchedList.tsx';
import { AnswerMark } from './AnswerMark.tsx';
import { contractWords } from './contract-edits.ts';
import {
  copyContract,
  createContract,
  removeContract,
  useAllContracts,
  useSelectedContract,
  useVerdicts,
} from './use-contracts.ts';

/** Left list of the contracts view: each with what it comes to now. */
export function ContractsList() {
  const [search, setSearch] = useState('');
  const broken = useBrokenFiles('contracts');
  const selected = useSelectedContract();
  const items = useListItems(search);
  const remove = () => removeContract(selected?.id ?? '');
  const duplicate = () => copyContract(selected?.id ?? '');
  useProvideCommands({
    'contract.new': { run: () => addAndFocus(createContract) },
    'edit.duplicate': { run: duplicate, when: () => selected !== undefined },
    'edit.delete': { run: remove, when: () => selected !== undefined && isListMeant() },
  });
  return (
    <SearchedList
      actions={
        <ListActions
          hasSelected={selected !== undefined}
          noun={t('contract')}
          onDelete={remove}
          onDuplicate={duplicate}
          onNew={createContract}
        />
      }
      items={items}
      none={t('No contracts yet. Make the first with +.')}
      onSearch={setSearch}
      onSelect={showContract}
      search={search}
      selectedId={selected?.id}
      title={t('Contracts')}
    >
      <BrokenFiles files={broken} onShow={showProblems} />
    </SearchedList>
  );
}

function useListItems(search: string): ListItem[] {
  const contracts = useAllContracts();
  const verdicts = useVerdicts();
  return useMemo(() => {
    const wanted = search.trim().toLowerCase();
    return contracts
      .map(contract => ({ contract, sentence: contractWords(contract) }))
      .filter(({ contract: { id, name }, sentence }) =>
        `${id} ${name} ${sentence}`.toLowerCase().includes(wanted),
      )
      .map(({ contract, sentence }) => ({
        id: contract.id,
        title: contract.name,
        subtitle: (
          <>
            <AnswerMark contract={contract} verdict={verdicts[contract.id]} /> · {sentence}
          </>
        ),
      }));
  }, [contracts, verdicts, search]);
}
