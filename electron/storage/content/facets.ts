import type { Counted } from '../../../shared/contract/content-browser.ts';
import { compareCodeUnits } from '../../../shared/model/compare-code-units.ts';
import { prepare, type ReadableDatabase } from '../database/sqlite.ts';

interface LogFacets extends Counted {
  readonly types: Counted[];
  readonly streams: Counted[];
}

interface EventGroup {
  readonly instance: string;
  readonly type: string;
  readonly stream: string;
  readonly count: number;
}

/** Instances of the event log with their types and streams, by name. */
export function logFacets(database: ReadableDatabase): LogFacets[] {
  const sql = 'SELECT instance, type, stream, COUNT(*) AS count FROM event GROUP BY instance, type, stream';
  // The columns are the ones of the interface.
  const groups = prepare<EventGroup>(database, sql).all();
  return countBy(groups, 'instance').map(instance => {
    const own = groups.filter(group => group.instance === instance.name);
    return { ...instance, types: countBy(own, 'type'), streams: countBy(own, 'stream') };
  });
}

/** Kinds of nodes, by name. */
export function nodeKinds(database: ReadableDatabase): Counted[] {
  return counted(
    database,
    'SELECT kind AS name, COUNT(*) AS count FROM graph_node GROUP BY kind ORDER BY kind',
  );
}

/** Relations of edges, by name. */
export function edgeRelations(database: ReadableDatabase): Counted[] {
  return counted(
    database,
    'SELECT relation AS name, COUNT(*) AS count FROM graph_edge GROUP BY relation ORDER BY relation',
  );
}

function counted(database: ReadableDatabase, sql: string): Counted[] {
  // The statements above name these two columns.
  return prepare<Counted>(database, sql).all();
}

function countBy(groups: readonly EventGroup[], key: 'instance' | 'type' | 'stream'): Counted[] {
  const counts = new Map<string, number>();
  for (const group of groups) counts.set(group[key], (counts.get(group[key]) ?? 0) + group.count);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((left, right) => compareCodeUnits(left.name, right.name));
}
