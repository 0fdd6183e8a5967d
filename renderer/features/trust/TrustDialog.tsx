import { useEffect, useState } from 'react';
import type { Output } from '../../../shared/contract/contract.ts';
import { call } from '../../api/call.ts';
import { closeDialog } from '../../stores/dialogs.ts';
import { decideTrust } from '../../stores/project.ts';
import { showError } from '../../stores/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ActiveList } from './ActiveList.tsx';

type Active = Output<'project.trust'>;

/**
 * Shows exactly what of a project would run, and asks; of one that was trusted before, only what came or changed since.
 * The answer that comes by itself is no (T11).
 */
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
        {active?.trusted ? 'Let it run' : 'Trust this project'}
      </Button>
      <Button onPress={closeDialog} type="submit" variant="primary">
        Not now
      </Button>
    </>
  );
  return (
    <Dialog actions={actions} onClose={closeDialog} onSubmit={closeDialog} title="What would run">
      <p>{active === undefined ? 'Reading the project…' : explanation(active)}</p>
      {active !== undefined && <ActiveList active={active.trusted ? onlyAsking(active) : active} />}
    </Dialog>
  );
}

function explanation({ path, trusted }: Active): string {
  return trusted
    ? `This came or changed outside of Weft since you trusted ${path}, so it does nothing yet. Everything else runs as before.`
    : `Once you trust ${path}, its rules decide what gets into contexts, its memories read the content it keeps, and its configuration holds. Only trust what you would run.`;
}

const asking = ({ asks }: { readonly asks: boolean }): boolean => asks;

function onlyAsking({ engines, memories, config, watched_folders, ...rest }: Active): Active {
  return {
    ...rest,
    engines: engines
      .map(engine => ({ ...engine, rules: engine.rules.filter(asking) }))
      .filter(({ rules }) => rules.length > 0),
    memories: memories.filter(asking),
    config: config.filter(asking),
    watched_folders: watched_folders.filter(asking),
  };
}
