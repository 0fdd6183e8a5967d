import type { KeptNode } from '../../../../../shared/contract/content-browser.ts';
import { useOwnAnswer } from '../../../../stores/use-answer.ts';
import { t } from '../../../../texts/texts.ts';
import { Badge } from '../../../../ui/Badge.tsx';
import { formatCounted } from '../../../../ui/format-number.ts';
import { useContent } from '../content-store.ts';
import styles from './Neighbourhood.module.css';
import { curvesTo, type NeighbourRow, rowHeight, sidesOf } from './neighbour-rows.ts';

interface NeighbourhoodProps {
  readonly id: string;
  readonly onChoose: (id: string) => void;
}

/** One node with what leads to it and what it leads to; each end can be walked to. */
export function Neighbourhood({ id, onChoose }: NeighbourhoodProps) {
  const { reading } = useContent();
  const { output, error } = useOwnAnswer('graph.neighbours', { id }, reading);
  if (error !== undefined)
    return (
      <p className={styles.error} role="alert">
        {error}
      </p>
    );
  if (!output) return null;
  const { incoming, outgoing } = sidesOf(output.node.id, output.edges);
  const nodes = new Map([output.node, ...output.neighbours].map(node => [node.id, node]));
  return (
    <section aria-label={t('Around {name}', { name: output.node.name })}>
      <div className={styles.columns}>
        <Side label={t('Leads here')} nodes={nodes} onChoose={onChoose} rows={incoming} />
        <Curves count={incoming.length} side="left" />
        <NodeCard node={output.node} />
        <Curves count={outgoing.length} side="right" />
        <Side label={t('Leads to')} nodes={nodes} onChoose={onChoose} rows={outgoing} />
      </div>
      {output.left_out === 0 ? null : (
        <p className={styles.more}>
          {t('{moreEdges} not shown.', { moreEdges: formatCounted(output.left_out, 'more edge') })}
        </p>
      )}
    </section>
  );
}

function NodeCard({
  node: { name, kind, id, attributes = {}, valid_from, valid_to },
}: {
  readonly node: KeptNode;
}) {
  const facts = Object.entries({
    ...attributes,
    ...(valid_from && { valid_from }),
    ...(valid_to && { valid_to }),
  });
  return (
    <div className={styles.card}>
      <strong className={styles.name} title={name}>
        {name}
      </strong>
      <span className={styles.line}>
        <Badge tone="accent">{kind}</Badge>
        <span className={styles.id} title={id}>
          {id}
        </span>
      </span>
      <dl className={styles.facts}>
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

interface SideProps {
  readonly label: string;
  readonly rows: readonly NeighbourRow[];
  readonly nodes: ReadonlyMap<string, KeptNode>;
  readonly onChoose: (id: string) => void;
}

function Side({ label, rows, nodes, onChoose }: SideProps) {
  if (rows.length === 0) return <p className={styles.nothing}>{t('nothing')}</p>;
  return (
    <ul aria-label={label}>
      {rows.map(({ relation, other }) => (
        <li className={styles.row} key={`${relation} ${other}`} style={{ height: rowHeight }}>
          <button className={styles.neighbour} onClick={() => onChoose(other)} type="button">
            <span className={styles.relation}>{relation}</span>
            <span className={styles.other} title={other}>
              {nodes.get(other)?.name ?? other}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const stripWidth = 40;

function Curves({ count, side }: { readonly count: number; readonly side: 'left' | 'right' }) {
  return (
    <svg aria-hidden className={styles.curves} height={Math.max(1, count) * rowHeight} width={stripWidth}>
      {curvesTo(count, stripWidth, side).map(path => (
        <path d={path} key={path} />
      ))}
    </svg>
  );
}
