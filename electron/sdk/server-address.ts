import type { ClientOptions } from './client-types.ts';
import { WeftError } from './weft-error.ts';

/** The server's address without a path; `invalid_input` when there is none to be found. */
export function serverAddress({ url }: ClientOptions): URL {
  const address = url ?? pageAddress();
  if (address === undefined)
    throw new WeftError(
      'invalid_input',
      'give the url that "weft serve" printed, here or as WEFT_URL; there is no page to ask',
    );
  const parsed = URL.canParse(address) ? new URL(address) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol))
    throw new WeftError('invalid_input', `"${address}" is no address such as http://127.0.0.1:4747`);
  return new URL(parsed.origin);
}

/** Whether somebody said where the server is: the caller, the environment, or the page. */
export function hasAddress(options: ClientOptions): boolean {
  return (withEnvironment(options).url ?? pageAddress()) !== undefined;
}

/** What the environment of a program says where it was not told; a page has none. Its token goes to its address only. */
export function withEnvironment(options: ClientOptions): ClientOptions {
  const { WEFT_URL, WEFT_TOKEN } = environment();
  const url = options.url ?? (pageAddress() === undefined ? WEFT_URL : undefined);
  const token = options.token ?? (url !== undefined && url === WEFT_URL ? WEFT_TOKEN : undefined);
  return { ...options, url, token };
}

function environment(): Readonly<Record<string, string | undefined>> {
  const running: unknown = Reflect.get(globalThis, 'process');
  const env: unknown = typeof running === 'object' && running !== null ? Reflect.get(running, 'env') : {};
  return (env ?? {}) as Readonly<Record<string, string | undefined>>; // as every Node has it
}

function pageAddress(): string | undefined {
  // Asked for like this, since Node's own types know no location.
  const location: unknown = Reflect.get(globalThis, 'location');
  return typeof location === 'object' && location !== null && 'origin' in location
    ? String(location.origin)
    : undefined;
}
