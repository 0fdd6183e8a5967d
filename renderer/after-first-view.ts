import { type ComponentType, createElement, useEffect, useState } from 'react';

/** So late, the first view is there, and so early, somebody is there to fetch from. */
const latestMs = 3000;
const signs = ['keydown', 'pointermove', 'pointerdown', 'dragenter', 'hashchange'] as const;

/** Does something once, when the user first stirs, and soon in any case: nothing holds the first view up. Returns how to call it off. */
function afterFirstView(act: () => void): () => void {
  const stop = () => {
    clearTimeout(timer);
    for (const sign of signs) window.removeEventListener(sign, begin, true);
  };
  const begin = () => {
    stop();
    act();
  };
  const timer = setTimeout(begin, latestMs);
  for (const sign of signs) window.addEventListener(sign, begin, true);
  return stop;
}

/** A part that holds the first view up as little. */
export function AfterFirstView({ Content }: { readonly Content: ComponentType }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => afterFirstView(() => setDue(true)), []);
  return isDue ? createElement(Content) : null;
}
