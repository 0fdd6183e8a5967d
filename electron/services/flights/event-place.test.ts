import { mkdirSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AppHarness, startApp } from '../../../test/support/app-harness.ts';
import { memoryOf, staticStep } from '../../../test/support/engine-definitions.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { runGit } from '../../../test/support/run-git.ts';
import { temporaryFolder, writeTree } from '../../../test/support/temporary-folder.ts';
import { createWorld } from '../../platform/world.ts';

/** Time stands still: how many files are asked for is not the machine's matter here. */
function startTimeless(): AppHarness {
  const world = createWorld();
  return startApp({ world: { ...world, clock: { ...world.clock, monotonicMs: () => 0 } } });
}

const known = ['src/deep/a.ts', 'src/b.ts', 'c.ts', 'docs/new/d.md'];

async function withKnownFiles() {
  const harness = startTimeless();
  const project = await harness.openEmpty();
  await writeTree(project, { 'src/deep/a.ts': '', 'src/b.ts': '', 'c.ts': '' });
  const rules = known.map((file, at) => ({
    id: `r${at}`,
    name: `r${at}`,
    when: [{ field: 'addVar.file', operator: 'eq' as const, value: file }],
    then: { add_memories: [`m${at}`] },
  }));
  for (const [at, file] of known.entries()) {
    const memory = memoryOf(`m${at}`, { pipeline: [staticStep(`About ${file}.`)] });
    await harness.call('memories.save', { memory, expected_hash: null });
    await harness.call('ledger.post', { entry_type: 'warning', summary: `Mind ${file}.`, scope: file });
  }
  const engine = { id: 'e', name: 'E', description: '', enabled: true, rules };
  await harness.call('engines.save', { engine, expected_hash: null });
  return { ...harness, project };
}

const anyWay = fc.record({
  /** Where the agent works, and whether it says so by a link to the project. */
  folder: fc.constantFrom('', 'src', 'src/deep', 'docs'),
  isLinked: fc.boolean(),
  files: fc.uniqueArray(fc.constantFrom(...known, 'unknown.ts', 'src/other.ts', '../outside.ts'), {
    minLength: 1,
  }),
  style: fc.constantFrom('full', 'relative', 'dotted'),
});

describe('the instruction files of a session are known', () => {
  it.each([
    ['from the folder of the agent', '', 'pkg/a.ts'],
    ['in full', '', '/sub/pkg/a.ts'],
    ['by a link', 'link', '/sub/pkg/a.ts'],
    ['from its folder, by a link', 'link', 'pkg/a.ts'],
  ])('where it names files %s', async (_, link, named) => {
    const { call, openEmpty } = startTimeless();
    const project = await openEmpty();
    const top = link === '' ? project : join(temporaryFolder(), link);
    if (link !== '') symlinkSync(project, top);
    await writeTree(project, { 'CLAUDE.md': 'top', 'sub/pkg/CLAUDE.md': 'of it', 'sub/pkg/a.ts': '' });
    const cwd = join(top, 'sub');
    const of = { session_id: 's', agent: 'claude-code', cwd };
    const file = named.startsWith('/') ? join(top, named) : named;
    await call('flights.hear', { ...of, event: 'after_tool', tool: 'Read', files: [file] });
    const told = { files: [join(top, 'CLAUDE.md')], load_reason: 'include', parent_file: join(top, 'x.md') };
    await call('flights.hear', { ...of, event: 'instructions_loaded', ...told });
    const { files } = await call('flights.instructions', { session_id: 's' });
    const own = files.filter(({ path }) => path.endsWith('CLAUDE.md') && !/^[~/]/.test(path));
    expect(own.map(({ path, loaded, because_of, told }) => [path, loaded, because_of, told])).toEqual([
      ['CLAUDE.md', true, undefined, true],
      ['sub/pkg/CLAUDE.md', true, 'sub/pkg/a.ts', false],
    ]);
  });
});

