import { stat } from 'node:fs/promises';
import type { CliApp } from './with-app.ts';

/**
 * Those of the paths that are files of conversations: JSON or JSONL that reads as messages, as an export or as a
 * transcript. Folders are not looked into, since rules and conversations have the same endings.
 */
export async function findConversations({ ask }: CliApp, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    if (!/\.jsonl?$/i.test(path) || !(await isFile(path))) continue;
    const { imported } = await ask('conversations.import', { from: [path], dry_run: true });
    if (imported.length > 0) found.push(path);
  }
  return found;
}

async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined); // what is not there is told by the import
  return found?.isFile() === true;
}
