import type { NodeProps } from '@xyflow/react';
import { type FormEvent, useState } from 'react';
import { rich, t } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Kbd } from '../../../ui/Kbd.tsx';
import { dropOnCanvas, startRule } from '../rule-actions.ts';
import { useDrop } from '../use-drop.ts';
import styles from './GhostNode.module.css';

type GhostNodeProps = NodeProps & { readonly data: { readonly engineId: string } };

/** Stands where the first rule will: typing a name makes it, and so does dropping something. */
export function GhostNode({ data: { engineId } }: GhostNodeProps) {
  const [name, setName] = useState('');
  const { isOver, target } = useDrop(dragged => dropOnCanvas(engineId, dragged));
  const create = (event: FormEvent) => {
    event.preventDefault();
    startRule(engineId, name.trim() === '' ? undefined : name.trim());
  };
  return (
    <form className={classNames(styles.ghost, isOver && styles.over, 'nopan')} onSubmit={create} {...target}>
      <input
        aria-label={t('Name of the first rule')}
        className={styles.name}
        onChange={event => setName(event.target.value)}
        placeholder={t('Name the first rule…')}
        value={name}
      />
      <p className={styles.text}>
        {rich('Press {kbd}, or drop an operator or a memory here.', { kbd: <Kbd keys="Enter" /> })}
      </p>
    </form>
  );
}
