import { FlaskConical, Scale } from 'lucide-react';
import { Fragment } from 'react';
import { isContractBegun } from '../../../shared/model/begun.ts';
import type { ContextContract, ContractVerdict } from '../../../shared/model/context-contract.ts';
import type { ContextRequest } from '../../../shared/model/request.ts';
import { contractSentence } from '../../../shared/rules/contracts/contract-sentence.ts';
import { buildLookup } from '../../../shared/rules/evaluation/build-lookup.ts';
import { fieldLabel } from '../../../shared/rules/field-name.ts';
import { showError } from '../../stores/toasts.ts';
import { openSample } from '../../stores/verify/try-request.ts';
import { setWorkspace } from '../../stores/workspace.ts';
import { t, told } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import { AnswerMark } from './AnswerMark.tsx';
import styles from './ContractInspector.module.css';
import { contractWords } from './contract-edits.ts';
import { createContract, useSelectedContract, useVerdicts } from './use-contracts.ts';

/** Right panel of the contracts view: what the contract comes to, and the request that shows it. */
export function ContractInspector() {
  const contract = useSelectedContract();
  const verdicts = useVerdicts();
  if (!contract)
    return (
      <EmptyState
        actions={
          <Button adds onPress={createContract}>
            {t('New contract')}
          </Button>
        }
        icon={Scale}
        title={t('No contract selected')}
      >
        {t('Pick one to see whether it holds for every request, or make one.')}
      </EmptyState>
    );
  const isBegun = isContractBegun(contract);
  const verdict = isBegun ? undefined : verdicts[contract.id];
  const reason = verdict ? told(verdict.reason) : t('It is decided in the pauses of editing.');
  return (
    <section aria-label={t('Contract inspector')} className={styles.panel}>
      <PanelHeader level="panel" title={t('Answer')} />
      <p className={styles.answer}>
        <AnswerMark contract={contract} verdict={verdict} />
        <span>{isBegun ? contractWords(contract) : reason}</span>
      </p>
      {verdict?.witness ? <Witness contract={contract} request={verdict.witness} verdict={verdict} /> : null}
      {isBegun ? null : <p className={styles.note}>{meanings[verdict?.answer ?? 'proved']}</p>}
    </section>
  );
}

const meanings = {
  proved: t('Proved answers hold for every request, not only for samples. They follow every edit.'),
  refuted: t(
    'One request is enough to break a contract. Nothing is saved because of it, and nothing is refused.',
  ),
  checked: t('It held wherever it was tried, which is no proof: a request that nobody tried may break it.'),
  open: t('Neither could be shown, so nothing is claimed.'),
} as const satisfies Record<ContractVerdict['answer'], string>;

interface WitnessProps {
  readonly contract: ContextContract;
  readonly verdict: ContractVerdict;
  readonly request: ContextRequest;
}

/** The request as the variables that conditions see, and a press to look at it as a sample. */
function Witness({ contract, verdict, request }: WitnessProps) {
  const variables = [...buildLookup(request).variables];
  const isBreaking = verdict.answer === 'refuted';
  const attempt = () => {
    const { name } = contract;
    const sampleName = isBreaking ? t('breaks {name}', { name }) : t('shows {name}', { name });
    openSample(sampleName.slice(0, 200), told(contractSentence(contract)), request);
    setWorkspace({ view: 'samples' });
  };
  return (
    <div className={styles.group}>
      <PanelHeader
        actions={
          <CopyButton
            compact
            label={t('Copy request as JSON')}
            onError={showError}
            text={() => JSON.stringify(request, null, 2)}
          />
        }
        level="label"
        title={isBreaking ? t('Broken by this request') : t('Shown by this request')}
      />
      {variables.length === 0 ? (
        <p className={styles.note}>{t('A request without any variable.')}</p>
      ) : (
        <dl className={styles.variables}>
          {variables.map(([name, value]) => (
            <Fragment key={name}>
              <dt title={name}>{fieldLabel(name)}</dt>
              <dd>{JSON.stringify(value)}</dd>
            </Fragment>
          ))}
        </dl>
      )}
      {request.constraints?.max_tokens === undefined ? null : (
        <p className={styles.note}>
          {t('With a limit of {max_tokens} tokens.', { max_tokens: request.constraints.max_tokens })}
        </p>
      )}
      <div>
        <Button icon={FlaskConical} onPress={attempt} variant="primary">
          {t('Try the witness')}
        </Button>
      </div>
    </div>
  );
}
