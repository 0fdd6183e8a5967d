import type { MemoryStart } from './memory-start.ts';

export const storedKeys = {
  label: 'Stored keys',
  description: 'Values from the key-value store.',
  steps: [{ type: 'kv_get', alias: 'kv_get', params: { keys: [] } }],
} as const satisfies MemoryStart;
