import type { ClientOptions } from './client-types.ts';
import { WeftError } from './weft-error.ts';

/** What a client was told, completed by the environment. */
interface FoundOptions extends ClientOptions {
  readonly isFromEnvironment: boolean;
}

/** The server's address without a path; `invalid_input` when there is none to be found. */
export function serverAddress({ url, isFromEnvironment }: FoundOptions): URL {
  const address = url ?? pageAddress();
  if (address === undefined)
    throw new WeftError(
      'invalid_input',
      'give the url that "weft serve" printed, here or as WEFT_URL; there is no page to ask',
    );
  const origin = originOf(address);
  if (origin !== undefined) return new URL(origin);
  const whose = isFromEnvironment ? 'WEFT_URL of the environment: ' : '';
  throw new WeftError('invalid_input', `${whose}"${address}" is no address such as http://127.0.0.1:4747`);
}

function originOf(address: string): string | undefined {
  const parsed = URL.canParse(address) ? new URL(address) : undefined;
  return parsed !== undefined && /^https?:$/.test(parsed.protocol) ? parsed.origin : undefined;
}

/** Whether somebody said where the server is: the caller, the environment, or the page. */
export function hasAddress(options: ClientOptions): boolean {
  return (withEnvironment(options).url ?? pageAddress()) !== undefined;
}

/** What the environment of a program says where it was not told; a page has none. Its token goes to its server only. */
export function withEnvironment(options: ClientOptions): FoundOptions {
  const env = environment();
  // Who sets a variable to nothing takes it away.
  const [WEFT_URL, WEFT_TOKEN] = [env.WEFT_URL || undefined, env.WEFT_TOKEN || undefined];
  const isFromEnvironment =
    options.url === undefined && pageAddress() === undefined && WEFT_URL !== undefined;
  const url = options.url ?? (isFromEnvironment ? WEFT_URL : undefined);
  const isItsServer = url !== undefined && WEFT_URL !== undefined && originOf(url) === originOf(WEFT_URL);
  return {
    ...options,
    url,
    token: options.token ?? (isItsServer ? WEFT_TOKEN : undefined),
    isFromEnvironment,
  };
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
