import { isJsonObject, type JsonObject } from '../model/json.ts';
import type { FileTree } from './file-tree.ts';

/** Settings that may not be there, or not be readable, are none. */
export async function readSettings(tree: FileTree, path: string): Promise<JsonObject> {
  const node = await tree.look(path);
  if (node?.kind !== 'file' || node.bytes > mostBytes) return {};
  try {
    const value: unknown = JSON.parse(withoutComments(await tree.read(path)));
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

const mostBytes = 256 * 1024;

/** Comments and commas before an end, as editors and agents allow them in their settings. */
function withoutComments(text: string): string {
  return text
    .replace(
      /("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
      (_, string: string | undefined) => string ?? '',
    )
    .replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_, string: string | undefined) => string ?? '');
}
