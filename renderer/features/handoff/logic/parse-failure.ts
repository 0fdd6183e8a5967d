import type { Failure } from '../../../../shared/model/handoff.ts';

const mostMessage = 20_000;
const mostType = 200;
/** `TypeError: message`, `java.io.IOException: message`, `E0308: message`. */
const leadingType = /^\s*(?:Uncaught\s+)?([A-Za-z_][\w.$:]*[\w])\s*:\s+(\S.*)$/s;

/**
 * A failure as it was pasted: the type before the first colon unless one is given, its first line as message, what
 * follows as stack. Undefined while there is no message or no type.
 */
export function parseFailure(text: string, givenType: string): Failure | undefined {
  const [, foundType, afterType] = leadingType.exec(text) ?? [];
  const type = givenType.trim() === '' ? foundType : givenType.trim();
  const isTypeWritten = foundType !== undefined && (foundType === type || givenType.trim() === '');
  const rest = (isTypeWritten ? (afterType ?? '') : text).trim();
  const [message = '', ...stack] = rest.split('\n');
  if (type === undefined || message.trim() === '') return undefined;
  return {
    error_type: type.slice(0, mostType),
    message: message.trim().slice(0, mostMessage),
    ...(stack.length > 0 && { stack: stack.join('\n').slice(0, 100_000) }),
  };
}
