import { FlaskConical, Scale } from 'lucide-react';
import { useMemo } from 'react';
import type { ContextRequest } from '../../../shared/model/request.ts';
import { buildLookup } from '../../../shared/rules/evaluation/build-lookup.ts';
import { fieldLabel } from '../../../shared/rules/field-name.ts';
import { type StudioProblem, useProblems } from '../../stores/problems.ts';
import { openSample } from '../../stores/verify/try-request.ts';
import { showContract } from '../../stores/workspace.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from './ContractBanner.module.css';

/** Says, before anything is saved, which contracts the edit breaks, and by which request. */
export function ContractBanner() {
  const problems = useProblems();
  const broken = useMemo(() => problems.filter(({ byEdit }) => byEdit), [problems]);
  const [first, ...others] = broken;
  if (!first) return null;
  return (
    <div className={styles.banner}>
      <Notice
        icon={Scale}
        title={
          others.length === 0 ? 'This edit breaks a contract' : `This edit breaks ${broken.length} contracts`
        }
        tone={first.severity === 'error' ? 'error' : 'missing'}
      >
        <span title={broken.map(({ message }) => message).join('\n')}>{first.message}</span>
        {first.witness ? <Request request={first.witness} /> : null}
      </Notice>
      {first.witness ? <TryButton problem={first} witness={first.witness} /> : null}
      <Button onPress={() => showContract(first.id)}>Show the contract</Button>
    </div>
  );
}

function TryButton({
  problem,
  witness,
}: {
  readonly problem: StudioProblem;
  readonly witness: ContextRequest;
}) {
  return (
    <Button
      icon={FlaskConical}
      onPress={() => openSample(`breaks ${problem.id}`, problem.message, witness)}
      variant="primary"
    >
      Try the request
    </Button>
  );
}

/** The variables of the request, as sentences name them. */
function Request({ request }: { readonly request: ContextRequest }) {
  const variables = [...buildLookup(request).variables];
  return (
    <span className={styles.request}>
      {variables.length === 0
        ? 'The request: no variable at all.'
        : variables.map(([name, value]) => (
            <span key={name}>
              {fieldLabel(name)} <code>{JSON.stringify(value)}</code>
            </span>
          ))}
    </span>
  );
}
