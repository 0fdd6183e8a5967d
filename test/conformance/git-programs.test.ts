import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createProgram } from '../../electron/cli/program.ts';
import { openTerminal } from '../../electron/cli/terminal.ts';
import { engineKind, memoryKind } from '../../electron/storage/files/definition-kinds.ts';
import { withGit } from '../../electron/storage/git/ask-git.ts';
import { readRevision, resolveRevision } from '../../electron/storage/git/read-revision.ts';
import { isProduct, readText, sourcePaths } from '../architecture/source-tree.ts';
import { engineAdding, memoryOf, staticStep } from '../support/engine-definitions.ts';
import { gitProgramKeys, harmlessGitKeys } from '../support/git-program-keys.ts';
import { isLong, sampled } from '../support/property-runs.ts';
import { runGit } from '../support/run-git.ts';
import { removeFolder, temporaryFolder } from '../support/temporary-folder.ts';

const engine = engineAdding('plan', 'notes');
const memory = memoryOf('notes', { pipeline: [staticStep('some notes')] });
const engineFile = `${engineKind.folder}/plan.json`;
const memoryFile = `${memoryKind.folder}/notes.json`;

function writeProject(folder: string): void {
  for (const [file, value] of [
    [engineFile, engine],
    [memoryFile, memory],
  ] as const) {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), JSON.stringify(value, null, 2));
  }
}

/** A copy of the hostile repository, which is made once. */
function makeHostileRepository(): string {
  const folder = temporaryFolder();
  cpSync(hostileRepository, folder, { recursive: true });
  return folder;
}

const hostileRepository = mkdtempSync(join(tmpdir(), 'weft-test-'));
afterAll(() => removeFolder(hostileRepository));

/** A repository with one commit, from whose objects the memory is missing and would be fetched over ssh. */
beforeAll(() => {
  const folder = hostileRepository;
  runGit(folder, 'init', '-q');
  writeProject(folder);
  writeFileSync(join(folder, '.gitattributes'), '* diff=x filter=x merge=x\n');
  runGit(folder, 'add', '-A');
  runGit(folder, 'commit', '-qm', 'first');
  const blob = runGit(folder, 'rev-parse', `HEAD:${memoryFile}`).trim();
  rmSync(join(folder, '.git/objects', blob.slice(0, 2), blob.slice(2)), { force: true });
  for (const [key, value] of [
    ['core.repositoryFormatVersion', '1'],
    ['extensions.partialClone', 'x'],
    ['remote.x.promisor', 'true'],
    ['remote.x.url', 'ssh://nobody.invalid/x'],
    ['protocol.allow', 'always'],
  ] as const)
    runGit(folder, 'config', key, value);
  appendFileSync(join(folder, engineFile), '\n');
});

/** Sets a key so that whoever obeys it leaves the marker. */
function setTrap(folder: string, key: string): string {
  const traps = join(folder, 'traps');
  const marker = join(folder, 'ran');
  mkdirSync(join(traps, 'hooks'), { recursive: true });
  const program = join(traps, 'program');
  const script = `#!/bin/sh\necho "$0" >> "${marker}"\nexit 1\n`;
  const hooks = [
    'post-checkout',
    'post-index-change',
    'pre-commit',
    'reference-transaction',
    'fsmonitor-watchman',
  ];
  for (const file of [program, ...hooks.map(name => join(traps, 'hooks', name))])
    writeFileSync(file, script, { mode: 0o755 });
  const included = join(traps, 'included');
  writeFileSync(
    included,
    `[core]\n\tfsmonitor = ${program}\n\tsshCommand = ${program}\n[diff]\n\texternal = ${program}\n`,
  );
  const values: Readonly<Record<string, string>> = {
    'core.hooksPath': join(traps, 'hooks'),
    'core.worktree': traps,
    'include.path': included,
    'includeIf.gitdir:**.path': included,
    'init.templateDir': traps,
    'remote.x.promisor': 'true',
    'extensions.partialClone': 'x',
    'remote.x.url': `ext::${program}`,
    'alias.x': `!${program}`,
    'submodule.x.update': `!${program}`,
    'url.x.insteadOf': 'ssh://nobody.invalid/',
  };
  runGit(folder, 'config', key, values[key] ?? program);
  return marker;
}

