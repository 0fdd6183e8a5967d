import { FlaskConical, Scale } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ContextContract } from '../../../shared/model/context-contract.ts';
import type { ContextRequest } from '../../../shared/model/request.ts';
import { contractSentence } from '../../../shared/rules/contracts/contract-sentence.ts';
import { buildLookup } from '../../../shared/rules/evaluation/build-lookup.ts';
import { fieldLabel } from '../../../shared/rules/field-name.ts';
import { selectContracts, useDocuments } from '../../stores/documents.ts';
import { type StudioProblem, useProblems } from '../../stores/problems.ts';
import { openSample } from '../../stores/verify/try-request.ts';
import { showContract } from '../../stores/workspace.ts';
import { t, told } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Notice } from '../../ui/Notice.tsx';
import styles from './ContractBanner.module.css';

/** Says, before anything is saved, which contracts the edit breaks, and by which request. */
export function ContractBanner() {
  const problems = useProblems();
  const contracts = useDocuments(selectContracts);
  const broken = useMemo(() => problems.filter(({ byEdit }) => byEdit), [problems]);
  const [first] = broken;
  const contract = first && contracts[first.id];
  if (!contract) return null;
  return (
    <div className={styles.banner}>
      <Notice
        icon={Scale}
        title={titleOf(contract, broken.length - 1)}
        tone={first.severity === 'error' ? 'error' : 'missing'}
      >
        <Broken contract={contract} problem={first} />
      </Notice>
    </div>
  );
}

const titleOf = ({ name }: ContextContract, others: number): string =>
  others === 0
    ? t('This edit breaks the contract “{name}”', { name })
    : t('This edit breaks “{name}” and {others} more {others|contract|contracts}', { name, others });

interface BrokenProps {
  readonly contract: ContextContract;
  readonly problem: StudioProblem;
}

function Broken({ contract, problem: { id, message, witness } }: BrokenProps) {
  const [isWhole, setWhole] = useState(false);
  const attempt = () =>
    witness && openSample(t('breaks {name}', { name: contract.name }).slice(0, 200), message, witness);
  return (
    <span className={styles.broken}>
      <span className={classNames(styles.words, !isWhole && styles.cut)}>
        {told(contractSentence(contract))}
        {witness ? <RequestWords request={witness} /> : null}
      </span>
      <span className={styles.actions}>
        <Button onPress={() => setWhole(!isWhole)} variant="quiet">
          {isWhole ? t('Less') : t('More')}
        </Button>
        {witness ? (
          <Button icon={FlaskConical} onPress={attempt}>
            {t('Try the request')}
          </Button>
        ) : null}
        {isWhole ? (
          <Button onPress={() => showContract(id)} variant="quiet">
            {t('Show the contract')}
          </Button>
        ) : null}
      </span>
    </span>
  );
}

/** The request that breaks it, by its variables as sentences name them. */
function RequestWords({ request }: { readonly request: ContextRequest }) {
  const variables = [...buildLookup(request).variables];
  if (variables.length === 0) return <>{t(': broken by a request without any variable')}</>;
  return (
    <>
      {t(': broken by')}{' '}
      {variables.map(([name, value], index) => (
        <span key={name}>
          {index === 0 ? '' : ', '}
          <span className={styles.variable}>
            {fieldLabel(name)} <code>{JSON.stringify(value)}</code>
          </span>
        </span>
      ))}
    </>
  );
}
