import type { Input } from '../../shared/contract/contract.ts';
import { isTestBegun, wholeContracts } from '../../shared/model/begun.ts';
import { keysOf } from '../../shared/model/entries.ts';
import { isJsonEqual } from '../../shared/model/json.ts';
import { createSerialQueue } from '../../shared/serial-queue.ts';
import { call, errorBody } from '../api/call.ts';
import { type DocumentsState, useDocuments } from './documents.ts';
import type { Documents } from './history.ts';
import { useMemoryAudit } from './memory-audit.ts';
import { onOtherProject } from './other-project.ts';
import { createSettling } from './settling.ts';

/** Comparing thousands of texts may wait for the end of a sentence, and takes a tenth of the time of a server at most. */
const settlingTimes = { pauseMs: 600, mostMs: 5000, shareOfTime: 0.1 };

/** Starts following what the memories say; returns how to stop. */
export function followMemoryAudit(): () => void {
  const asked = { count: 0, tookMs: 0 };
  const settling = createSettling({
    pauseMs: () => Math.max(settlingTimes.pauseMs, asked.tookMs),
    mostMs: () => Math.max(settlingTimes.mostMs, asked.tookMs / settlingTimes.shareOfTime),
  });
  const oneAfterTheOther = createSerialQueue();
  const forget = () => {
    asked.count += 1;
    useMemoryAudit.setState({}, true);
  };
  const ask = async () => {
    const now = useDocuments.getState();
    if (now.status !== 'ready') return;
    asked.count += 1;
    const { count } = asked;
    const started = performance.now();
    const found = await call('audit.memories', unsavedOf(now)).then(
      output => ({ output }),
      (error: unknown) => ({ error: errorBody(error).message }),
    );
    asked.tookMs = performance.now() - started;
    // What is as it was is not drawn again.
    if (count === asked.count && !isJsonEqual(useMemoryAudit.getState(), found))
      useMemoryAudit.setState(found, true);
  };
  const begin = () => void oneAfterTheOther(ask);
  const stops = [
    // What is stored elsewhere has other hashes.
    useDocuments.subscribe((now, before) => {
      if (now.working !== before.working || now.hashes !== before.hashes || now.status !== before.status)
        settling.later(begin);
    }),
    onOtherProject(forget),
  ];
  settling.later(begin);
  return () => {
    settling.forget(begin);
    for (const stop of stops) stop();
    forget();
  };
}

/** Kinds of which something is not saved; all else the server has. */
function unsavedOf({ working, unsaved }: DocumentsState): Input<'audit.memories'> {
  const all = auditedOf(working);
  const kinds = new Set<string>(unsaved.map(({ kind }) => kind));
  return Object.fromEntries(keysOf(all).flatMap(kind => (kinds.has(kind) ? [[kind, all[kind]]] : [])));
}

/** The working copy, as an audit takes it. What is begun names nothing yet. */
export const auditedOf = ({ memories, engines, samples, tests, contracts }: Documents) => ({
  memories: Object.values(memories),
  engines: Object.values(engines),
  samples: Object.values(samples),
  tests: Object.values(tests).filter(test => !isTestBegun(test)),
  contracts: wholeContracts(Object.values(contracts)),
});
