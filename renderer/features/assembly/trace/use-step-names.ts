import { useEffect, useState } from 'react';
import { told } from '../../../texts/texts.ts';

type NameOf = (type: string) => string;

/** What step types are called; the table of them is loaded when somebody looks into the first call. */
export function useStepNames(isNeeded: boolean): NameOf {
  const [nameOf, setNameOf] = useState<NameOf>(() => (type: string) => type);
  useEffect(() => {
    if (!isNeeded) return;
    const loading = import('../../../../shared/pipeline/step-kinds.ts');
    loading.then(
      ({ isStepType, stepKinds }) =>
        setNameOf(() => (type: string) => (isStepType(type) ? told(stepKinds[type].label) : type)),
      // Types can be read as well.
      () => undefined,
    );
  }, [isNeeded]);
  return nameOf;
}
