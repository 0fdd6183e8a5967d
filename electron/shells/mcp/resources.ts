import {
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
  type ServerContext,
  type TextResourceContents,
} from '@modelcontextprotocol/server';
import type { ProcedureName } from '../../../shared/contract/contract.ts';
import { isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import { askWeft } from './ask-weft.ts';
import type { McpOptions } from './weft-port.ts';

interface ResourceGroup {
  /** The word in the address, and the key of the list. */
  readonly group: string;
  readonly list: ProcedureName;
  readonly get: ProcedureName;
  /** The key of the one that is got. */
  readonly key: string;
  readonly title: string;
  readonly description: string;
}

/** What of a project can be read by address. */
const resourceGroups: readonly ResourceGroup[] = [
  {
    group: 'engines',
    list: 'engines.list',
    get: 'engines.get',
    key: 'engine',
    title: 'Rule engine',
    description: 'Rules that decide which memories a request gets.',
  },
  {
    group: 'memories',
    list: 'memories.list',
    get: 'memories.get',
    key: 'memory',
    title: 'Memory type',
    description: 'Where a memory comes from, and its place in the context.',
  },
  {
    group: 'samples',
    list: 'samples.list',
    get: 'samples.get',
    key: 'sample',
    title: 'Sample',
    description: 'A named request to assemble a context for.',
  },
];

/** Addresses without an id: one document each. */
const documents = [
  {
    uri: 'weft://ledger/summary',
    procedure: 'ledger.summarize',
    title: 'Summary of the ledger',
    description: 'How many decisions, needs, warnings and questions there are, and what happened lately.',
  },
] as const satisfies readonly {
  readonly uri: string;
  readonly procedure: ProcedureName;
  readonly title: string;
  readonly description: string;
}[];

const mimeType = 'application/json';
const addressOf = (group: string, id: string): string => `weft://${group}/${encodeURIComponent(id)}`;

export const resourceTemplates: readonly ResourceTemplateType[] = [
  ...resourceGroups,
  {
    group: 'packages',
    key: 'package',
    title: 'Package',
    description: 'What an agent has left for others: found, failed, decided.',
  },
].map(({ group, key, title, description }) => ({
  uriTemplate: `weft://${group}/{id}`,
  name: key,
  title,
  description,
  mimeType,
}));

export async function listResources(options: McpOptions, context: ServerContext): Promise<Resource[]> {
  const lists = await Promise.all(
    resourceGroups.map(async ({ group, list, title }) =>
      (await listOf(options, context, group, list)).map(definition => resourceOf(group, title, definition)),
    ),
  );
  const single = documents.map(({ uri, title, description }) => ({
    uri,
    name: uri.slice('weft://'.length),
    title,
    description,
    mimeType,
  }));
  return [...single, ...lists.flat(), ...(await listPackages(options, context))];
}

/** Packages have numbers, and no procedure that gives one alone. */
async function packagesOf(options: McpOptions, context: ServerContext): Promise<JsonObject[]> {
  const { packages } = await askWeft(options, context, 'packages.list', {});
  return Array.isArray(packages) ? packages.filter(isJsonObject) : [];
}

/** The newest; an older one is read by its address all the same. */
const mostPackages = 100;

async function listPackages(options: McpOptions, context: ServerContext): Promise<Resource[]> {
  return (await packagesOf(options, context))
    .filter(({ superseded }) => superseded !== true)
    .slice(0, mostPackages)
    .map(({ id, summary, producer_agent }) => ({
      uri: addressOf('packages', String(id)),
      name: String(id),
      title: `Package of ${String(producer_agent)}: ${String(summary)}`,
      mimeType,
    }));
}

/** The definition at an address, as its file has it. */
export async function readResource(
  options: McpOptions,
  context: ServerContext,
  uri: string,
): Promise<TextResourceContents> {
  const document = documents.find(one => one.uri === uri);
  if (document !== undefined) return jsonText(uri, await askWeft(options, context, document.procedure, {}));
  const [, groupName, given = ''] = /^weft:\/\/([a-z]+)\/([^/?#]+)$/.exec(uri) ?? [];
  const group = resourceGroups.find(({ group }) => group === groupName);
  const id = decodeId(given);
  if (groupName === 'packages') {
    const found = (await packagesOf(options, context)).find(one => String(one.id) === id);
    if (found === undefined) throw new ResourceNotFoundError(uri);
    return jsonText(uri, found);
  }
  if (group === undefined || id === undefined) throw new ResourceNotFoundError(uri);
  const value = await askWeft(options, context, group.get, { id }, () => new ResourceNotFoundError(uri));
  return jsonText(uri, value[group.key]);
}

const jsonText = (uri: string, value: unknown): TextResourceContents => ({
  uri,
  mimeType,
  text: `${JSON.stringify(value, null, 2)}\n`,
});

/** Ids of a group, for whoever completes an address or an argument. */
export async function listIds(options: McpOptions, context: ServerContext, word: string): Promise<string[]> {
  const found = resourceGroups.find(({ group, key }) => group === word || key === word);
  if (found === undefined) return [];
  return (await listOf(options, context, found.group, found.list)).map(({ id }) => String(id));
}

async function listOf(
  options: McpOptions,
  context: ServerContext,
  key: string,
  list: ProcedureName,
): Promise<JsonObject[]> {
  const { [key]: definitions } = await askWeft(options, context, list, {});
  return Array.isArray(definitions) ? definitions.filter(isJsonObject) : [];
}

function resourceOf(group: string, title: string, definition: JsonObject): Resource {
  const { id, name, label, description } = definition;
  return {
    uri: addressOf(group, String(id)),
    name: String(id),
    title: `${title}: ${String(name ?? label ?? id)}`,
    ...(typeof description === 'string' ? { description } : {}),
    mimeType,
  };
}

function decodeId(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
