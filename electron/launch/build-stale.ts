import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withBuildLock } from './build-lock.ts';
import { hashSources } from './source-hash.ts';
import { type BuildTarget, buildTargets } from './targets.ts';

type Stamps = Partial<Record<BuildTarget, string>>;

/** Builds those targets whose sources changed since their last build. Says so through `report`; nothing goes to stdout. */
export async function buildStale(
  root: string,
  targets: readonly BuildTarget[],
  report: (line: string) => void,
): Promise<void> {
  if (staleTargets(root, targets).length === 0) return;
  await withBuildLock(join(root, 'dist/.build-lock'), async () => {
    // Asked again: another process may have built them while this one waited.
    for (const target of staleTargets(root, targets)) await buildOne(root, target, report);
  });
}

function staleTargets(root: string, targets: readonly BuildTarget[]): BuildTarget[] {
  const stamps = readStamps(root);
  return targets.filter(target => {
    const built = buildTargets[target].outputs.every(output => existsSync(join(root, 'dist', output)));
    return !built || stamps[target] !== hashSources(root, target);
  });
}

async function buildOne(root: string, target: BuildTarget, report: (line: string) => void): Promise<void> {
  const started = performance.now();
  // Taken before the build, so that an edit during it makes the next start build again.
  const hash = hashSources(root, target);
  await asProduction(() => runVite(root, buildTargets[target].mode, report));
  writeFileSync(stampFile(root), JSON.stringify({ ...readStamps(root), [target]: hash }));
  report(`weft: built ${target} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

async function runVite(root: string, mode: string, report: (line: string) => void): Promise<void> {
  const { build, createLogger } = await import('vite');
  const quiet = { info: () => {}, warn: report, warnOnce: report, error: report };
  await build({
    configFile: join(root, 'vite.config.ts'),
    configLoader: 'native',
    mode,
    logLevel: 'warn',
    customLogger: { ...createLogger('warn'), ...quiet },
  });
}

/** What is built does not depend on who builds it: a shell or a test runner may have set another NODE_ENV. */
async function asProduction(build: () => Promise<void>): Promise<void> {
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    await build();
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
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
