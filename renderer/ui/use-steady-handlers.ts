import { useLayoutEffect, useRef, useState } from 'react';

type Handlers = Readonly<Record<string, (...values: never[]) => unknown>>;

/**
 * The same functions for as long as the component lives, that do what the latest ones would. For what is drawn again
 * whenever it is given another handler: nodes of the canvas in each frame of a drag, tools of a trace with each run.
 * Names stay as they are.
 */
export function useSteadyHandlers<Given extends Handlers>(handlers: Given): Given {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  const [steady] = useState(() => {
    const pairs = Object.keys(handlers).map(name => [
      name,
      (...values: never[]) => latest.current[name]?.(...values),
    ]);
    return Object.fromEntries(pairs) as Given; // the same names, and each passes on what it is given
  });
  return steady;
}