describe('an agent is told of each file of an event', () => {
  it('wherever it works, and however it names them', async () => {
    const { call, project } = await withKnownFiles();
    const link = join(temporaryFolder(), 'link');
    symlinkSync(project, link);
    const state = { sessions: 0 };
    await fc.assert(
      fc.asyncProperty(anyWay, async ({ folder, isLinked, files, style }) => {
        const top = isLinked ? link : project;
        const cwd = join(top, folder);
        const named = files.map(file => {
          const full = join(top, file);
          if (style === 'full') return full;
          return style === 'relative' ? relative(cwd, full) : `./${relative(cwd, full)}`;
        });
        state.sessions += 1;
        const event = { session_id: `s${state.sessions}`, agent: 'codex', tool: 'apply_patch', cwd };
        const before = await call('flights.hear', { ...event, event: 'before_tool', files: named });
        const after = await call('flights.hear', { ...event, event: 'after_tool', files: named });
        const told = (text = '', start: string) => known.filter(file => text.includes(`${start} ${file}.`));
        const expected = known.filter(file => files.includes(file));
        expect([told(before.context, 'Mind'), told(after.context, 'About')]).toEqual([expected, expected]);
        const again = await call('flights.hear', { ...event, event: 'before_tool', files: named });
        expect(again).toEqual({});
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('of as many as there is time for, and of the others when it has to do with them again', async () => {
    const clock = { ms: 0 };
    const world = createWorld();
    const monotonicMs = () => {
      clock.ms += 100;
      return clock.ms;
    };
    const { call, openEmpty } = startApp({ world: { ...world, clock: { ...world.clock, monotonicMs } } });
    const cwd = await openEmpty();
    for (const file of known)
      await call('ledger.post', { entry_type: 'warning', summary: `Mind ${file}.`, scope: file });
    const told: string[] = [];
    for (let rounds = 0; rounds < known.length; rounds += 1) {
      const event = { session_id: 's', agent: 'codex', event: 'before_tool', tool: 'apply_patch' } as const;
      const { context = '' } = await call('flights.hear', { ...event, cwd, files: known });
      told.push(...known.filter(file => context.includes(`Mind ${file}.`)));
    }
    expect(told.length).toBeGreaterThan(1);
    expect(new Set(told).size).toBe(told.length);
  });

  it('begins with what the ledger has for the folder that it works in', async () => {
    const { call, project } = await withKnownFiles();
    const start = async (cwd: string) => {
      const event = { session_id: cwd, agent: 'codex', event: 'session_start', reason: 'startup' } as const;
      const { context = '' } = await call('flights.hear', { ...event, cwd });
      return known.filter(file => context.includes(`Mind ${file}.`));
    };
    const link = join(temporaryFolder(), 'link');
    symlinkSync(project, link);
    expect(await start(join(project, 'src'))).toEqual(['src/deep/a.ts', 'src/b.ts']);
    expect(await start(join(link, 'src'))).toEqual(['src/deep/a.ts', 'src/b.ts']);
    expect(await start(project)).toEqual(known);
  });
});

describe('the branch that rules ask for', () => {
  const branchIn = async (project: string) => (await branchesIn(project, [project]))[0];

  /** Of agents that work in these folders. */
  async function branchesIn(
    project: string,
    cwds: readonly string[],
  ): Promise<readonly (string | undefined)[]> {
    const { app, call } = startApp();
    await call('project.open', { path: project, create: true });
    await call('project.trust', { decision: 'grant' });
    for (const branch of ['main', 'side', 'none'])
      await call('memories.save', {
        memory: memoryOf(branch, { pipeline: [staticStep(`On ${branch}.`)] }),
        expected_hash: null,
      });
    const rule = (id: string, when: object) => ({ id, name: id, when: [when], then: { add_memories: [id] } });
    const rules = [
      ...['main', 'side'].map(value => rule(value, { field: 'addVar.branch', operator: 'eq', value })),
      rule('none', { field: 'addVar.branch', operator: 'not_exists' }),
    ];
    const engine = { id: 'e', name: 'E', description: '', enabled: true, rules };
    await call('engines.save', { engine: engine as never, expected_hash: null }); // its conditions are as their schema says
    const found: (string | undefined)[] = [];
    for (const cwd of cwds) {
      const event = { session_id: cwd, agent: 'a', event: 'prompt', prompt: 'x', cwd } as const;
      const { context = '' } = await call('flights.hear', event);
      found.push(/On (\w+)\./.exec(context)?.[1]);
    }
    await app.close();
    return found;
  }

  function repository(): string {
    const top = temporaryFolder();
    runGit(top, 'init', '-q', '-b', 'main');
    runGit(top, 'commit', '-q', '--allow-empty', '-m', 'first');
    return top;
  }

  function folderIn(top: string, ...names: string[]): string {
    const folder = join(top, ...names);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  it('is that of the repository around the project', async () => {
    const top = repository();
    expect(await branchIn(top)).toBe('main');
    expect(await branchIn(folderIn(top, 'packages', 'deep', 'one'))).toBe('main');
  });

  it("is a worktree's own, also below its top", async () => {
    const top = repository();
    const worktree = join(temporaryFolder(), 'worktree');
    runGit(top, 'worktree', 'add', '-q', '-b', 'side', worktree);
    expect(await branchIn(folderIn(worktree, 'packages'))).toBe('side');
    expect(await branchIn(worktree)).toBe('side');
    // Control: its repository is on another one.
    expect(await branchIn(top)).toBe('main');
  });

  it("is that of a worktree that lies in the project, for who works there, and its files are the project's", async () => {
    const top = repository();
    const project = folderIn(top, 'packages');
    await writeTree(project, { 'src/a.ts': '' });
    runGit(top, 'add', '-A');
    runGit(top, 'commit', '-qm', 'second');
    const worktree = join(project, '.agent', 'worktrees', 'x');
    runGit(top, 'worktree', 'add', '-q', '-b', 'side', worktree);
    const cwd = join(worktree, 'packages', 'src');
    const branches = await branchesIn(project, [cwd, worktree, join(project, 'src')]);
    expect(branches).toEqual(['side', 'side', 'main']);
    const { call } = startApp();
    await call('project.open', { path: project });
    await call('project.trust', { decision: 'grant' });
    await call('ledger.post', { entry_type: 'warning', summary: 'Mind it', scope: 'src/a.ts' });
    const told = async (event: 'before_tool' | 'session_start', files: string[]) => {
      const of = { session_id: `${event} ${files}`, agent: 'a', event, tool: 'Edit', cwd, files };
      return (await call('flights.hear', of)).context?.includes('Mind it');
    };
    expect(await told('before_tool', ['a.ts'])).toBe(true);
    expect(await told('before_tool', [join(cwd, 'a.ts')])).toBe(true);
    expect(await told('before_tool', [join(project, 'src', 'a.ts')])).toBe(true);
    expect(await told('before_tool', [join(worktree, 'src', 'a.ts')])).not.toBe(true);
    expect(await told('session_start', [])).toBe(true);
  });

  it('is none without a repository, without a branch, and where .git leads to one that does not know the folder', async () => {
    expect(await branchIn(temporaryFolder())).toBe('none');
    const detached = repository();
    runGit(detached, 'checkout', '-q', '--detach');
    expect(await branchIn(detached)).toBe('none');
    const top = repository();
    const stranger = temporaryFolder();
    await writeTree(stranger, { '.git': `gitdir: ${join(top, '.git')}\n` });
    expect(await branchIn(stranger)).toBe('none');
    const tables = temporaryFolder();
    await writeTree(tables, { '.git/HEAD': 'ref: refs/heads/.invalid\n' });
    expect(await branchIn(tables)).toBe('none');
  });
});
