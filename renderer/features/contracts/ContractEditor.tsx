import { Scale } from 'lucide-react';
import type { ContextContract } from '../../../shared/model/context-contract.ts';
import { useProvideCommands } from '../../stores/commands.ts';
import { useBrokenFile } from '../../stores/problems.ts';
import { renameDocument } from '../../stores/rename-document.ts';
import { formKeyOf } from '../../stores/renamed.ts';
import { showProblems, useWorkspace, type Workspace } from '../../stores/workspace.ts';
import { t } from '../../texts/texts.ts';
import { BrokenDocument } from '../../ui/BrokenDocument.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { focusName } from '../../ui/focus-name.ts';
import formPage from '../../ui/form-page.module.css';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { AnswerMark } from './AnswerMark.tsx';
import { ContractConditions } from './ContractConditions.tsx';
import styles from './ContractEditor.module.css';
import { contractWords, editContract } from './contract-edits.ts';
import { StatementForm } from './StatementForm.tsx';
import { createContract, useSelectedContract, useVerdicts } from './use-contracts.ts';

const selectContractId = (state: Workspace) => state.contractId;

/** Centre of the contracts view: what is to hold, for which requests, and how bad it is where it does not. */
export function ContractEditor() {
  const contract = useSelectedContract();
  const broken = useBrokenFile('contracts', useWorkspace(selectContractId));
  if (broken) return <BrokenDocument problem={broken} onShow={showProblems} />;
  return contract ? (
    <ContractForm contract={contract} key={formKeyOf('contracts', contract.id)} />
  ) : (
    <NoContract />
  );
}

function ContractForm({ contract }: { readonly contract: ContextContract }) {
  const { id, name } = contract;
  useProvideCommands({ 'edit.rename': { run: focusName } });
  const verdict = useVerdicts()[id];
  return (
    <div className={formPage.page}>
      <div className={formPage.inner}>
        <p className={styles.sentence}>
          <AnswerMark contract={contract} verdict={verdict} />
          <strong>{contractWords(contract)}</strong>
        </p>
        <div className={styles.basics} data-name>
          <TextField
            description={t('In the file {id}.json', { id })}
            error={name.trim() === '' ? t('A contract needs a name.') : undefined}
            label={t('Name')}
            onChange={next => renameDocument('contracts', id, t('rename contract'), next)}
            value={name}
          />
          <Choices contract={contract} />
        </div>
        <section aria-label={t('Statement')} className={styles.card}>
          <PanelHeader title={t('Must hold')} />
          <StatementForm contract={contract} />
        </section>
        <section aria-label={t('Requests')} className={styles.card}>
          <PanelHeader title={contract.when?.length ? t('For requests in which') : t('For every request')} />
          <ContractConditions conditions={contract.when ?? []} contractId={id} />
        </section>
      </div>
    </div>
  );
}

const severities = [
  { value: 'error', label: t('Error') },
  { value: 'warning', label: t('Warning') },
] as const;

const moments = [
  { value: 'rules', label: t('What rules add') },
  { value: 'budget', label: t('Final context') },
] as const;

function Choices({ contract: { id, severity, after = 'rules' } }: { readonly contract: ContextContract }) {
  return (
    <div className={styles.choices}>
      <div className={styles.choice}>
        <span>{t('Where it is broken')}</span>
        <Segmented
          label={t('Where it is broken')}
          onChange={next =>
            editContract(id, t('change severity'), draft => {
              draft.severity = next;
            })
          }
          options={severities}
          value={severity}
        />
      </div>
      <div className={styles.choice}>
        <span>{t('It speaks of')}</span>
        <Segmented
          label={t('It speaks of')}
          onChange={next =>
            editContract(id, t('change what it speaks of'), draft => {
              if (next === 'rules') delete draft.after;
              else draft.after = next;
            })
          }
          options={moments}
          value={after}
        />
      </div>
    </div>
  );
}

function NoContract() {
  return (
    <EmptyState
      actions={
        <Button adds onPress={createContract} variant="primary">
          {t('New contract')}
        </Button>
      }
      icon={Scale}
      title={t('No contracts yet')}
    >
      {t(
        'A contract is what must hold for every request, such as: always the security checklist when the phase is hotfix. It is proved, or broken by a request that you see before you save.',
      )}
    </EmptyState>
  );
}
