import { mkdirSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { Procedure } from '../../../shared/contract/procedure.ts';
import { type AppHarness, startApp } from '../../../test/support/app-harness.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { temporaryFolder, writeTree } from '../../../test/support/temporary-folder.ts';

interface Reading {
  /** What it reads at a place, and whether that may be a file. */
  readonly input: (place: string) => object;
  readonly takesFiles: boolean;
}

/** Every procedure that reads what a caller names by its place. */
const readings: Readonly<Record<string, Reading>> = {
  'conversations.import': { input: place => ({ from: [place], embedder: 'none' }), takesFiles: true },
  'documents.import': { input: folder => ({ collection: 'c', folder }), takesFiles: false },
  'documents.sync': { input: folder => ({ collection: 'c', folder }), takesFiles: false },
  'engines.import': { input: folder => ({ folder, on_conflict: 'replace' }), takesFiles: false },
  'imports.apply': { input: place => ({ from: [place], on_conflict: 'replace' }), takesFiles: true },
  'imports.preview': { input: place => ({ from: [place] }), takesFiles: true },
  'ledger.import': { input: from => ({ from }), takesFiles: false },
  'memories.import': { input: folder => ({ folder, on_conflict: 'replace' }), takesFiles: false },
};

/** Those that judge by themselves, for every caller, where a place really is. */
const judgedForAll = ['flights.predict', 'ledger.sync'];

/** Those where a word of that name is none. */
const noPlaces = ['rules.renameField'];

it('has every procedure that takes a place to read', () => {
  const procedures: [string, Procedure][] = Object.entries(contract);
  const takesPlace = ({ input }: Procedure): boolean => {
    const shape = 'shape' in input && typeof input.shape === 'object' ? { ...input.shape } : {};
    const parts = ['from', 'folder'].flatMap(key => (key in shape ? [Reflect.get(shape, key)] : []));
    // Places are texts; what begins at a number is named the same.
    return parts.some(part => ['x', ['x']].some(value => part.safeParse(value).success));
  };
  const found = procedures.filter(([, procedure]) => takesPlace(procedure)).map(([name]) => name);
  expect(found.toSorted()).toEqual([...Object.keys(readings), ...judgedForAll, ...noPlaces].toSorted());
});

/** A folder with something for each of them, and the word by which it is known again. */
function filesOf(word: string): Record<string, string> {
  const rule = { id: 'r', name: 'r', priority: 1, when: [], then: { add_memories: ['m'] } };
  const memory = {
    id: `m-${word}`,
    label: word,
    retrieval: { pipeline: [{ type: 'static', params: { content: word } }] },
    contribution: { section: 'constraints', priority: 'low', format: 'prose' },
  };
  const entry = {
    id: `01J0000000000000000000${word.slice(0, 4).toUpperCase()}`,
    timestamp: '2026-11-20T10:00:00.000Z',
    agent_id: 'main',
    entry_type: 'warning',
    tags: [],
    scope: 'project',
    summary: word,
    detail: '',
  };
  return {
    'talk.json': JSON.stringify({
      messages: [
        { role: 'user', content: word },
        { role: 'assistant', content: 'Yes.' },
      ],
    }),
    'note.md': `# ${word}\n\nText.\n`,
    'rules.json': JSON.stringify({ id: `e-${word}`, name: word, enabled: true, rules: [rule] }),
    'memory.json': JSON.stringify(memory),
    '.twining/blackboard.jsonl': `${JSON.stringify(entry)}\n`,
  };
}

/** Everything by which a word could have come in. */
async function known({ call }: AppHarness, reply: unknown): Promise<string> {
  return JSON.stringify([
    reply,
    await call('documents.list', {}),
    await call('conversations.list', {}),
    await call('conversations.search', { query: 'outword inword' }),
    await call('documents.search', { query: 'outword inword' }),
    await call('engines.list', {}),
    await call('memories.list', {}),
    await call('ledger.list', {}),
  ]);
}

const outword = 'outword';
const inword = 'inword';

/** How a place comes to lead elsewhere; each goes on from what the one before has made. */
const detours = {
  'a link': 'link',
  'a relative link': 'relative',
  'through a link to the folder above': 'parent',
} as const;
type Detour = (typeof detours)[keyof typeof detours];

/** Makes links in the project, one behind the other, and says by which path the last one leads to the target. */
function lay(project: string, target: string, ways: readonly Detour[], name: string): string {
  return ways.reduce((to, way, at) => {
    const link = join(project, `${name}-${at}`);
    if (way === 'parent') {
      symlinkSync(dirname(to), link);
      return join(link, basename(to));
    }
    symlinkSync(way === 'relative' ? relative(project, to) : to, link);
    return link;
  }, target);
}

async function withOutside() {
  const harness = startApp();
  const project = await harness.openEmpty();
  const outside = join(temporaryFolder(), 'there');
  mkdirSync(outside);
  await writeTree(outside, filesOf(outword));
  return { harness, project, outside };
}

const anyDetours = fc.array(fc.constantFrom(...Object.values(detours)), { minLength: 1, maxLength: 3 });

/** Which file of the folder a procedure would take. */
const fileFor = (name: string): string => (name === 'conversations.import' ? 'talk.json' : 'note.md');

describe.each(Object.entries(readings))('%s', (name, { input, takesFiles }) => {
  it('gives an agent nothing that lies outside, by whatever links the place leads there', async () => {
    const { harness, project, outside } = await withOutside();
    const state = { laid: 0 };
    await fc.assert(
      fc.asyncProperty(anyDetours, fc.boolean(), fc.boolean(), async (ways, isFile, isFull) => {
        const target = takesFiles && isFile ? join(outside, fileFor(name)) : outside;
        state.laid += 1;
        const place = lay(project, target, ways, `place${state.laid}`);
        const given = isFull ? place : relative(project, place);
        const reply = await harness.ask(name, input(given), { door: 'mcp' });
        expect(reply).toMatchObject({ ok: false, error: { code: 'forbidden' } });
        expect(await known(harness, reply)).not.toContain(outword);
      }),
      { numRuns: propertyRuns(100) },
    );
    // Control: by the same places its user takes what lies there.
    const ways = Object.values(detours);
    const given = relative(project, lay(project, outside, ways, 'control'));
    const reply = await harness.ask(name, input(given), { door: 'cli' });
    expect(reply).toMatchObject({ ok: true });
    expect(await known(harness, reply)).toContain(outword);
  });

  it('gives an agent a folder of the project without what links in it lead to', async () => {
    const { harness, project, outside } = await withOutside();
    const folder = join(project, 'inside');
    await writeTree(folder, filesOf(inword));
    for (const file of Object.keys(filesOf(outword)).filter(path => !path.startsWith('.')))
      symlinkSync(join(outside, file), join(folder, `link-${file}`));
    symlinkSync(outside, join(folder, 'link'));
    const ledger = join(folder, '.twining');
    symlinkSync(join(outside, '.twining/blackboard.jsonl'), join(ledger, 'other.jsonl'));
    symlinkSync(join(outside, '.twining'), join(ledger, 'link'));
    const reply = await harness.ask(name, input('inside'), { door: 'mcp' });
    expect(reply).toMatchObject({ ok: true });
    const all = await known(harness, reply);
    expect([all.includes(inword), all.includes(outword)]).toEqual([true, false]);
  });

  it('lets an agent go by links that stay inside, and tells it nothing of what is not there outside', async () => {
    const { harness, project, outside } = await withOutside();
    await writeTree(
      project,
      Object.fromEntries(Object.entries(filesOf(inword)).map(([path, text]) => [`inside/${path}`, text])),
    );
    const ask = async (place: string) => {
      const reply = await harness.ask(name, input(place), { door: 'mcp' });
      return reply.ok ? 'ok' : reply.error.code;
    };
    symlinkSync(join(project, 'inside'), join(project, 'own'));
    symlinkSync(outside, join(project, 'there'));
    symlinkSync(join(outside, 'nothing'), join(project, 'dangling'));
    expect(await ask('own')).toBe('ok');
    expect(await ask('nothing')).toBe('not_found');
    for (const place of [
      'there/nothing',
      'there/nothing/more',
      'dangling',
      'dangling/more',
      join(outside, 'nothing'),
    ])
      expect([place, await ask(place)]).toEqual([place, 'forbidden']);
  });
});

it('ledger.import gives an agent no ledger that is a link in a folder of the project', async () => {
  const { harness, project, outside } = await withOutside();
  symlinkSync(join(outside, '.twining'), join(project, '.twining'));
  const ask = (door: 'cli' | 'mcp') => harness.ask('ledger.import', { from: '.' }, { door });
  const reply = await ask('mcp');
  expect(reply).toMatchObject({ ok: false });
  expect(await known(harness, reply)).not.toContain(outword);
  expect(await known(harness, await ask('cli'))).toContain(outword);
});
