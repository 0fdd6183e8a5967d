import './bridge.ts';

/**
 * Exchanges the one-time code of the printed address for this browser's cookie; to be awaited before the first call.
 * A used or missing code is told by the first call that is refused, unless the cookie is there already.
 */
export async function startSession(): Promise<void> {
  const code = /^#code=([\w-]+)$/.exec(window.location.hash)?.[1];
  if (window.weft || code === undefined) return;
  // Out of the address bar and the history before anything else: it is spent either way.
  window.history.replaceState(null, '', window.location.pathname);
  await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  }).catch(() => undefined);
}
