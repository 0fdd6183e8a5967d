import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { databaseFile } from '../../electron/storage/files/machine-folder.ts';
import type { Input, Output, ProcedureName } from '../../shared/contract/contract.ts';
import type { Reply } from '../../shared/contract/errors.ts';
import { startApp } from '../support/app-harness.ts';
import { sampled } from '../support/property-runs.ts';
import { temporaryFolder, writeTree } from '../support/temporary-folder.ts';
import { writeBefore, writingCalls } from '../support/writing-calls.ts';

vi.setConfig({ testTimeout: 300_000 });

const given = { 'notes/one.md': '# Notes', 'ledger/.twining/blackboard.jsonl': '' };

/** Opens a project, trusts it, and calls every procedure that writes; what each answered. `look` is called after each. */
async function writeEverything(path: string, look: () => void = () => {}): Promise<Reply<unknown>[]> {
  const harness = startApp();
  const replies: Reply<unknown>[] = [];
  const ask = async (name: string, input: unknown) => {
    const reply = await harness.ask(name, input);
    replies.push(reply);
    look();
    return reply;
  };
  await ask('project.open', { path, create: true });
  await ask('project.trust', { decision: 'grant' });
  const call = async <Name extends ProcedureName>(name: Name, input: Input<Name>) => {
    const reply = await ask(name, input);
    // Where it was refused, what follows speaks of something that is not there.
    return (
      reply.ok
        ? reply.value
        : { id: name === 'packages.save' ? 1 : 'none', pattern_hash: 'none', name: 'none' }
    ) as Output<Name>;
  };
  const written = await writeBefore({ ...harness, call });
  for (const [name, inputOf] of Object.entries(writingCalls)) await ask(name, inputOf(written));
  await harness.app.close();
  look();
  return replies;
}

/** What only a write that ended halfway leaves, and the next one takes up. */
const ofBrokenWrites = [`${databaseFile}-journal`, `${databaseFile}-new`];

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)));

interface Made {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/** What Weft makes in a project, with forward slashes, in the order in which it is made. */
async function recordMade(): Promise<Made> {
  const path = join(temporaryFolder(), 'project');
  await writeTree(path, given);
  const files = new Set<string>();
  const replies = await writeEverything(path, () => {
    for (const file of filesIn(path)) if (!Object.hasOwn(given, file)) files.add(file);
  });
  expect(replies.filter(reply => !reply.ok)).toEqual([]);
  const folders = new Set<string>();
  for (const file of files)
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) folders.add(folder);
  // Records of the ledger are called by ids that are others each time; a link in such a place has a test of its own.
  for (const file of files) if (/^\.twining\/\w+\/[0-9A-Z]{26}\.json$/.test(file)) files.delete(file);
  return { files: [...files], folders: [...folders] };
}

/** Recorded once, by the first test that asks. */
const recorded: Promise<Made>[] = [];

function listMade(): Promise<Made> {
  const made = recorded[0] ?? recordMade();
  recorded[0] = made;
  return made;
}

/** A project in which names that Weft would make lead to victims elsewhere. */
async function plant(kind: 'file' | 'folder', names: readonly string[]) {
  const [path, outside] = [join(temporaryFolder(), 'project'), temporaryFolder()];
  await writeTree(path, given);
  for (const [index, name] of names.entries()) {
    const victim = join(outside, `${index}-${basename(name)}`);
    if (kind === 'folder') mkdirSync(victim);
    // What stands in them is what Weft would find there, or nothing that it knows.
    for (const file of kind === 'file' ? [victim] : [join(victim, 'own')]) writeFileSync(file, 'precious');
    mkdirSync(dirname(join(path, name)), { recursive: true });
    symlinkSync(victim, join(path, name));
  }
  return { path, outside };
}

const contentOf = (folder: string): Record<string, string> =>
  Object.fromEntries(filesIn(folder).map(file => [file, readFileSync(join(folder, file), 'utf8')]));

/**
 * Plants all names, and again those of which nothing was said since another stood in the way, until nothing more is
 * said: those that are left were passed over, and no call failed.
 */
async function plantUntilTold(kind: 'file' | 'folder', names: readonly string[]): Promise<readonly string[]> {
  const { path, outside } = await plant(kind, names);
  const before = contentOf(outside);
  const replies = await writeEverything(path);
  expect(contentOf(outside)).toEqual(before);
  const said = replies.map(reply => JSON.stringify(reply));
  const untold = names.filter(name => !said.some(text => isRefusalOf(name, text)));
  if (untold.length < names.length) return plantUntilTold(kind, untold);
  expect(replies.filter(reply => !reply.ok)).toEqual([]);
  return untold;
}

const isRefusalOf = (name: string, text: string): boolean =>
  [' is a link', ': is a link', ' cannot be read: is a link', ' is there already'].some(words =>
    text.includes(name + words),
  );

describe('what Weft writes in a project', () => {
  it('goes through no link in the place of a file, and the refusal names it', async () => {
    const { files } = await listMade();
    expect(files.length).toBeGreaterThan(30);
    // Weft seeks a free name for these by itself, and makes the last one only where there is none.
    expect(await plantUntilTold('file', [...files, ...ofBrokenWrites])).toEqual([
      '.codebolt/context-rule-engines/new.json',
      '.codebolt/context-rule-engines/engine-copy.json',
      '.codebolt/context-rule-engines/imported.json',
      '.codebolt/PersistentMemory/new.json',
      '.codebolt/PersistentMemory/memory-copy.json',
      '.codebolt/PersistentMemory/imported.json',
      '.codebolt/contracts/new.json',
      '.codebolt/PersistentMemory/search-guides.json',
      '.codebolt/PersistentMemory/session_state.json',
    ]);
  });

  it('goes through no link in the place of a folder, and the refusal names it', async () => {
    const { folders } = await listMade();
    const holds = (outer: string) => folders.some(folder => folder.startsWith(`${outer}/`));
    // What lies in a folder that is a link cannot be planted beside it.
    expect(
      await plantUntilTold(
        'folder',
        folders.filter(folder => !holds(folder)),
      ),
    ).toEqual([]);
    for (const folder of sampled(folders.filter(holds), 1))
      expect(await plantUntilTold('folder', [folder])).toEqual([]);
  });

  it('control: a plain write at any of these names reaches its victim', async () => {
    const { files } = await listMade();
    const { path, outside } = await plant('file', files);
    for (const file of files) writeFileSync(join(path, file), 'new');
    expect(new Set(Object.values(contentOf(outside)))).toEqual(new Set(['new']));
  });
});
