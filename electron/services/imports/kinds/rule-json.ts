import type { ImportReader } from '../import-reader.ts';
import { readDefinitions } from '../read-definitions.ts';

export const ruleJson = {
  read: (file, found) => readDefinitions(file, 'engines', found),
} as const satisfies ImportReader;
