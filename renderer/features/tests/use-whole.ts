import { useState } from 'react';
import type { Input, Output, ProcedureName } from '../../../shared/contract/contract.ts';
import { call, errorBody } from '../../api/call.ts';
import { selectWorking, useDocuments } from '../../stores/documents.ts';
import { testedNow } from '../../stores/live-tests.ts';
import type { Answer } from '../../stores/use-answer.ts';
import { useAsking } from '../../stores/use-asking.ts';

/** Everything is looked at by who looks at all of it. */
const everything = 100_000;
const mostFaults = 200;
const pauseMs = 400;

/** What all tests of the working copy show, asked again in the pauses of editing. */
export const useCoverage = (): Answer<'tests.coverage'> =>
  useAsked('tests.coverage', () => {
    const { contracts: _, ...tested } = testedNow();
    return { ...tested, limit: everything };
  });

/** Which small faults in the rules the tests would not notice. */
export const useFaults = (): Answer<'tests.mutate'> =>
  useAsked('tests.mutate', () => ({ ...rulesNow(), limit: mostFaults }));

/** Rules and tests of the working copy: memories play no part. */
function rulesNow(): Input<'tests.mutate'> {
  const { memories: _, ...rules } = testedNow();
  return rules;
}

export type Goal = Output<'tests.coverage'>['goals'][number];

function useAsked<Name extends ProcedureName>(name: Name, inputNow: () => Input<Name>): Answer<Name> {
  const [answer, setAnswer] = useState<Answer<Name>>({});
  const isFirst = answer.output === undefined && answer.error === undefined;
  useAsking(useDocuments(selectWorking), 0, isFirst ? 0 : pauseMs, async isWanted => {
    const found = await call(name, inputNow()).then(
      output => ({ output }),
      (error: unknown) => ({ error: errorBody(error).message }),
    );
    if (isWanted()) setAnswer(found);
  });
  return answer;
}
