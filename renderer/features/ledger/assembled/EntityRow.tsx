import { Waypoints } from 'lucide-react';
import type { RelatedEntity } from '../../../../shared/model/ledger.ts';
import { formatCounted } from '../../../ui/format-number.ts';
import styles from './EntityRow.module.css';

/** A thing of the knowledge graph in scope, with what it is joined to. */
export function EntityRow({ entity }: { readonly entity: RelatedEntity }) {
  const relations = entity.relations
    .map(({ type, direction, name }) => (direction === 'out' ? `${type} ${name}` : `${name} ${type} this`))
    .join(' · ');
  return (
    <div className={styles.row}>
      <Waypoints aria-hidden className={styles.icon ?? ''} size={16} strokeWidth={1.75} />
      <span className={styles.texts}>
        <span className={styles.name} title={entity.name}>
          {entity.name}
        </span>
        <span className={styles.relations} title={relations}>
          {entity.type} · {relations === '' ? 'no relations' : relations}
        </span>
      </span>
      <span className={styles.count}>{formatCounted(entity.relations.length, 'relation')}</span>
    </div>
  );
}
