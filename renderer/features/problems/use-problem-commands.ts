import { useMemo, useState } from 'react';
import type { MemoryFinding } from '../../../shared/model/memory-audit.ts';
import { useProvideCommands } from '../../stores/commands.ts';
import { auditFindings, useMemoryAudit } from '../../stores/memory-audit.ts';
import { type StudioProblem, useProblems } from '../../stores/problems.ts';
import { showProblems, useWorkspace } from '../../stores/workspace.ts';
import { takeOverTyped } from '../../ui/take-over-typed.ts';
import { canShowProblem, neighbourProblem, showProblem } from './problem-place.ts';

/** F8 and Shift+F8 go from problem to problem; notes are for reading, not for mending. */
export function useProblemCommands(): void {
  const all = useProblems();
  const audit = useMemoryAudit();
  const problems = useMemo(
    () => [...all, ...auditFindings(audit).map(problemOfAudit)].filter(({ severity }) => severity !== 'info'),
    [all, audit],
  );
  const [current, setCurrent] = useState<StudioProblem>();
  const go = (direction: 1 | -1) => {
    const next = neighbourProblem(problems, current, direction);
    if (!next) return;
    const before = useWorkspace.getState().ruleId;
    takeOverTyped();
    setCurrent(next);
    // A name that was being typed may have given its rule another id, which is the selected one since.
    const { ruleId = before } = useWorkspace.getState();
    const place = ruleId !== undefined && next.ruleId === before ? { ...next, ruleId } : next;
    if (canShowProblem(next)) showProblem(place);
    else showProblems();
  };
  const when = () => problems.length > 0;
  useProvideCommands({
    'problem.next': { run: () => go(1), when },
    'problem.previous': { run: () => go(-1), when },
  });
}

const problemOfAudit = ({ kind, memory_id, severity, message }: MemoryFinding): StudioProblem => ({
  kind: 'memories',
  id: memory_id,
  severity,
  code: kind,
  message,
});
