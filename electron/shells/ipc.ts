import { failedReply, type Reply } from '../../shared/contract/errors.ts';
import { payloadLimitBytes } from '../../shared/contract/payload-limit.ts';
import type { Caller } from '../services/project/call.ts';
import { channels, isAppUrl } from './channels.ts';
import type { Dispatch } from './dispatch-port.ts';

/** What is needed of Electron's `WebFrameMain`. Reading a disposed frame throws. */
export interface FrameLike {
  readonly url: string;
  readonly parent: FrameLike | null;
  readonly detached: boolean;
}

export interface IpcEventLike {
  readonly senderFrame: FrameLike | null;
}

/** What is needed of Electron's `ipcMain`. */
interface IpcMainLike {
  handle(channel: string, listener: (event: IpcEventLike, ...values: unknown[]) => Promise<unknown>): void;
}

const caller: Caller = { door: 'ipc', access: 'write' };

/** Lets the studio's own pages call procedures. Who asks is judged before what is asked is looked at. */
export function setupIpc(ipcMain: IpcMainLike, dispatch: Dispatch): void {
  ipcMain.handle(channels.call, async (event, ...values) => {
    if (!isOwnPage(event)) return failedReply('forbidden', 'only the pages of Weft may call');
    const [name, input] = values;
    if (typeof name !== 'string')
      return failedReply('invalid_input', 'the name of a procedure must be a text');
    if (isLargerThan([name, input], payloadLimitBytes)) {
      return failedReply('too_large', 'the input is larger than 8 MiB, or contains itself');
    }
    return cloneable(await dispatch(caller, name, input));
  });
}

/** The main frame of a page of ours; no sub-frame, no other origin, nothing that is gone. */
function isOwnPage(event: IpcEventLike): boolean {
  try {
    const frame = event.senderFrame;
    return frame?.parent === null && !frame.detached && isAppUrl(frame.url);
  } catch {
    return false;
  }
}

/** A reply that cannot cross would reach the page as an exception with our stack in it. */
function cloneable(reply: Reply<unknown>): Reply<unknown> {
  try {
    return structuredClone(reply);
  } catch {
    return failedReply('internal', 'the result cannot be passed to the window');
  }
}

/** True when the texts, keys and values of `root` come to more than `limit` units; also for a value that contains itself. */
export function isLargerThan(root: unknown, limit: number): boolean {
  // Iterative: what is judged here may be deeper than the stack.
  const pending: unknown[] = [root];
  let units = 0;
  while (pending.length > 0 && units <= limit) {
    const value = pending.pop();
    units += typeof value === 'string' ? value.length + 1 : 1;
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) for (const key of Object.keys(value)) units += key.length;
    for (const child of Object.values(value)) pending.push(child);
  }
  return units > limit;
}
