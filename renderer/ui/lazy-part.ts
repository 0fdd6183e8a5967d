import { type ComponentType, createElement, useEffect, useReducer } from 'react';

/**
 * A component that is loaded when it is first shown, with nothing in its place until then. React's own `lazy` shows
 * what has come up to 0.3 s later, so that a page does not flicker; what a view reads would wait for that as well. What
 * `preload` has fetched before is drawn at once. What cannot be loaded fails the part of the page that shows it, unless
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
    useEffect(() => {
      state.failure = undefined;
      const waits = { on: state.part === undefined };
      void begin().then(() => waits.on && draw());
      return () => {
        waits.on = false;
      };
    }, []);
    // Of what is shown for the first time, the failure was another's.
    if (draws > 0 && state.failure !== undefined && !isMissable) throw state.failure.error;
    return state.part === undefined ? null : createElement(state.part, props);
  }
  return Object.assign(LazyPart, { preload: begin });
}
