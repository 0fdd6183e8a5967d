import type { Output } from '../../../shared/contract/contract.ts';
import { isJsonEqual, isJsonObject, type JsonObject, tryParseJson } from '../../../shared/model/json.ts';
import type { RedactionMode } from '../../../shared/model/redaction-mode.ts';
import { redact } from '../../../shared/redaction/redact.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import type { Pause } from '../../../shared/stretches.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import { contentVersion } from '../../storage/database/content-version.ts';
import type { ReadableDatabase } from '../../storage/database/sqlite.ts';
import { listEdges, listNodes } from '../../storage/graph/graph-table.ts';
import { type KeptFile, listFiles, listLinks } from '../../storage/ledger/exchange-table.ts';
import { indexRowOf } from '../../storage/ledger/index-row.ts';
import { ledgerFolderName } from '../../storage/ledger/ledger-folder.ts';
import { recordsBehind } from '../../storage/ledger/record-table.ts';
import { cancellablePause, type Needs, refuseCancelled } from '../project/call.ts';
import { edgeOf, nodeOf } from './import-ledger.ts';
import { ledgerSettings } from './ledger-settings.ts';
import { redactRecord } from './redact-record.ts';

type ExportedFile = Output<'ledger.export'>['files'][number];

/** Records read without a pause for others. */
const sliceRecords = 200;
/** How often it is begun again because somebody wrote; then it is what the records were one after the other. */
const attempts = 3;

/** The ledger in its form on disk, with what came with it; without secrets. */
export async function exportLedger(needs: Needs<'cancel' | 'project'>): Promise<Output<'ledger.export'>> {
  refuseCancelled(needs.cancel);
  const project = await needs.project();
  const { content } = project;
  const { redaction } = await ledgerSettings(project);
  for (let attempt = 1; ; attempt += 1) {
    const version = await ledgerVersion(content);
    const made = await recordFiles(content, redaction, cancellablePause(needs));
    if (attempt < attempts && (await ledgerVersion(content)) !== version) continue;
    const rest = await content.read(
      database => ({ kept: listFiles(database), graph: graphFiles(database, redaction) }),
      { kept: [], graph: [] },
    );
    const kept = new Map(rest.kept.map(file => [file.path, file]));
    const files = new Map(rest.kept.map(file => [file.path, keptFile(file, redaction)]));
    for (const [path, text] of [...made, ...rest.graph])
      for (const file of withUnread(path, text, kept.get(path), redaction)) files.set(file.path, file);
    return {
      files: [...files.values()].map(file => ({ ...file, path: `${ledgerFolderName}/${file.path}` })),
    };
  }
}

const ledgerVersion = (content: ContentDatabase): Promise<number> =>
  content.read(database => contentVersion(database, 'ledger'), 0);

function keptFile(file: KeptFile, redaction: RedactionMode): ExportedFile {
  const exported = asExported(file);
  const { encoding, content } = exported;
  return encoding === 'utf8' ? { ...exported, content: redact(content, redaction).text } : exported;
}

function asExported({ path, content }: KeptFile): ExportedFile {
  const text = content.toString('utf8');
  const isText = Buffer.from(text, 'utf8').equals(content);
  return isText
    ? { path, encoding: 'utf8', content: text }
    : { path, encoding: 'base64', content: content.toString('base64') };
}

/** A file as it is made of what is stored, with what of it could not be read, as it came, behind or beside that. */
function withUnread(
  path: string,
  text: string,
  unread: KeptFile | undefined,
  redaction: RedactionMode,
): ExportedFile[] {
  const made: ExportedFile = { path, encoding: 'utf8', content: text };
  if (unread === undefined || !partlyRead.has(path)) return [made];
  const itself = keptFile(unread, redaction);
  if (path === 'blackboard.jsonl') {
    const behind = Buffer.from(itself.content, itself.encoding);
    return [asExported({ path, content: Buffer.concat([Buffer.from(text), behind]) })];
  }
  const [read, rest] = [listIn(text) ?? [], listIn(unread.content.toString('utf8'))];
  // A file that is no list stands for itself as long as there is nothing to say in its place.
  if (rest === undefined && read.length === 0) return [itself];
  // The index says nothing but what decisions say; what a file of the graph held stands nowhere else.
  if (rest === undefined)
    return path === indexFile ? [made] : [made, { ...itself, path: path.replace('.json', '.unread.json') }];
  // A row of the index whose decision is there by now is told by that.
  const ids = new Set(path === indexFile ? read.map(idOf) : []);
  const missing = rest.filter(item => !ids.has(idOf(item))).map(item => redactValue(item, redaction));
  return [{ ...made, content: pretty([...read, ...missing]) }];
}

const indexFile = 'decisions/index.json';

/** Files that are made anew, and may yet hold what could not be read. */
const partlyRead: ReadonlySet<string> = new Set([
  'blackboard.jsonl',
  indexFile,
  'graph/entities.json',
  'graph/relations.json',
]);

const idOf = (item: unknown): unknown => (isJsonObject(item) ? item.id : undefined);

function listIn(text: string): unknown[] | undefined {
  const value = tryParseJson(text);
  return Array.isArray(value) ? value : undefined;
}

/** Entries, the index of decisions, and each of them, made of what is stored now; none where nothing was ever stored. */
async function recordFiles(
  content: ContentDatabase,
  redaction: RedactionMode,
  pause: Pause,
): Promise<readonly [string, string][]> {
  const lines: string[] = [];
  const rows: string[] = [];
  const decisions: [string, string][] = [];
  for (let after = 0; ; ) {
    const slice = await content.read(database => recordsBehind(database, after, sliceRecords), undefined);
    if (slice === undefined) return [];
    for (const { stored, number } of slice) {
      const record = redactRecord(stored.record, redaction);
      if (record.kind === 'entry') lines.push(`${JSON.stringify(record.entry)}\n`);
      else {
        const { decision } = record;
        decisions.push([decisionPath(decision.id), pretty(decision)]);
        const row: unknown = redactValue(JSON.parse(stored.indexRow ?? indexRowOf(decision)), redaction);
        rows.push(JSON.stringify(row, null, 2).replaceAll('\n', '\n  '));
      }
      after = number;
      await pause();
    }
    if (slice.length < sliceRecords) break;
  }
  return [
    ['blackboard.jsonl', lines.join('')],
    [indexFile, rows.length === 0 ? pretty([]) : `[\n  ${rows.join(',\n  ')}\n]\n`],
    ...decisions,
  ];
}

function graphFiles(database: ReadableDatabase, redaction: RedactionMode): [string, string][] {
  return [
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
