import type { MemoryStart } from './memory-start.ts';

/** With a first text, to be written at once. */
export const fixedTexts = {
  label: 'Fixed texts',
  description: 'Written in the memory itself.',
  steps: [{ type: 'static', alias: 'static', params: { items: [''] } }],
} as const satisfies MemoryStart;
