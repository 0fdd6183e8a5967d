import { contract, isProcedureName } from '../../../shared/contract/contract.ts';
import type { Reply } from '../../../shared/contract/errors.ts';
import type { App } from '../../services/app.ts';
import { dispatch } from '../../services/dispatch.ts';
import type { Dispatch } from '../../shells/dispatch-port.ts';
import { portOfApp } from '../../shells/mcp/port-of-app.ts';
import type { WeftPort } from '../../shells/mcp/weft-port.ts';
import { findRunningWeft, type RunningWeft } from './running-weft.ts';

export interface McpWeft extends WeftPort {
  close(): void;
}

/**
 * The Weft behind `weft mcp`: the process that has the project open, where there is one, else this one. One
 * process writes the database of a project (F7), so a `busy` of our own is a reason to look for the other.
 */
export function createMcpWeft(app: App, project: string | null): McpWeft {
  const own = portOfApp((caller, name, input) => dispatch(app, caller, name, input), app.events.subscribe);
  const state: { other: Promise<RunningWeft | undefined> | undefined } = { other: undefined };
  const lookAgain = (): Promise<RunningWeft | undefined> => {
    state.other =
      project === null ? Promise.resolve(undefined) : findRunningWeft(app.options.userDataDir, project);
    return state.other;
  };
  const other = () => state.other ?? lookAgain();
  const leave = async (): Promise<void> => {
    (await state.other)?.close();
    state.other = undefined;
  };
  const askHere: Dispatch = async (...call) => {
    const reply = await own.dispatch(...call);
    if (!isBusy(reply)) return reply;
    const answer = await (await lookAgain())?.ask(...call);
    return answer === undefined || typeof answer === 'string' ? reply : answer;
  };
  const askAgain: Dispatch = async (...call) => {
    await leave();
    const answer = await (await other())?.ask(...call);
    return answer === undefined || typeof answer === 'string' ? own.dispatch(...call) : answer;
  };
  return {
    async dispatch(...call) {
      const there = await other();
      const answer = there === undefined ? await askHere(...call) : await there.ask(...call);
      if (typeof answer !== 'string') return answer;
      if (answer === 'absent' || isRead(call[1])) return askAgain(...call);
      await leave();
      return unsure;
    },
    follow: async (requestId, listener) => ((await other()) ?? own).follow(requestId, listener),
    close: () => void leave(),
  };
}

const isBusy = (reply: Reply<unknown>): boolean => !reply.ok && reply.error.code === 'busy';

const isRead = (name: string): boolean => isProcedureName(name) && contract[name].access === 'read';

/** A write is not sent twice: the first may have arrived. */
const unsure: Reply<unknown> = {
  ok: false,
  error: {
    code: 'busy',
    message: 'the Weft that had this project open has gone; look whether the change was made, then ask again',
  },
};
