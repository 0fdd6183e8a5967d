import type { StepKind } from '../step-kind.ts';
import { source } from '../usual-params.ts';

/** `format`: one text made of a list; the text is what the context gets. */
export const format = {
  label: 'Format',
  summary: 'Turns a list into one text.',
  result: 'text',
  params: {
    source,
    format: {
      kind: 'choice',
      label: 'Format',
      choices: ['bullet_list', 'numbered', 'prose', 'json', 'markdown'],
      fallback: 'bullet_list',
    },
  },
  brief: ({ source: from, used }) => [from, used('format').replaceAll('_', ' ')],
} as const satisfies StepKind;
