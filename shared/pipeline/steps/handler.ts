import type { StepKind } from '../step-kind.ts';
import { source } from '../usual-params.ts';

/** `handler`: what a function of the program that runs Weft gives. The memory names it; it cannot bring one. */
export const handler = {
  label: 'Handler',
  summary: 'What a function of the program that runs Weft gives.',
  result: 'elements',
  params: {
    name: {
      kind: 'text',
      label: 'Name',
      required: true,
      help: 'As it was registered.',
      // No path, and no template, so that a request cannot choose which function runs.
      form: {
        pattern: /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/,
        words: 'must be letters, digits, "_" and "-"; no path and no template',
      },
    },
    args: { kind: 'object', label: 'Arguments' },
    source: { ...source, help: 'The list it is given; the last one when empty.' },
  },
  mayGiveText: true,
  brief: ({ text, source: from }) => [text('name'), from],
} as const satisfies StepKind;
