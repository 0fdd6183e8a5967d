import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export type ElectronFinding = { readonly binary: string } | { readonly missing: string };

type Environment = Readonly<Record<string, string | undefined>>;

/** Where a window can be opened from, or the reason why none can. Never downloads anything. */
export function findElectron(env: Environment, platform: NodeJS.Platform, isRoot: boolean): ElectronFinding {
  const binary = findBinary(env);
  if (binary === undefined) return { missing: 'the Electron binary is not installed' };
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return { missing: 'there is no display' };
  if (platform === 'linux' && isRoot) return { missing: 'Electron does not start its sandbox for root' };
  return { binary };
}

function findBinary(env: Environment): string | undefined {
  const packageDir = findPackage();
  if (packageDir === undefined) return undefined;
  const name = readName(join(packageDir, 'path.txt')) ?? 'electron';
  const binary = join(env.ELECTRON_OVERRIDE_DIST_PATH ?? join(packageDir, 'dist'), name);
  return existsSync(binary) ? binary : undefined;
}

function findPackage(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  } catch {
    return undefined;
  }
}

/** The package writes the binary's name there once it has downloaded it. */
function readName(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}
