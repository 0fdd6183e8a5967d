/** Does something once the page has nothing else to do. */
export const whenIdle = (act: () => void): void => void (globalThis.requestIdleCallback ?? setTimeout)(act);
