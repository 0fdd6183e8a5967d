import {
  type ListResourcesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
  type ServerContext,
  type TextResourceContents,
} from '@modelcontextprotocol/server';
import type { ProcedureName } from '../../../shared/contract/contract.ts';
import { isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import { askWeft, hearingWarnings, warningMeta } from './ask-weft.ts';
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

/** What of the project is left out of these lists; listed while there is anything. */
const problemsUri = 'weft://problems';

/** All but packages stands on the first page. */
export async function listResources(
  options: McpOptions,
  context: ServerContext,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  const { heard, lacks } = hearingWarnings(options);
  const { resources, ...next } = await listPackages(heard, context, cursor);
  const others = cursor === undefined ? await listOthers(heard, context) : [];
  const problems = cursor === undefined && lacks().size > 0 ? [problemsResource] : [];
  return { resources: [...problems, ...others, ...resources], ...next, ...warningMeta(lacks()) };
}

const problemsResource: Resource = {
  uri: problemsUri,
  name: 'problems',
  title: 'What is left out',
  description: 'What of this project cannot be read, and is therefore not listed.',
  mimeType: 'text/plain',
};

async function listOthers(options: McpOptions, context: ServerContext): Promise<Resource[]> {
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
  return [...single, ...lists.flat()];
}

/** Packages have numbers, and no procedure that gives one alone. */
async function packagesOf(options: McpOptions, context: ServerContext): Promise<JsonObject[]> {
  const { packages } = await askWeft(options, context, 'packages.list', {});
  return Array.isArray(packages) ? packages.filter(isJsonObject) : [];
}

const pagePackages = 100;

const isListed = ({ superseded }: JsonObject): boolean => superseded !== true;

/** The newest first, a page at a time. The cursor is the last package that was listed: new ones do not move the page. */
async function listPackages(
  options: McpOptions,
  context: ServerContext,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  const all = await packagesOf(options, context);
  const last = all.findIndex(({ id }) => String(id) === cursor);
  if (cursor !== undefined && last < 0)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      'the cursor names no package; list from the first page',
    );
  const rest = all.slice(last + 1).filter(isListed);
  const page = rest.slice(0, pagePackages);
  return {
    resources: page.map(({ id, summary, producer_agent }) => ({
      uri: addressOf('packages', String(id)),
      name: String(id),
      title: `Package of ${String(producer_agent)}: ${String(summary)}`,
      mimeType,
    })),
    ...(page.length < rest.length && { nextCursor: String(page.at(-1)?.id) }),
  };
}

/** What stands at an address, and beside it as a text what it lacks. */
export async function readResource(
  options: McpOptions,
  context: ServerContext,
  uri: string,
): Promise<ReadResourceResult> {
  const { heard, lacks } = hearingWarnings(options);
  const contents: TextResourceContents[] = [];
  if (uri === problemsUri) await listResources(heard, context, undefined);
  else contents.push(await contentAt(heard, context, uri));
  const said = [...lacks()];
  if (said.length === 0 && contents.length === 0) said.push('Nothing is left out.');
  if (said.length > 0) contents.push({ uri, mimeType: 'text/plain', text: `${said.join('\n')}\n` });
  return { contents, ...warningMeta(lacks()) };
}

/** The definition at an address, as its file has it. */
async function contentAt(
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
  if (word === 'package')
    return (await packagesOf(options, context)).filter(isListed).map(({ id }) => String(id));
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
