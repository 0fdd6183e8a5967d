import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, preview } from 'vite';
import type { BareGraph } from './bare-canvas/BareCanvas.tsx';

/** Builds the page of the bare library as the studio is built, and serves it until it is closed. */
export async function serveBarePage(
  folder: string,
): Promise<{ address: string; close: () => Promise<void> }> {
  const shared = {
    root: join(import.meta.dirname, 'bare-canvas'),
    configFile: false,
    logLevel: 'warn',
  } as const;
  const outDir = join(folder, 'bare-page');
  await build({
    ...shared,
    plugins: [react()],
    build: { outDir, emptyOutDir: true, target: 'chrome140', reportCompressedSize: false },
  });
  const server = await preview({
    ...shared,
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0, strictPort: false },
  });
  const address = server.resolvedUrls?.local[0];
  if (address === undefined) throw new Error('the bare page is not served');
  return { address, close: () => server.close() };
}

/** What the page shows when it is loaded next. */
export async function writeBareGraph(folder: string, graph: BareGraph): Promise<void> {
  await writeFile(join(folder, 'bare-page/graph.json'), JSON.stringify(graph));
}
