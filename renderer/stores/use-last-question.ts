import { useEffect, useRef } from 'react';

/**
 * Begins a question, and gives whether it is still the one: of several the last one counts, and none once whoever asks is
 * gone.
 */
export function useLastQuestion(): () => () => boolean {
  const questions = useRef(0);
  const begin = () => {
    questions.current += 1;
    const own = questions.current;
    return () => own === questions.current;
  };
  useEffect(
    () => () => {
      questions.current += 1;
    },
    [],
  );
  return begin;
}
