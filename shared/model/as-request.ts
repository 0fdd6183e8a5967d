import type { ContextRequest } from './request.ts';

/**
 * A value under the type of a request: it was judged before (then the value itself goes on, since a copy would lose keys
 * such as `__proto__`), or goes to who judges it and tells all that is wrong with it.
 */
export const asRequest = (value: unknown): ContextRequest => value as ContextRequest;
