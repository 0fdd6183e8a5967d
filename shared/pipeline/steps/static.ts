import type { StepKind } from '../step-kind.ts';

/** `static`: texts and objects written in the memory itself, in their order. */
export const staticItems = {
  label: 'Static items',
  summary: 'Fixed texts written in the memory itself.',
  result: 'elements',
  params: { items: { kind: 'items', label: 'Items', required: true } },
  isWrittenOut: true,
  brief: ({ count }) => [count('items', 'item')],
} as const satisfies StepKind;
