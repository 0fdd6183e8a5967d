import { type RefObject, useEffect, useRef } from 'react';

/** A part of the page that knows more than it has drawn, or where the page itself cannot look. */
export interface Findable {
  /** How many places of it hold the words. */
  readonly find: (words: string) => number;
  /** Brings one of them into sight; the element that it stands in, if it is one. */
  readonly show: (at: number) => Promise<Element | undefined> | Element | undefined;
  /** Called when nothing is looked for any more. */
  readonly end?: () => void;
  /** What of it cannot be looked through here. */
  readonly note?: string;
}

/** By the element that each stands for; what is drawn in it is not looked through again. */
const findables = new WeakMap<Element, Findable>();
const beginning = 'weft:finding';

export const findableAt = (element: Element): Findable | undefined => findables.get(element);

/** Lists that grow as they are scrolled draw the rest. */
export function beginFinding(): void {
  window.dispatchEvent(new Event(beginning));
}

/** Does something as soon as somebody looks for words in the page. */
export function useWhenFinding(act: () => void): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const listener = () => latest.current();
    window.addEventListener(beginning, listener);
    return () => window.removeEventListener(beginning, listener);
  }, []);
}

/** Lets words be found in a part of the page by asking it; undefined where what is drawn is all there is. */
export function useFindable(root: RefObject<Element | null>, findable: Findable | undefined): void {
  useEffect(() => {
    const element = root.current;
    if (!element || !findable) return undefined;
    findables.set(element, findable);
    return () => {
      if (findables.get(element) === findable) findables.delete(element);
    };
  }, [root, findable]);
}
