import type { Reply } from '../../shared/contract/errors.ts';
import type { Caller } from '../services/project/call.ts';

/** `dispatch` with its app already given: all that a shell needs of Weft. Never rejects. */
export type Dispatch = (caller: Caller, name: string, input: unknown) => Promise<Reply<unknown>>;
