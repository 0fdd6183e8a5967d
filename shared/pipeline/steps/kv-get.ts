import type { StepKind } from '../step-kind.ts';

/** `kv_get`: one element per key that exists, in the order of the keys. */
export const kvGet = {
  label: 'Read keys',
  summary: 'Values of named keys from the key-value store.',
  result: 'elements',
  params: {
    instance: { kind: 'text', label: 'Instance', required: true, offers: 'key instances' },
    namespace: { kind: 'text', label: 'Namespace', required: true, offers: 'namespaces' },
    keys: { kind: 'texts', label: 'Keys', required: true, offers: 'keys' },
  },
  brief: ({ text, count }) => [
    [text('instance'), text('namespace')].filter(Boolean).join(' / '),
    count('keys', 'key'),
  ],
} as const satisfies StepKind;
