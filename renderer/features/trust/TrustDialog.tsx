import { type ReactNode, useEffect, useState } from 'react';
import type { Output } from '../../../shared/contract/contract.ts';
import { call } from '../../api/call.ts';
import { closeDialog } from '../../stores/dialogs.ts';
import { decideTrust } from '../../stores/project.ts';
import { showError } from '../../stores/toasts.ts';
import { useIsOpen } from '../../stores/use-submitting.ts';
import { rich, t, told } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatCounted } from '../../ui/format-number.ts';
import styles from './TrustDialog.module.css';

type Active = Output<'project.trust'>;

/**
 * Shows exactly what of a project would run, and asks; of one that was trusted before, only what came or changed since.
 * The answer that comes by itself is no.
 */
export function TrustDialog() {
  const [active, setActive] = useState<Active>();
  useEffect(() => {
    call('project.trust', {}).then(setActive, showError);
  }, []);
  const [isGranting, setGranting] = useState(false);
  const isOpen = useIsOpen();
  const grant = async () => {
    if (active === undefined) return;
    setGranting(true);
    try {
      await decideTrust('grant', active.fingerprint);
      if (isOpen.current) closeDialog();
    } catch (error) {
      showError(error);
      if (!isOpen.current) return;
      // The files changed meanwhile: what is trusted is what was seen.
      call('project.trust', {}).then(setActive, showError);
      setGranting(false);
    }
  };
  const actions = (
    <>
      <Button disabled={active === undefined || isGranting} onPress={() => void grant()}>
        {active?.trusted ? t('Let it run') : t('Trust this project')}
      </Button>
      <Button onPress={closeDialog} type="submit" variant="primary">
        {t('Not now')}
      </Button>
    </>
  );
  return (
    <Dialog actions={actions} onClose={closeDialog} onSubmit={closeDialog} title={t('What would run')}>
      <p>{active === undefined ? t('Reading the project…') : explanation(active)}</p>
      {active !== undefined && <ActiveList active={active.trusted ? onlyAsking(active) : active} />}
    </Dialog>
  );
}

function explanation({ path, trusted }: Active): string {
  return trusted
    ? t(
        'This came or changed outside of Weft since you trusted {path}, so it does nothing yet. Everything else runs as before.',
        { path },
      )
    : t(
        'Once you trust {path}, its rules decide what gets into contexts, its memories read the content it keeps, and its configuration holds. Only trust what you would run.',
        { path },
      );
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

interface ActiveListProps {
  readonly active: Output<'project.trust'>;
}

/** What of a project acts, part by part, in words; first what is short and reaches far, so that it is seen unscrolled. */
function ActiveList({ active }: ActiveListProps) {
  const { engines, memories, config, watched_folders, problems } = active;
  return (
    <>
      <Part title={formatCounted(config.length, 'key of the configuration', 'keys of the configuration')}>
        {config.map(({ key, effect, until_then }) => (
          <li key={key}>
            <strong>{key}</strong> {effect}
            {until_then === undefined ? '' : t(' (until then: {until_then})', { until_then })}
          </li>
        ))}
      </Part>
      <Part title={formatCounted(watched_folders.length, 'watched folder')}>
        {watched_folders.map(({ collection, folder }) => (
          <li key={collection}>
            {rich('{folder} is read again for “{collection}” whenever it changes', {
              folder: <strong>{folder}</strong>,
              collection,
            })}
          </li>
        ))}
      </Part>
      <Part title={formatCounted(engines.length, 'engine')}>
        {engines.map(engine => (
          <li key={engine.id}>
            <strong>{engine.name}</strong> {engine.enabled ? '' : t('(off)')}
            <ul className={styles.list}>
              {engine.rules.map(rule => (
                <li key={rule.id}>
                  {t(rule.enabled ? '{name} adds {adds}' : '{name} (off) adds {adds}', {
                    name: rule.name,
                    adds: rule.adds.join(', ') || t('nothing'),
                  })}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </Part>
      <Part title={formatCounted(memories.length, 'memory', 'memories')}>
        {memories.map(memory => (
          <li key={memory.id}>
            <strong>{memory.label}</strong> {memory.steps.join(' › ')}
          </li>
        ))}
      </Part>
      {problems.map(({ file, reason }) => (
        <p key={file}>
          {t('{file} cannot be read and does nothing: {reason}', { file, reason: told(reason) })}
        </p>
      ))}
    </>
  );
}

interface PartProps {
  readonly title: string;
  readonly children: readonly ReactNode[];
}

/** Nothing is shown of what there is none of. */
function Part({ title, children }: PartProps) {
  if (children.length === 0) return null;
  return (
    <>
      <h3 className={styles.heading}>{title}</h3>
      <ul className={styles.list}>{children}</ul>
    </>
  );
}
