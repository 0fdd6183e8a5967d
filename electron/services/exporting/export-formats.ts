import { formatCanonicalJson } from '../../../shared/model/canonical-json.ts';
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

/** One engine or several in a format; several, or one with memory types, are as JSON a bundle to import again. */
export function exportAs(format: ExportFormat, exported: Exported, labels: MemoryNames): ExportedFile {
  const { engines, memories } = exported;
  const [first] = engines;
  const name = engines.length === 1 && first !== undefined ? first.id : 'rule-engines';
  switch (format) {
    case 'json':
      return {
        filename: `${name}.json`,
        text: engines.length + memories.length === 1 ? engines.map(engineJson).join('') : bundle(exported),
      };
    case 'sdk':
      return { filename: `${name}.mjs`, text: sdkCalls(exported) };
    case 'rest':
      return { filename: `${name}.sh`, text: restCalls(exported) };
    case 'markdown':
      return { filename: `${name}.md`, text: engineReport(engines, labels) };
    case 'csv':
      return { filename: `${name}.csv`, text: engineTable(engines) };
  }
}

const engineJson = (engine: ContextRuleEngine): string => formatCanonicalJson(engine, engineKind.order);

const memoryJson = (memory: PersistentMemory): string => formatCanonicalJson(memory, memoryKind.order);

/** Engines as one JSON file, `{ engines: [...] }`, with their memory types as `memories` where there are some. */
export function bundle({ engines, memories }: Exported): string {
  const inside = { engines: engineKind.order, memories: memoryKind.order };
  return formatCanonicalJson(memories.length === 0 ? { engines } : { engines, memories }, {
    keys: ['engines', 'memories'],
    inside,
  });
}

/** A module that creates the engines in a running Weft. In code nothing is invisible: what runs is what is read. */
function sdkCalls({ engines, memories }: Exported): string {
  const create = (of: string, json: string) =>
    `await client.${of}.create(${escapeInvisibleJson(json).trimEnd()});\n`;
  const calls = [
    ...memories.map(memory => create('persistentMemory', memoryJson(memory))),
    ...engines.map(engine => create('contextRuleEngine', engineJson(engine))),
  ];
  return `// Creates what is below in the project that \`weft serve\` has open.
import { createClient } from '@weft/studio/sdk';

const client = createClient({
  url: process.env.WEFT_URL ?? 'http://127.0.0.1:4747',
  token: process.env.WEFT_TOKEN,
});

${calls.join('\n')}`;
}

/** A shell script that creates the engines. No line of JSON can end its own text: none is the bare word. */
function restCalls({ engines, memories }: Exported): string {
  const create = (path: string, json: string) =>
    `curl --fail-with-body -sS "\${WEFT_URL:-http://127.0.0.1:4747}/${path}" \\
  -H @"$headers" -H 'content-type: application/json' \\
  --data-binary @- <<'JSON'
${escapeInvisibleJson(json)}JSON
`;
  const calls = [
    ...memories.map(memory => create('persistent-memory/types', memoryJson(memory))),
    ...engines.map(engine => create('context-rule-engine', engineJson(engine))),
  ];
  return `#!/bin/sh
# Creates what is below in the project that \`weft serve\` has open.
set -e
# The token goes by a private file: the arguments of a program are seen by every user of the machine.
headers=$(mktemp)
trap 'rm -f "$headers"' EXIT
printf 'authorization: Bearer %s\\n' "\${WEFT_TOKEN:?the token that weft serve printed}" > "$headers"

${calls.join('\n')}`;
}
