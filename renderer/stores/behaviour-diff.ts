import { useEffect, useRef, useState } from 'react';
import type { BehaviourDifference } from '../../shared/model/behaviour-difference.ts';
import type { ComparisonAnswer, ComparisonQuestion } from '../worker/protocol.ts';

export type ComparedStates = Omit<ComparisonQuestion, 'number'>;

interface ComparedBehaviour {
  /** Of the last states that were decided; undefined before the first, and where there is nothing to compare. */
  readonly difference: BehaviourDifference | undefined;
  /** Newer states are being compared. */
  readonly isBusy: boolean;
}

/** As for findings: outcomes are drawn by then. */
const pauseMs = 120;
const nothing = { number: 0 };

/** What changes between two states, decided in a worker that is there as long as somebody looks. */
export function useComparedBehaviour(states: ComparedStates | undefined): ComparedBehaviour {
  const worker = useRef<Worker>(undefined);
  const asked = useRef(0);
  const [answer, setAnswer] = useState<{
    readonly number: number;
    readonly difference?: BehaviourDifference;
  }>(nothing);
  const [newest, setNewest] = useState(0);
  useEffect(() => {
    const started = new Worker(new URL('../worker/compare.worker.ts', import.meta.url), { type: 'module' });
    worker.current = started;
    started.addEventListener('message', ({ data }: MessageEvent<ComparisonAnswer>) => {
      if (data.number === asked.current) setAnswer(data);
    });
    return () => started.terminate();
  }, []);
  useEffect(() => {
    asked.current += 1;
    const number = asked.current;
    setNewest(number);
    if (states === undefined) {
      setAnswer({ number });
      return undefined;
    }
    const timer = setTimeout(() => worker.current?.postMessage({ number, ...states }), pauseMs);
    return () => clearTimeout(timer);
  }, [states]);
  return { difference: answer.difference, isBusy: answer.number !== newest };
}
