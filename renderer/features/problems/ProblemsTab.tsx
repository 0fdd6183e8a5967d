import { useMemoryAudit } from '../../stores/memory-audit.ts';
import { useProblems } from '../../stores/problems.ts';
import { AuditFailure, MemoryAudit, shownFindings } from './MemoryAudit.tsx';
import { NoProblems } from './NoProblems.tsx';
import { ProblemList } from './ProblemList.tsx';

/** All problems, in the bottom drawer. */
export function ProblemsTab() {
  const problems = useProblems();
  const audit = useMemoryAudit();
  const findings = shownFindings(audit, 'all', '');
  return (
    <>
      {problems.length > 0 ? <ProblemList problems={problems} /> : null}
      <MemoryAudit findings={findings} />
      {problems.length + findings.length === 0 ? <NoProblems audit={audit} /> : null}
      <AuditFailure audit={audit} />
    </>
  );
}
