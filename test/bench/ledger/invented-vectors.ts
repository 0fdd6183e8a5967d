import type { EmbedderPort } from '../../../electron/services/project/world.ts';
import { createSeededRandom } from '../../support/seeded-random.ts';

/** As long as those of the built-in model; what they mean does not matter to the time they take. */
export const inventedEmbedder: EmbedderPort = {
  ids: ['use-lite'],
  embed: async (_, texts) => texts.map(inventedVector),
};

export function inventedVector(text: string): Float32Array {
  const random = createSeededRandom(
    [...text].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 1e9, 7),
  );
  const numbers = Array.from({ length: 512 }, () => random.next() - 0.3);
  const length = Math.hypot(...numbers);
  return Float32Array.from(numbers, number => number / length);
}