async function askAsWeft(folder: string) {
  return withGit(folder, async asked => {
    const commit = await resolveRevision(asked, 'HEAD');
    return [await readRevision(asked, commit, engineKind), await readRevision(asked, commit, memoryKind)];
  });
}

/** What people do in a folder that they have just unpacked. */
function usePlainGit(folder: string): void {
  for (const values of [
    ['status'],
    ['diff', 'HEAD'],
    ['cat-file', 'blob', `HEAD:${memoryFile}`],
    ['checkout', '-q', '-f', 'HEAD', '--', engineFile],
  ])
    try {
      runGit(folder, ...values);
    } catch {
      // It ran what it was told to, and that failed.
    }
}

describe('a repository from elsewhere whose configuration names a program', () => {
  const atOnce = isLong ? 1 : 20;
  const groups = gitProgramKeys.flatMap((_, index) =>
    index % atOnce === 0 ? [gitProgramKeys.slice(index, index + atOnce)] : [],
  );

  const named = groups.map(keys => [keys.join(', '), keys] as const);

  it.each(named)('%s: nothing is run, and the revision is read', async (_, keys) => {
    const folder = makeHostileRepository();
    const [marker = ''] = keys.map(key => setTrap(folder, key));
    const [engines, memories] = await askAsWeft(folder);
    expect({ ran: existsSync(marker), engines, memories }).toEqual({
      ran: false,
      engines: { values: [engine], problems: [] },
      memories: {
        values: [],
        problems: [
          {
            file: expect.stringContaining(memoryFile),
            reason: 'is not in this copy of the repository; fetch all of it with git first',
          },
        ],
      },
    });
  });

  it.each(
    sampled(
      [
        'core.fsmonitor',
        'core.hooksPath',
        'core.sshCommand',
        'diff.external',
        'diff.x.command',
        'diff.x.textconv',
        'filter.x.clean',
        'include.path',
        'remote.x.url',
      ] as const,
      3,
    ),
  )('control: git itself runs it for %s', key => {
    const folder = makeHostileRepository();
    const marker = setTrap(folder, key);
    usePlainGit(folder);
    expect(existsSync(marker)).toBe(true);
  });

  it('the table has every key whose name reads so, of the git that is installed', () => {
    const reads =
      /(command|cmd|program|helper|pager|editor|hook|hooksPath|proxy|tool|textconv|clean|smudge|process|driver|askpass|uploadpack|receivepack|vcs|path|fsmonitor|external|exec|browser|alias|viewer|worktree|httpd|filter|tunnel|sendmail|smtpServer)$/i;
    const known = new Set(gitProgramKeys.map(key => formOf(key)));
    const named = runGit(temporaryFolder(), 'help', '--config')
      .split('\n')
      .filter(key => reads.test(key));
    const harmless: readonly string[] = harmlessGitKeys;
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter(key => !known.has(formOf(key)) && !harmless.includes(key))).toEqual([]);
  });

  it('git is asked at one place only', () => {
    const asking = sourcePaths().filter(
      path => isProduct(path) && /child_process/.test(readText(path)) && /['"`]git['"`]/.test(readText(path)),
    );
    expect(asking).toEqual(['electron/storage/git/ask-git.ts']);
  });
});

/** Section and last word in lower case; what is between them is anybody's name. */
function formOf(key: string): string {
  const words = key.toLowerCase().split('.');
  return `${words[0]}${words.length > 2 ? '.*' : ''}.${words.at(-1)}`;
}

