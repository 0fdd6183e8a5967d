import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Step } from '../../../../shared/model/memory.ts';
import { stepKinds, stepTypes } from '../../../../shared/pipeline/step-kinds.ts';
import { t, told } from '../../../texts/texts.ts';
import { Menu } from '../../../ui/Menu.tsx';
import styles from './AddStepMenu.module.css';

interface AddStepMenuProps {
  /** Read out: to what the step is added. */
  readonly name: string;
  readonly onAdd: (type: Step['type']) => void;
  /** After the words, e.g. a key. */
  readonly end?: ReactNode;
}

/** All step types with what they do; the chosen one is added. */
export function AddStepMenu({ name, onAdd, end }: AddStepMenuProps) {
  const entries = stepTypes.map(type => ({
    id: type,
    label: told(stepKinds[type].label),
    description: told(stepKinds[type].summary),
    run: () => onAdd(type),
  }));
  const trigger = (
    <>
      <Plus aria-hidden size={16} />
      {t('Add step')}
      {end}
    </>
  );
  return (
    <div>
      <Menu adds entries={entries} name={name} trigger={trigger} triggerClassName={styles.add ?? ''} />
    </div>
  );
}
