import { isTestBegun, wholeContracts } from '../../shared/model/begun.ts';
import { isJsonEqual } from '../../shared/model/json.ts';
import { call, errorBody } from '../api/call.ts';
import { askOnceSettled } from './ask-once-settled.ts';
import { useDocuments } from './documents.ts';
import type { Documents } from './history.ts';
import { useMemoryAudit } from './memory-audit.ts';
import { onOtherProject } from './other-project.ts';
import { withUnsaved } from './unsaved-documents.ts';

/** Comparing thousands of texts may wait for the end of a sentence. */
const settlingTimes = { pauseMs: 600, mostMs: 5000 };

/** Starts following what the memories say; returns how to stop. */
export function followMemoryAudit(): () => void {
  const audit = askOnceSettled({
    ...settlingTimes,
    async ask() {
      const { status, working, unsaved } = useDocuments.getState();
      if (status !== 'ready') return undefined;
      return call('audit.memories', withUnsaved(auditedOf(working), unsaved)).then(
        output => ({ output }),
        (error: unknown) => ({ error: errorBody(error).message }),
      );
    },
    // What is as it was is not drawn again.
    take: found =>
      isJsonEqual(useMemoryAudit.getState(), found) ? undefined : useMemoryAudit.setState(found, true),
  });
  const forget = () => {
    audit.forget();
    useMemoryAudit.setState({}, true);
  };
  const stops = [
    // What is stored elsewhere has other hashes.
    useDocuments.subscribe((now, before) => {
      if (now.working !== before.working || now.hashes !== before.hashes || now.status !== before.status)
        audit.later();
    }),
    onOtherProject(forget),
  ];
  audit.later();
  return () => {
    for (const stop of stops) stop();
    forget();
  };
}

/** The working copy, as an audit takes it. What is begun names nothing yet. */
export const auditedOf = ({ memories, engines, samples, tests, contracts }: Documents) => ({
  memories: Object.values(memories),
  engines: Object.values(engines),
  samples: Object.values(samples),
  tests: Object.values(tests).filter(test => !isTestBegun(test)),
  contracts: wholeContracts(Object.values(contracts)),
});
