import {
  type ComponentType,
  createContext,
  createElement,
  type ReactNode,
  use,
  useEffect,
  useReducer,
} from 'react';

/** What stands in the place of a part that comes once there is somebody to load it from. Within a part: nothing. */
export const InsteadOfPart = createContext<ReactNode>(null);

const reach = { isGone: false, attempts: new Set<() => void>() };

/** Told whether there is somebody to load parts from; as soon as there is, what is missing comes by itself. */
export function setPartsInReach(isInReach: boolean): void {
  reach.isGone = !isInReach;
  for (const attempt of [...reach.attempts]) attempt();
}

/**
 * A component that is loaded when it is first shown, with nothing in its place until then. React's own `lazy` shows
 * what has come up to 0.3 s later, so that a page does not flicker, and never tries again what once failed; what a view
 * reads would wait for that as well. What `preload` has fetched before is drawn at once. What cannot be loaded since
 * nobody is there comes later. What cannot be loaded for another reason fails the part of the page that shows it, unless
 * that is worth showing without it (`isMissable`): then nothing is in its place until it is shown again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isMissable = false }: { readonly isMissable?: boolean } = {},
) {
  const state: {
    loading?: Promise<void> | undefined;
    part?: ComponentType<Props>;
    failure?: { readonly error: unknown } | undefined;
  } = {};
  const begin = (): Promise<void> => {
    state.loading ??= load().then(
      part => {
        state.part = part;
      },
      (error: unknown) => {
        state.failure = { error };
        // Whoever shows it again tries again.
        state.loading = undefined;
      },
    );
    return state.loading;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, where a module begins.
  function LazyPart(props: Props) {
    const [draws, draw] = useReducer((count: number) => count + 1, 0);
    const instead = use(InsteadOfPart);
    useEffect(() => {
      const waits = { on: state.part === undefined };
      const attempt = () => {
        if (!waits.on || state.part !== undefined) return;
        // What is shown for the first time, or once more, has not failed: that was another's.
        state.failure = undefined;
        void begin().then(() => waits.on && draw());
      };
      attempt();
      reach.attempts.add(attempt);
      return () => {
        waits.on = false;
        reach.attempts.delete(attempt);
      };
    }, []);
    if (state.part !== undefined)
      return createElement(InsteadOfPart, { value: null }, createElement(state.part, props));
    if (draws === 0 || state.failure === undefined || isMissable) return null;
    if (reach.isGone) return instead;
    throw state.failure.error;
  }
  return Object.assign(LazyPart, { preload: begin });
}
