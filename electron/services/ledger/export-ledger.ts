import type { Output } from '../../../shared/contract/contract.ts';
import { isJsonEqual, type JsonObject } from '../../../shared/model/json.ts';
import type { LedgerDecision, LedgerEntry } from '../../../shared/model/ledger.ts';
import type { RedactionMode } from '../../../shared/model/redaction-mode.ts';
import { redact } from '../../../shared/redaction/redact.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import type { ReadableDatabase } from '../../storage/database/sqlite.ts';
import { listEdges, listNodes } from '../../storage/graph/graph-table.ts';
import { type KeptFile, listFiles, listLinks } from '../../storage/ledger/exchange-table.ts';
import { indexRowOf } from '../../storage/ledger/index-row.ts';
import { ledgerFolderName } from '../../storage/ledger/ledger-folder.ts';
import { listRecords } from '../../storage/ledger/record-table.ts';
import type { Needs } from '../project/call.ts';
import { edgeOf, nodeOf } from './import-ledger.ts';
import { ledgerSettings } from './ledger-settings.ts';
import { redactRecord } from './redact-record.ts';

type ExportedFile = Output<'ledger.export'>['files'][number];

/** The ledger in its form on disk, with what came with it; without secrets. */
export async function exportLedger(needs: Needs<'project'>): Promise<Output<'ledger.export'>> {
  const project = await needs.project();
  const { redaction } = await ledgerSettings(project);
  const files = await project.content.read(database => {
    const kept = new Map(listFiles(database).map(file => [file.path, keptFile(file, redaction)]));
    for (const [path, content] of madeFiles(database, redaction))
      kept.set(path, { path, encoding: 'utf8', content });
    return [...kept.values()];
  }, []);
  return { files: files.map(file => ({ ...file, path: `${ledgerFolderName}/${file.path}` })) };
}

function keptFile({ path, content }: KeptFile, redaction: RedactionMode): ExportedFile {
  const text = content.toString('utf8');
  const isText = Buffer.from(text, 'utf8').equals(content);
  return isText
    ? { path, encoding: 'utf8', content: redact(text, redaction).text }
    : { path, encoding: 'base64', content: content.toString('base64') };
}

/** Files that Weft understands, made of what is stored now. */
function madeFiles(database: ReadableDatabase, redaction: RedactionMode): [string, string][] {
  const entries = listRecords(database, 'entry').map(
    ({ record }) => redactRecord(record, redaction) as { readonly entry: LedgerEntry }, // the kind that was asked for
  );
  const decisions = listRecords(database, 'decision').map(({ record, indexRow }) => {
    const { decision } = redactRecord(record, redaction) as { readonly decision: LedgerDecision }; // as above
    return { decision, row: JSON.parse(indexRow ?? indexRowOf(decision)) as unknown };
  });
  return [
    ['blackboard.jsonl', entries.map(({ entry }) => `${JSON.stringify(entry)}\n`).join('')],
    ['decisions/index.json', pretty(decisions.map(({ row }) => redactValue(row, redaction)))],
    ...decisions.map(({ decision }): [string, string] => [decisionPath(decision.id), pretty(decision)]),
    ['graph/entities.json', pretty(exportedEntities(database, redaction))],
    ['graph/relations.json', pretty(exportedRelations(database, redaction))],
  ];
}

/** Ids are any text; a name of a file must not lead elsewhere, nor be the index's. */
function decisionPath(id: string): string {
  const name = encodeURIComponent(id).replace(/^\.+/, dots => '%2E'.repeat(dots.length));
  return `decisions/${name === 'index' ? '%69ndex' : name}.json`;
}

/** Entities as they were read, with what the graph says of them now; then those that only the graph has. */
function exportedEntities(database: ReadableDatabase, redaction: RedactionMode): unknown[] {
  const nodes = new Map(listNodes(database).map(node => [node.id, node]));
  const exported: JsonObject[] = [];
  for (const { id, record, isInGraph } of listLinks(database, 'entity')) {
    const node = nodes.get(id);
    nodes.delete(id);
    if (isInGraph && node === undefined) continue;
    if (node === undefined) exported.push(record);
    else {
      const { kind, name, attributes = {}, updated_at } = node;
      const isSame = isJsonEqual(nodeOf(record), { id, kind, name, ...withProperties(record, attributes) });
      const changed = { ...record, name, type: kind, properties: attributes, updated_at };
      exported.push(isSame ? record : changed);
    }
  }
  for (const { id, name, kind: type, attributes: properties = {}, updated_at } of nodes.values())
    exported.push({ id, name, type, properties, created_at: updated_at, updated_at });
  return exported.map(entity => redactValue(entity, redaction));
}

function exportedRelations(database: ReadableDatabase, redaction: RedactionMode): unknown[] {
  const edges = new Map(listEdges(database).map(edge => [keyOf(edge), edge]));
  const known = new Set<string>();
  const exported: JsonObject[] = [];
  for (const { record, isInGraph } of listLinks(database, 'relation')) {
    const key = keyOf(edgeOf(record));
    known.add(key);
    // Several relations between the same ends are one in the graph; they stay or go together.
    if (!isInGraph || edges.has(key)) exported.push(record);
  }
  for (const [key, { from, relation, to, attributes = {} }] of edges)
    if (!known.has(key))
      exported.push({ id: key, source: from, target: to, type: relation, properties: attributes });
  return exported.map(relation => redactValue(relation, redaction));
}

const withProperties = (record: JsonObject, attributes: JsonObject) =>
  record.properties === undefined && Object.keys(attributes).length === 0 ? {} : { attributes };

const keyOf = ({ from, relation, to }: { from?: unknown; relation?: unknown; to?: unknown }): string =>
  JSON.stringify([from, relation, to]);

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
