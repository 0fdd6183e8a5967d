import { unreachable } from '../../../shared/contract/errors.ts';
import { canonicalJson, type KeyOrder } from '../../../shared/model/canonical-json.ts';
import { escapeInvisibleJson } from '../../../shared/model/escape-invisible.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { ContextRuleEngine } from '../../../shared/model/rule.ts';
import { engineKind, memoryKind } from '../../storage/files/definition-kinds.ts';
import { engineReport, type MemoryNames } from './engine-report.ts';
import { engineTable } from './engine-table.ts';

/** What engines are written as for others. */
export type ExportFormat = 'json' | 'sdk' | 'rest' | 'markdown' | 'csv';

/** Engines, and the memory types that go with them. */
export interface Exported {
  readonly engines: readonly ContextRuleEngine[];
  readonly memories: readonly PersistentMemory[];
}

export interface ExportedFile {
  readonly filename: string;
  readonly text: string;
}

/**
 * One engine or several in a format; several, or one with memory types, are as JSON a bundle to import again. Stops again
 * and again.
 */
export function* exportAs(
  format: ExportFormat,
  exported: Exported,
  labels: MemoryNames,
): Generator<void, ExportedFile> {
  const { engines, memories } = exported;
  const [first] = engines;
  const name = engines.length === 1 && first !== undefined ? first.id : 'rule-engines';
  switch (format) {
    case 'json': {
      const isOne = first !== undefined && engines.length + memories.length === 1;
      const text = isOne ? yield* jsonText(first, engineKind.order) : yield* bundle(exported);
      return { filename: `${name}.json`, text };
    }
    case 'sdk':
      return { filename: `${name}.mjs`, text: yield* sdkCalls(exported) };
    case 'rest':
      return { filename: `${name}.sh`, text: yield* restCalls(exported) };
    case 'markdown':
      return { filename: `${name}.md`, text: engineReport(engines, labels) };
    case 'csv':
      return { filename: `${name}.csv`, text: engineTable(engines) };
    default:
      return unreachable(format);
  }
}

/** Without a bound there is always a text. */
function* jsonText(value: unknown, order: KeyOrder): Generator<void, string> {
  return (yield* canonicalJson(value, order)) ?? '';
}

/** Engines as one JSON file, `{ engines: [...] }`, with their memory types as `memories` where there are some. */
export function* bundle({ engines, memories }: Exported): Generator<void, string> {
  const inside = { engines: engineKind.order, memories: memoryKind.order };
  return yield* jsonText(memories.length === 0 ? { engines } : { engines, memories }, {
    keys: ['engines', 'memories'],
    inside,
  });
}

/** A module that creates the engines in a running Weft. In code nothing is invisible: what runs is what is read. */
function* sdkCalls({ engines, memories }: Exported): Generator<void, string> {
  const create = (of: string, json: string) =>
    `await client.${of}.create(${escapeInvisibleJson(json).trimEnd()});\n`;
  const calls: string[] = [];
  for (const memory of memories)
    calls.push(create('persistentMemory', yield* jsonText(memory, memoryKind.order)));
  for (const engine of engines)
    calls.push(create('contextRuleEngine', yield* jsonText(engine, engineKind.order)));
  return `// Creates what is below in the project that \`weft serve\` has open.
import { createClient } from '@weft/studio/sdk';

const client = createClient({
  url: process.env.WEFT_URL ?? 'http://127.0.0.1:4747',
  token: process.env.WEFT_TOKEN,
});

${calls.join('\n')}`;
}

/** A shell script that creates the engines. No line of JSON can end its own text: none is the bare word. */
function* restCalls({ engines, memories }: Exported): Generator<void, string> {
  const create = (path: string, json: string) =>
    `curl --fail-with-body -sS "\${WEFT_URL:-http://127.0.0.1:4747}/${path}" \\
  -H @"$headers" -H 'content-type: application/json' \\
  --data-binary @- <<'JSON'
${escapeInvisibleJson(json)}JSON
`;
  const calls: string[] = [];
  for (const memory of memories)
    calls.push(create('persistent-memory/types', yield* jsonText(memory, memoryKind.order)));
  for (const engine of engines)
    calls.push(create('context-rule-engine', yield* jsonText(engine, engineKind.order)));
  return `#!/bin/sh
# Creates what is below in the project that \`weft serve\` has open.
set -e
# The token goes by a private file: the arguments of a program are seen by every user of the machine.
headers=$(mktemp)
trap 'rm -f "$headers"' EXIT
printf 'authorization: Bearer %s\\n' "\${WEFT_TOKEN:?the token that weft serve printed}" > "$headers"

${calls.join('\n')}`;
}
