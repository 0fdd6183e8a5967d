import type { NodeProps } from '@xyflow/react';
import { type FormEvent, useState } from 'react';
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
        aria-label="Name of the first rule"
        className={styles.ghostName}
        onChange={event => setName(event.target.value)}
        placeholder="Name the first rule…"
        value={name}
      />
      <p className={styles.ghostText}>
        Press <Kbd keys="Enter" />, or drop an operator or a memory here.
      </p>
    </form>
  );
}
