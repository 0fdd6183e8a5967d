import { Waypoints } from 'lucide-react';
import { useState } from 'react';
import type { Element } from '../../../../../shared/model/element.ts';
import { useAnswer } from '../../../../stores/use-answer.ts';
import { Button } from '../../../../ui/Button.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { formatCount, formatCounted } from '../../../../ui/format-number.ts';
import { ItemList } from '../../../../ui/ItemList.tsx';
import styles from '../ContentTab.module.css';
import { useContent } from '../content-store.ts';
import graph from './Graph.module.css';
import { GraphFilters } from './GraphFilters.tsx';
import { GraphViews } from './GraphViews.tsx';
import { type GraphFilter, noFilter, viewOf } from './graph-filter.ts';
import { Neighbourhood } from './Neighbourhood.tsx';

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
      <EmptyState icon={Waypoints} title="No graph yet">
        Agents and programs write it with graph.upsert: nodes of a kind, and edges between them.
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
            empty={output ? <p className={styles.muted}>Nothing in the graph is like this.</p> : null}
            items={nodes.map(itemOf)}
            label="Nodes"
            onSelect={setChosen}
            selectedId={current}
          />
          {nodes.length === limit && limit < mostNodes ? (
            <Button onPress={() => setLimit(mostNodes)} variant="quiet">
              {`Show up to ${formatCount(mostNodes)}`}
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
