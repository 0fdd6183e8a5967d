import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toolTokens } from '../../../shared/contract/tool-sets.ts';
import type { FlightEntry } from '../../../shared/model/flight.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { createJsonScale } from '../../../shared/model/json-limits.ts';

const mostBytes = 65_536;
const mostServers = 50;
const mostValues = 5000;

/**
 * The MCP servers that a folder offers to agents by its `.mcp.json`. Of Weft's own it is known how many tools that is,
 * and how many tokens their descriptions take.
 */
export async function offeredServers(folder: string | undefined): Promise<FlightEntry['mcp_servers']> {
  if (folder === undefined) return undefined;
  const path = join(folder, '.mcp.json');
  try {
    const stats = await lstat(path);
    if (!stats.isFile() || stats.size > mostBytes) return undefined;
    const bytes = await readFile(path);
    if (createJsonScale(mostValues).add(bytes) !== undefined) return undefined;
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    const servers = isJsonObject(value) && isJsonObject(value.mcpServers) ? value.mcpServers : {};
    return Object.entries(servers)
      .slice(0, mostServers)
      .map(([name, server]) => ({ name: name.slice(0, 200), ...(name === 'weft' && toolsOf(server)) }));
  } catch {
    return undefined;
  }
}

/** The set that a command line asks for. */
function toolsOf(server: unknown): { readonly tools: number; readonly tokens: number } | undefined {
  const args: unknown[] = isJsonObject(server) && Array.isArray(server.args) ? server.args : [];
  const at = args.indexOf('--tools');
  if (at < 0) return toolTokens.default;
  return args[at + 1] === 'all' ? toolTokens.all : undefined;
}
