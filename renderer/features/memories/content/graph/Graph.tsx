import { Search, Waypoints } from 'lucide-react';
import { useState } from 'react';
import type { Element } from '../../../../../shared/model/element.ts';
import { showError } from '../../../../stores/toasts.ts';
import { useAnswer } from '../../../../stores/use-answer.ts';
import { t } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/Button.tsx';
import { ChipGroup } from '../../../../ui/ChipGroup.tsx';
import { CopyButton } from '../../../../ui/CopyButton.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { formatCount, formatCounted } from '../../../../ui/format-number.ts';
import { ItemList } from '../../../../ui/ItemList.tsx';
import { Select } from '../../../../ui/Select.tsx';
import { TextField } from '../../../../ui/TextField.tsx';
import styles from '../ContentTab.module.css';
import { useContent } from '../content-store.ts';
import graph from './Graph.module.css';
import { GraphViews } from './GraphViews.tsx';
import { type GraphFilter, noFilter, viewOf } from './graph-filter.ts';
import { Neighbourhood } from './Neighbourhood.tsx';

/** Writes two nodes and what is between them, in the folder of the project. */
const graphCommand = [
  'weft',
  'call',
  'graph.upsert',
  `'${JSON.stringify({
    nodes: [
      { id: 'shop', kind: 'service', name: 'Shop' },
      { id: 'payments', kind: 'service', name: 'Payments' },
    ],
    edges: [{ from: 'shop', relation: 'calls', to: 'payments' }],
  })}'`,
].join(' ');

/** Nodes listed at first, and what one call gives at most. */
const pageSize = 100;
const mostNodes = 1000;

/** The knowledge graph: nodes by kind and text, views that are kept, and what lies around the chosen node. */
export function Graph() {
  const { facets, status, reading } = useContent();
  const [filter, setFilter] = useState<GraphFilter>(noFilter);
  const [limit, setLimit] = useState(pageSize);
  const view = { ...viewOf('browser', filter), limit };
  const { output, error } = useAnswer('graph.read', { view }, reading);
  const [chosen, setChosen] = useState<string>();
  if (facets.kinds.length === 0)
    return status === 'ready' ? (
      <EmptyState
        actions={<CopyButton label={t('Copy a command to try')} onError={showError} text={graphCommand} />}
        icon={Waypoints}
        title={t('No graph yet')}
      >
        {t('Agents and programs write it with graph.upsert: nodes of a kind, and edges between them.')}
      </EmptyState>
    ) : null;
  const nodes = output?.nodes ?? [];
  const current = chosen ?? nodes[0]?.id;
  return (
    <>
      <GraphViews filter={filter} onChange={setFilter} />
      <GraphFilters filter={filter} onChange={setFilter} />
      {error === undefined ? null : (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <div className={graph.parts}>
        <div className={graph.nodes}>
          <ItemList
            empty={
              output ? (
                <p className={styles.muted}>
                  {t('Nothing in the graph is like this.')}{' '}
                  <Button onPress={() => setFilter(noFilter)} variant="quiet">
                    {t('Clear filters')}
                  </Button>
                </p>
              ) : null
            }
            items={nodes.map(itemOf)}
            label={t('Nodes')}
            onSelect={setChosen}
            selectedId={current}
          />
          {nodes.length === limit && limit < mostNodes ? (
            <Button onPress={() => setLimit(mostNodes)} variant="quiet">
              {t('Show up to {mostNodes}', { mostNodes })}
            </Button>
          ) : null}
        </div>
        {current === undefined ? null : (
          <div className={graph.around}>
            <Neighbourhood id={current} onChoose={setChosen} />
          </div>
        )}
      </div>
    </>
  );
}

function itemOf(node: Element) {
  const id = node.id ?? node.content;
  const kind = typeof node.kind === 'string' ? node.kind : '';
  const away =
    typeof node.depth === 'number' && node.depth > 0 ? formatCounted(node.depth, 'step') : undefined;
  return { id, title: node.title ?? id, subtitle: kind, end: away };
}

const depths = [
  { value: '0', label: t('The nodes alone') },
  { value: '1', label: t('1 step around') },
  { value: '2', label: t('2 steps around') },
  { value: '3', label: t('3 steps around') },
] as const;
const everyRelation = '(every)';

interface GraphFiltersProps {
  readonly filter: GraphFilter;
  readonly onChange: (filter: GraphFilter) => void;
}

/** Which nodes are looked at, and how far around them. */
function GraphFilters({ filter, onChange }: GraphFiltersProps) {
  const { facets } = useContent();
  return (
    <>
      <div className={styles.filters}>
        <TextField
          icon={Search}
          label={t('Text')}
          onChange={text => onChange({ ...filter, text })}
          placeholder={t('In name or attributes')}
          value={filter.text}
        />
        <Select
          label={t('How far')}
          onChange={depth => onChange({ ...filter, depth: Number(depth) })}
          options={depths}
          value={depths.find(({ value }) => value === String(filter.depth))?.value}
        />
        <Select
          disabled={filter.depth === 0}
          label={t('Along')}
          onChange={relation => onChange({ ...filter, relation: relation === everyRelation ? '' : relation })}
          options={[
            { value: everyRelation, label: t('Every relation') },
            ...facets.relations.map(({ name, count }) => ({
              value: name,
              label: `${name} (${formatCount(count)})`,
            })),
          ]}
          value={filter.relation === '' ? everyRelation : filter.relation}
        />
      </div>
      <ChipGroup
        label={t('Kinds')}
        onChange={kinds => onChange({ ...filter, kinds })}
        options={facets.kinds.map(({ name, count }) => ({
          value: name,
          label: `${name} (${formatCount(count)})`,
        }))}
        selected={filter.kinds}
      />
    </>
  );
}
