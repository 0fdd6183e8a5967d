import type { contentBrowserContract } from '../../../shared/contract/content-browser.ts';
import type { Output } from '../../../shared/contract/contract.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import { edgeRelations, logFacets, nodeKinds } from '../../storage/content/facets.ts';
import type { ReadableDatabase } from '../../storage/database/sqlite.ts';
import { edgesOf, getNode } from '../../storage/graph/graph-table.ts';
import { noSuch } from '../../storage/unknown-id.ts';
import type { Handlers } from '../project/call.ts';
import { redactionModeOf } from '../project/config.ts';
import { inUtc } from '../project/in-utc.ts';

type Neighbourhood = Output<'graph.neighbours'>;

const defaultLimit = 200;

/** What the content browser asks for beside the contents themselves. */
export const contentBrowserHandlers: Handlers<keyof typeof contentBrowserContract> = {
  async 'content.facets'(_, call) {
    const { content } = await call.project();
    return content.read(
      database => ({
        instances: logFacets(database),
        kinds: nodeKinds(database),
        relations: edgeRelations(database),
      }),
      { instances: [], kinds: [], relations: [] },
    );
  },

  async 'graph.neighbours'({ id, limit = defaultLimit }, call) {
    const project = await call.project();
    const { content } = project;
    const at = inUtc(call.world.clock.nowIso());
    const found = await content.read(database => neighbourhood(database, id, { at, limit }), undefined);
    if (found === undefined) throw await noSuch(content, 'node', id);
    return redactValue(found, await redactionModeOf(project));
  },
};

interface Sight {
  /** ISO 8601 in UTC: what is not valid then is not seen. */
  readonly at: string;
  readonly limit: number;
}

function neighbourhood(
  database: ReadableDatabase,
  id: string,
  { at, limit }: Sight,
): Neighbourhood | undefined {
  const node = getNode(database, id);
  if (node === undefined) return undefined;
  const all = edgesOf(database, id, undefined, at);
  const edges = all.slice(0, limit);
  const others = new Set(edges.flatMap(({ from, to }) => [from, to]).filter(other => other !== id));
  const neighbours = [...others].flatMap(other => getNode(database, other) ?? []);
  return { node, edges, neighbours, left_out: all.length - edges.length };
}
