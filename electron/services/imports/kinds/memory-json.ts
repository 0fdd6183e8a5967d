import type { ImportReader } from '../import-reader.ts';
import { readDefinitions } from '../read-definitions.ts';

export const memoryJson = {
  read: (file, found) => readDefinitions(file, 'memories', found),
} as const satisfies ImportReader;
