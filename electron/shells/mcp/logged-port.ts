import type { WeftPort } from './weft-port.ts';

/** The same Weft, with a line of log for every call: for whoever looks for what an agent did. */
export function loggedPort(
  weft: WeftPort,
  log: (message: string, fields: Readonly<Record<string, unknown>>) => void,
): WeftPort {
  return {
    follow: weft.follow,
    async dispatch(caller, name, input) {
      const started = performance.now();
      const reply = await weft.dispatch(caller, name, input);
      const outcome = reply.ok ? 'ok' : reply.error.code;
      log('a call was answered', { procedure: name, outcome, ms: Math.round(performance.now() - started) });
      return reply;
    },
  };
}
