import { useEffect, useMemo, useState } from 'react';
import type { Output } from '../../../../shared/contract/contract.ts';
import type { ErrorBody } from '../../../../shared/contract/errors.ts';
import { asRequest } from '../../../../shared/model/as-request.ts';
import type { JsonObject } from '../../../../shared/model/json.ts';
import type { PersistentMemory } from '../../../../shared/model/memory.ts';
import { call, errorBody } from '../../../api/call.ts';
import { followStored } from '../../../stores/stored-news.ts';
import { useAsking } from '../../../stores/use-asking.ts';
import { runnablePart } from '../logic/step-problems.ts';

/** The last run of a memory's pipeline on the current sample; the result before stays while a new one runs. */
export interface MemoryRun {
  readonly status: 'idle' | 'running' | 'ready' | 'failed';
  readonly output?: Output<'memories.execute'> | undefined;
  readonly error?: ErrorBody | undefined;
}

/** Long enough to skip the keystrokes of a burst, short enough to feel live. */
const debounceMs = 120;

/** Runs the unsaved memory on the sample's request, again on every edit and when stored content changes. */
export function useMemoryRun(
  memory: PersistentMemory | undefined,
  request: JsonObject | undefined,
): MemoryRun {
  const [run, setRun] = useState<MemoryRun & { readonly memoryId?: string }>({ status: 'idle' });
  const content = useStoredReading();
  const question = useMemo(() => {
    const part = memory && runnablePart(memory);
    if (memory === undefined || part === undefined || request === undefined) return undefined;
    return { id: memory.id, input: { memory: part, request: asRequest(request) } };
  }, [memory, request]);
  useEffect(() => {
    if (question === undefined) setRun({ status: 'idle' });
  }, [question]);
  useAsking(question, content, debounceMs, async isCurrent => {
    if (question === undefined) return;
    setRun(before => ({ ...before, status: 'running' }));
    const result = await call('memories.execute', question.input).then(
      (output): MemoryRun => ({ status: 'ready', output }),
      (error: unknown): MemoryRun => ({ status: 'failed', error: errorBody(error) }),
    );
    if (isCurrent()) setRun({ ...result, memoryId: question.id });
  });
  // What another memory returned must not be shown as this one's.
  return run.memoryId === memory?.id ? run : { status: run.status === 'idle' ? 'idle' : 'running' };
}

/** A `reading`: another number each time that what assemblies read has changed and settled. */
function useStoredReading(): number {
  const [reading, setReading] = useState(0);
  useEffect(() => followStored(() => setReading(number => number + 1)).stop, []);
  return reading;
}
