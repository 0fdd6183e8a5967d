import { formatCanonicalJson } from '../../../shared/model/canonical-json.ts';
import { escapeInvisibleJson } from '../../../shared/model/escape-invisible.ts';
import type { ContextRuleEngine } from '../../../shared/model/rule.ts';
import { engineKind } from '../../storage/files/definition-kinds.ts';
import { engineReport, type MemoryNames } from './engine-report.ts';
import { engineTable } from './engine-table.ts';

/** What engines are written as for others. */
export type ExportFormat = 'json' | 'sdk' | 'rest' | 'markdown' | 'csv';

export interface ExportedFile {
  readonly filename: string;
  readonly text: string;
}

/** One engine or several in a format; several as JSON are a bundle to import again. */
export function exportAs(
  format: ExportFormat,
  engines: readonly ContextRuleEngine[],
  memories: MemoryNames,
): ExportedFile {
  const [first] = engines;
  const name = engines.length === 1 && first !== undefined ? first.id : 'rule-engines';
  switch (format) {
    case 'json':
      return {
        filename: `${name}.json`,
        text: engines.length === 1 ? engines.map(engineJson).join('') : bundle(engines),
      };
    case 'sdk':
      return { filename: `${name}.mjs`, text: sdkCalls(engines) };
    case 'rest':
      return { filename: `${name}.sh`, text: restCalls(engines) };
    case 'markdown':
      return { filename: `${name}.md`, text: engineReport(engines, memories) };
    case 'csv':
      return { filename: `${name}.csv`, text: engineTable(engines) };
  }
}

const engineJson = (engine: ContextRuleEngine): string => formatCanonicalJson(engine, engineKind.order);

/** Engines as one JSON file, `{ engines: [...] }`. */
export function bundle(engines: readonly ContextRuleEngine[]): string {
  return formatCanonicalJson({ engines }, { keys: ['engines'], inside: { engines: engineKind.order } });
}

/** A module that creates the engines in a running Weft. In code nothing is invisible: what runs is what is read. */
function sdkCalls(engines: readonly ContextRuleEngine[]): string {
  const calls = engines.map(
    engine =>
      `await client.contextRuleEngine.create(${escapeInvisibleJson(engineJson(engine)).trimEnd()});\n`,
  );
  return `// Creates what is below in the project that \`weft serve\` has open.
import { createClient } from '@weft/studio/sdk';

const client = createClient({
  url: process.env.WEFT_URL ?? 'http://127.0.0.1:4747',
  token: process.env.WEFT_TOKEN,
});

${calls.join('\n')}`;
}

/** A shell script that creates the engines. No line of JSON can end its own text: none is the bare word. */
function restCalls(engines: readonly ContextRuleEngine[]): string {
  const calls = engines.map(
    engine => `curl --fail-with-body -sS "\${WEFT_URL:-http://127.0.0.1:4747}/context-rule-engine" \\
  -H @"$headers" -H 'content-type: application/json' \\
  --data-binary @- <<'JSON'
${escapeInvisibleJson(engineJson(engine))}JSON
`,
  );
  return `#!/bin/sh
# Creates what is below in the project that \`weft serve\` has open.
set -e
# The token goes by a private file: the arguments of a program are seen by every user of the machine.
headers=$(mktemp)
trap 'rm -f "$headers"' EXIT
printf 'authorization: Bearer %s\\n' "\${WEFT_TOKEN:?the token that weft serve printed}" > "$headers"

${calls.join('\n')}`;
}
