import { useEffect, useState } from 'react';
import type { Output } from '../../../shared/contract/contract.ts';
import { call } from '../../api/call.ts';
import { closeDialog } from '../../stores/dialogs.ts';
import { decideTrust } from '../../stores/project.ts';
import { showError } from '../../stores/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import styles from './TrustDialog.module.css';

type Active = Output<'project.trust'>;

/** Shows exactly what of a project would run, and asks. The answer that comes by itself is no (T11). */
export function TrustDialog() {
  const [active, setActive] = useState<Active>();
  useEffect(() => {
    call('project.trust', {}).then(setActive, showError);
  }, []);
  const grant = async () => {
    if (active === undefined) return;
    try {
      await decideTrust('grant', active.fingerprint);
      closeDialog();
    } catch (error) {
      showError(error);
      // The files changed meanwhile: what is trusted is what was seen.
      call('project.trust', {}).then(setActive, showError);
    }
  };
  const actions = (
    <>
      <Button disabled={active === undefined} onPress={() => void grant()}>
        Trust this project
      </Button>
      <Button onPress={closeDialog} type="submit" variant="primary">
        Not now
      </Button>
    </>
  );
  return (
    <Dialog actions={actions} onClose={closeDialog} onSubmit={closeDialog} title="What would run">
      <p>
        Once you trust {active?.path ?? 'this project'}, its rules decide what gets into contexts, and its
        memories read the content it keeps. Only trust what you would run.
      </p>
      {active === undefined ? <p aria-busy="true">Reading the project…</p> : <ActiveList active={active} />}
    </Dialog>
  );
}

function ActiveList({ active }: { readonly active: Active }) {
  return (
    <>
      <h3 className={styles.heading}>{counted(active.engines.length, 'engine', 'engines')}</h3>
      <ul className={styles.list}>
        {active.engines.map(engine => (
          <li key={engine.id}>
            <strong>{engine.name}</strong> {engine.enabled ? '' : '(off)'}
            <ul className={styles.list}>
              {engine.rules.map(rule => (
                <li key={rule.id}>
                  {rule.name} {rule.enabled ? '' : '(off) '}adds {rule.adds.join(', ') || 'nothing'}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <h3 className={styles.heading}>{counted(active.memories.length, 'memory', 'memories')}</h3>
      <ul className={styles.list}>
        {active.memories.map(memory => (
          <li key={memory.id}>
            <strong>{memory.label}</strong> {memory.steps.join(' › ')}
          </li>
        ))}
      </ul>
      {active.problems.map(({ file, reason }) => (
        <p key={file}>
          {file} cannot be read and does nothing: {reason}
        </p>
      ))}
    </>
  );
}

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`;
