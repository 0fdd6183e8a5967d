import type { Finding } from '../../shared/model/finding.ts';
import type { LintLine, LintPlace } from './collect-lint.ts';

const levels = { error: 'error', warning: 'warning', info: 'note' } as const satisfies Record<
  Finding['severity'],
  string
>;

/** The findings as SARIF 2.1.0, for code scanning; file names are relative to the project. */
export function toSarif(lines: readonly LintLine[], version: string) {
  const codes = [...new Set(lines.map(({ code }) => code))].sort();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'weft',
            semanticVersion: version,
            rules: codes.map(code => ({ id: code, shortDescription: { text: code.replaceAll('-', ' ') } })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: lines.map(line => ({
          ruleId: line.code,
          ruleIndex: codes.indexOf(line.code),
          level: levels[line.severity],
          message: { text: line.message },
          locations: [physicalLocation(line)],
          ...(line.related.length > 0 && { relatedLocations: line.related.map(physicalLocation) }),
        })),
      },
    ],
  };
}

function physicalLocation({ file, line, column }: LintPlace) {
  return {
    physicalLocation: {
      artifactLocation: { uri: encodeURI(file), uriBaseId: '%SRCROOT%' },
      region: { startLine: line, startColumn: column },
    },
  };
}
