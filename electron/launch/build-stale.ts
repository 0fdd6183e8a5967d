import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withBuildLock } from './build-lock.ts';
import { type BuildTarget, buildTargets } from './targets.ts';

/** A build is given nothing with which to act for the user. */
const noSecrets = {
  WEFT_TOKEN: undefined,
  WEFT_EMBEDDINGS_KEY: undefined,
  WEFT_SUMMARIZER_KEY: undefined,
};

type Stamps = Partial<Record<BuildTarget, string>>;

/** Builds those targets whose sources changed since their last build. Everything that is said goes to stderr. */
export async function buildStale(root: string, targets: readonly BuildTarget[]): Promise<void> {
  if (staleTargets(root, targets).length === 0) return;
  await withBuildLock(join(root, 'dist/.build-lock'), async () => {
    // Asked again: another process may have built them while this one waited.
    for (const target of staleTargets(root, targets)) buildOne(root, target);
  });
}

function staleTargets(root: string, targets: readonly BuildTarget[]): BuildTarget[] {
  const stamps = readStamps(root);
  return targets.filter(target => {
    const built = buildTargets[target].outputs.every(output => existsSync(join(root, 'dist', output)));
    return !built || stamps[target] !== hashSources(root, target);
  });
}

function buildOne(root: string, target: BuildTarget): void {
  const started = performance.now();
  // Taken before the build, so that an edit during it makes the next start build again.
  const hash = hashSources(root, target);
  runVite(root, target);
  writeFileSync(stampFile(root), JSON.stringify({ ...readStamps(root), [target]: hash }));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stderr.write(`weft: built ${target} in ${seconds} s\n`);
}

/** In a process of its own: what a build needs of memory must not stay with a server that runs for days. */
function runVite(root: string, target: BuildTarget): void {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const mode = ['--mode', buildTargets[target].mode, '--configLoader', 'native', '--logLevel', 'warn'];
  const { status } = spawnSync(process.execPath, [vite, 'build', ...mode], {
    cwd: root,
    stdio: ['ignore', process.stderr.fd, process.stderr.fd],
    // What is built does not depend on who builds it: a shell or a test runner may have set another one.
    env: { ...process.env, NODE_ENV: 'production', ...noSecrets },
  });
  if (status !== 0) throw new Error(`${target} could not be built; what is wrong stands above`);
}

function readStamps(root: string): Stamps {
  try {
    const stamps: unknown = JSON.parse(readFileSync(stampFile(root), 'utf8'));
    return typeof stamps === 'object' && stamps !== null ? stamps : {};
  } catch {
    return {};
  }
}

function stampFile(root: string): string {
  return join(root, 'dist/.build-stamps.json');
}

/** SHA-256 over the names and bytes of everything that a target is built from. Content, not times: git sets times anew. */
export function hashSources(root: string, target: BuildTarget): string {
  const hash = createHash('sha256');
  for (const file of sourceFiles(root, target)) {
    hash.update(`${file}\0`);
    hash.update(readFileSync(join(root, file)));
    hash.update('\0');
  }
  return hash.digest('hex');
}

function sourceFiles(root: string, target: BuildTarget): string[] {
  return globSync(buildTargets[target].sources, { cwd: root, withFileTypes: true })
    .filter(entry => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}
