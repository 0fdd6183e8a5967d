import type { Finding } from '../../model/finding.ts';
import { severities } from '../../model/severity.ts';

/** Nobody mends more at once, and of n rules that are alike there are n² pairs. */
export const mostFindings = 2_000;

/** Findings of one analysis, of which the first are told. */
export interface GatheredFindings {
  add(findings: Iterable<Finding>): void;
  /** Something was not looked for at all, from this finding on. */
  leaveOut(finding: Finding): void;
  /** Errors first, in the order in which they came, and at most `mostFindings`; a last one says where there are more. */
  told(): Finding[];
}

/** Holds no more than it tells. */
export function gatherFindings(): GatheredFindings {
  const bySeverity: Record<Finding['severity'], Finding[]> = { error: [], warning: [], info: [] };
  const leftOut: Finding[] = [];
  return {
    add(findings) {
      for (const finding of findings) {
        const alike = bySeverity[finding.severity];
        if (alike.length <= mostFindings) alike.push(finding);
      }
    },
    leaveOut: finding => leftOut.push(finding),
    told() {
      const all = severities.flatMap(severity => bySeverity[severity]);
      const next = all[mostFindings];
      return [...all.slice(0, mostFindings), ...(next === undefined ? [] : [thereAreMore(next)]), ...leftOut];
    },
  };
}

const thereAreMore = ({ rules, memories }: Finding): Finding => ({
  code: 'not-all-told',
  severity: 'info',
  possible: false,
  message: `There are more findings than the ${mostFindings.toLocaleString('en-US')} that are told; mend these and look again.`,
  rules: rules.slice(0, 1),
  ...(memories && { memories: memories.slice(0, 1) }),
});
