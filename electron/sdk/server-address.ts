import type { ClientOptions } from './client-types.ts';
import { WeftError } from './weft-error.ts';

/** The server's address without a path; `invalid_input` when there is none to be found. */
export function serverAddress({ url }: ClientOptions): URL {
  const address = url ?? pageAddress();
  if (address === undefined)
    throw new WeftError('invalid_input', 'give the url that "weft serve" printed; there is no page to ask');
  const parsed = URL.canParse(address) ? new URL(address) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol))
    throw new WeftError('invalid_input', `"${address}" is no address such as http://127.0.0.1:4747`);
  return new URL(parsed.origin);
}

function pageAddress(): string | undefined {
  // Asked for like this, since Node's own types know no location.
  const location: unknown = Reflect.get(globalThis, 'location');
  return typeof location === 'object' && location !== null && 'origin' in location
    ? String(location.origin)
    : undefined;
}