describe('where the repository is', () => {
  it('is not asked about in a project that is not trusted', async () => {
    const folder = makeHostileRepository();
    const marker = setTrap(folder, 'core.sshCommand');
    const terminal = { ...openTerminal(), cwd: folder };
    const context = { terminal, env: { WEFT_HOST: 'off' }, version: '1', distDir: folder, finish: () => {} };
    const program = await createProgram(context, ['diff', 'HEAD']);
    await expect(program.parseAsync(['diff', 'HEAD'], { from: 'user' })).rejects.toMatchObject({
      code: 'untrusted_project',
    });
    expect(existsSync(marker)).toBe(false);
  });

  it('is never a folder that looks like one, nor a link, nor one that does not know the folder', async () => {
    const [elsewhere, folder] = [makeHostileRepository(), temporaryFolder()];
    cpSync(join(elsewhere, '.git'), folder, { recursive: true });
    writeProject(folder);
    await expect(askAsWeft(folder)).rejects.toThrow('not a git repository');
    symlinkSync(join(elsewhere, '.git'), join(folder, '.git'));
    await expect(askAsWeft(folder)).rejects.toThrow('is neither a folder nor a file');
    rmSync(join(folder, '.git'));
    writeFileSync(join(folder, '.git'), `gitdir: ${join(elsewhere, '.git')}\n`);
    await expect(askAsWeft(folder)).rejects.toThrow('leads to a repository that does not know this folder');
  });

  it('may be that of a worktree, of a submodule, of a folder above, packed, or with long names', async () => {
    const top = temporaryFolder();
    runGit(top, 'init', '-q', '--object-format=sha256');
    writeProject(join(top, 'part'));
    runGit(top, 'add', '-A');
    runGit(top, 'commit', '-qm', 'first');
    runGit(top, 'gc', '-q');
    runGit(top, 'worktree', 'add', '-q', '-b', 'other', join(top, 'tree'));
    const all = [
      { values: [engine], problems: [] },
      { values: [memory], problems: [] },
    ];
    expect(await askAsWeft(join(top, 'part'))).toEqual(all);
    expect(await askAsWeft(join(top, 'tree/part'))).toEqual(all);
    const outer = temporaryFolder();
    runGit(outer, 'init', '-q');
    const module = temporaryFolder();
    runGit(module, 'init', '-q');
    writeProject(module);
    runGit(module, 'add', '-A');
    runGit(module, 'commit', '-qm', 'first');
    runGit(outer, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', module, 'inner');
    expect(await askAsWeft(join(outer, 'inner'))).toEqual(all);
    runGit(outer, 'commit', '-qm', 'first');
    const tree = join(temporaryFolder(), 'tree');
    runGit(outer, 'worktree', 'add', '-q', '-b', 'other', tree);
    runGit(tree, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'update', '--init');
    expect(await askAsWeft(join(tree, 'inner'))).toEqual(all);
  });

  it('reads no objects of another repository, and is told where pipes stand for texts', async () => {
    const [lender, folder] = [temporaryFolder(), temporaryFolder()];
    for (const one of [lender, folder]) {
      runGit(one, 'init', '-q');
      writeProject(one);
      runGit(one, 'add', '-A');
      runGit(one, 'commit', '-qm', 'first');
    }
    renameSync(join(folder, '.git/objects'), join(folder, '.git/gone'));
    mkdirSync(join(folder, '.git/objects/info'), { recursive: true });
    writeFileSync(join(folder, '.git/objects/info/alternates'), `${join(folder, '.git/gone')}\n`);
    expect(runGit(folder, 'rev-parse', 'HEAD^{commit}')).toMatch(/^[0-9a-f]{40}\n$/);
    await expect(askAsWeft(folder)).rejects.toThrow('git knows no such revision');
    rmSync(join(folder, '.git/config'));
    execFileSync('mkfifo', [join(folder, '.git/config')]);
    await expect(askAsWeft(folder)).rejects.toThrow('is no regular file');
  });

  it('leaves nothing behind', async () => {
    const repository = makeHostileRepository();
    const own = temporaryFolder();
    vi.stubEnv('TMPDIR', own);
    onTestFinished(() => void vi.unstubAllEnvs());
    const seen = await withGit(repository, async () => readdirSync(own).length);
    expect([seen, readdirSync(own)]).toEqual([1, []]);
  });
});
