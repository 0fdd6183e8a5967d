import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, isAbsolute, join, relative, sep } from 'node:path';

/** What the studio consists of; anything else in its folder is not served. */
const mimeTypes: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.woff2', 'font/woff2'],
]);

interface BundleFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mimeType: string;
}

/** The file of the studio's bundle behind a URL path, or undefined. Never one outside of `root`. */
export async function readBundleFile(root: string, pathname: string): Promise<BundleFile | undefined> {
  const path = pathname === '/' ? '/index.html' : pathname;
  const mimeType = mimeTypes.get(extname(path));
  // Names in the bundle are plain: an escaped, doubled or dotted one is nothing of ours.
  if (mimeType === undefined || !/^(?:\/[A-Za-z0-9_][A-Za-z0-9_.-]*)+$/.test(path)) return undefined;
  const file = await realPathInside(root, path);
  if (file === undefined) return undefined;
  return { bytes: new Uint8Array(await readFile(file)), mimeType };
}

/** Follows links before it compares, and compares by path parts: a sibling folder `<root>-evil` is outside. */
async function realPathInside(root: string, path: string): Promise<string | undefined> {
  try {
    const [realRoot, file] = await Promise.all([realpath(root), realpath(join(root, path))]);
    const inside = relative(realRoot, file);
    if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return undefined;
    return (await stat(file)).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}
