import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '../../shared/contract/contract.ts';
import type { Stored } from './acknowledged-writes.ts';
import type { ReadStore } from './audit-writes.ts';
import { eventInstance } from './soak-work.ts';
import { ask, askRest, type SoakWorld } from './soak-world.ts';

/** How each kind of store is read back through the doors. */
export function readersOf(
  world: SoakWorld,
  clients: number,
  mostMade: () => number,
): Record<string, ReadStore> {
  return {
    entries: () => readLedger(world, 'entry'),
    decisions: () => readLedger(world, 'decision'),
    keys: async () => {
      const { entries } = await ask(world, 'kv.list', { instance: 'soak' });
      return new Map(entries.map(({ key, value }) => [key, String(value)]));
    },
    documents: async () => {
      const { documents } = await ask(world, 'documents.list', { collection: 'soak' });
      return new Map(documents.map(({ path, bytes }) => [path, String(bytes)]));
    },
    events: () => readEvents(world, clients, mostMade()),
    conversations: async () => {
      const { conversations } = await ask(world, 'conversations.list', {});
      return new Map(conversations.map(({ id, messages }) => [id, String(messages)]));
    },
    sessions: async () => {
      const { sessions } = await ask(world, 'sessions.list', {});
      return new Map(sessions.map(({ session_id, metadata }) => [session_id, String(metadata.title)]));
    },
    packages: async () => {
      const { packages } = await ask(world, 'packages.list', {});
      return new Map(packages.map(({ summary }) => [summary, 'there']));
    },
    engines: async () => {
      const { engines } = await ask(world, 'engines.list', {});
      return new Map(engines.map(({ id, description }) => [id, String(description)]));
    },
  };
}

async function readLedger(world: SoakWorld, kind: 'entry' | 'decision'): Promise<Map<string, Stored>> {
  const found = new Map<string, Stored>();
  for (let offset = 0; ; offset += 1000) {
    const { records, total } = await ask(world, 'ledger.list', { kinds: [kind], offset, limit: 1000 });
    for (const record of records)
      if (record.kind === 'entry') found.set(record.entry.summary, 'there');
      else found.set(record.decision.summary, record.decision.status);
    if (offset + 1000 >= total) return found;
  }
}

async function readEvents(world: SoakWorld, clients: number, mostMade: number): Promise<Map<string, Stored>> {
  const instances = new Set<string>();
  for (let client = 1; client <= clients; client += 1)
    for (let made = 0; made <= mostMade + 500; made += 500) instances.add(eventInstance(client, made));
  const found = new Map<string, Stored>();
  for (const instance of instances) {
    const { events } = await ask(world, 'events.search', { instance, limit: 1000 });
    for (const { content } of events) found.set(content, 'there');
  }
  return found;
}

/**
 * All that Weft says of damage: the project's problems, what its procedures about backups and damage answer, and the
 * reports beside the database.
 */
export async function readReports(world: SoakWorld): Promise<string> {
  const said = [JSON.stringify((await ask(world, 'project.info', {})).problems)];
  const told = Object.entries(contract).filter(
    ([name, { access }]) => access === 'read' && /^(backups?|damage|repair|salvage)\./.test(name),
  );
  for (const [name] of told)
    said.push(
      await askRest(world, 'POST', `/procedures/${name}`, {}).then(
        ({ value }) => JSON.stringify(value),
        () => '',
      ),
    );
  return [...said, ...textsBeside(join(world.project, '.codebolt/weft'))].join('\n');
}

const mostReportBytes = 20_000_000;

function textsBeside(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(file => file.isFile() && /\.(json|jsonl|md|txt|log)$/.test(file.name))
    .map(file => join(file.parentPath, file.name))
    .filter(path => !path.includes('/engines/') && statSync(path).size < mostReportBytes)
    .map(path => readFileSync(path, 'utf8'));
}

/** Makes a backup as a user's daily one would, where the contract has such a procedure; says whether it did. */
export async function makeBackup(world: SoakWorld): Promise<boolean> {
  const name = Object.keys(contract).find(procedure => /^backups?\.create$/.test(procedure));
  if (name === undefined) return false;
  await askRest(world, 'POST', `/procedures/${name}`, {});
  return true;
}
