/** What is known of a request before anything of it is believed. `rawHeaders` alternates names and values as they came. */
export interface RequestHead {
  readonly method: string;
  readonly target: string;
  readonly rawHeaders: readonly string[];
  readonly remote: string | undefined;
  readonly upgrade: boolean;
}

export interface GateRules {
  /** Every spelling of this server's own Host, e.g. `127.0.0.1:4747`. */
  readonly hosts: ReadonlySet<string>;
  readonly allowRemote: boolean;
  readonly cookieName: string;
  /** True where everybody may look: asked of the router that answers strangers, so that both know the same paths. */
  isOpen(method: string, path: string): boolean;
  isToken(candidate: string): boolean;
  isSession(candidate: string): boolean;
}

/** Who asks. `page` gets what is open to all and nothing else, `unproven` is a socket whose first message must be the token. */
type Visitor = 'page' | 'token' | 'browser' | 'unproven';

export type Refusal = {
  readonly ok: false;
  readonly status: 400 | 401 | 403 | 405 | 415 | 421;
  readonly reason: string;
};
export type Verdict = { readonly ok: true; readonly visitor: Visitor } | Refusal;

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];
/** Of these a second one would let two readers disagree about who is asking. */
const singleHeaders = [
  'origin',
  'authorization',
  'content-type',
  'content-length',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
];

/** The one gate of the loopback server, for requests and upgrades alike. Pure: same head, same verdict. */
export function judge(head: RequestHead, rules: GateRules): Verdict {
  const headers = collectHeaders(head.rawHeaders);
  const refusal = judgeAddress(head, headers, rules) ?? judgeOrigin(head, headers) ?? judgeMethod(head);
  if (refusal !== undefined) return refusal;
  const reading = readTarget(head.target);
  if ('refused' in reading) return refuse(400, reading.refused);
  return judgeVisitor({ ...head, path: reading.path }, headers, rules);
}

/** A head whose target was read: from here on only the path counts. */
interface ReadHead extends RequestHead {
  readonly path: string;
}

type Headers = ReadonlyMap<string, readonly string[]>;

function judgeAddress(head: RequestHead, headers: Headers, rules: GateRules): Refusal | undefined {
  if (!rules.allowRemote && !isLoopback(head.remote)) return refuse(403, 'only this machine may ask');
  // An absolute-form target names its own host, which Node would prefer over the header.
  if (!/^\/(?![/\\])/.test(head.target))
    return refuse(421, 'the request target must start with a single "/"');
  const hosts = headers.get('host') ?? [];
  if (hosts.length !== 1) return refuse(421, `exactly one Host header is needed, there are ${hosts.length}`);
  if (!rules.hosts.has(only(hosts))) return refuse(421, 'the Host header does not name this server');
  const twice = singleHeaders.find(name => (headers.get(name)?.length ?? 0) > 1);
  return twice === undefined ? undefined : refuse(403, `the header ${twice} may appear once only`);
}

/** No page of another origin is legitimate, whatever it knows; it may only lead its visitor to the studio, as a link does. */
function judgeOrigin(head: RequestHead, headers: Headers): Refusal | undefined {
  const origin = headers.get('origin');
  if (origin && only(origin) !== ownOrigin(headers)) return refuse(403, 'pages of other origins may not ask');
  const site = headers.get('sec-fetch-site');
  if (site && !['same-origin', 'none'].includes(only(site)) && !isVisit(head, headers))
    return refuse(403, 'pages of other sites may not ask');
  return undefined;
}

/**
 * The studio's first page, loaded as a page of its own: never framed, never read by who led there. The private file
 * through which a browser is opened is another site to the browser.
 */
function isVisit({ method, target, upgrade }: RequestHead, headers: Headers): boolean {
  const says = (name: string, value: string) => only(headers.get(name) ?? []) === value;
  const isPage = method === 'GET' && target === '/' && !upgrade && !headers.has('origin');
  return isPage && says('sec-fetch-mode', 'navigate') && says('sec-fetch-dest', 'document');
}

function judgeMethod(head: RequestHead): Refusal | undefined {
  if (head.method === 'OPTIONS') return refuse(403, 'there is no CORS here');
  return methods.includes(head.method)
    ? undefined
    : refuse(405, `the method ${head.method} is not known here`);
}

function judgeVisitor(head: ReadHead, headers: Headers, rules: GateRules): Verdict {
  const isRead = head.method === 'GET' || head.method === 'HEAD';
  if (isRead && !head.upgrade && rules.isOpen(head.method, head.path)) return { ok: true, visitor: 'page' };
  const visitor = identify(head, headers, rules);
  if (visitor === undefined) {
    return refuse(
      401,
      isOwnPage(headers)
        ? 'Weft does not know this page. Open the address that it printed when it was started last; what is not saved stays here.'
        : 'send the token of this launch as "Authorization: Bearer ...", or open the printed address',
    );
  }
  if (!isRead && head.method !== 'DELETE' && !isEmpty(headers) && !isJson(headers)) {
    return refuse(415, 'the body must be sent as content-type application/json');
  }
  return { ok: true, visitor };
}

function identify(head: ReadHead, headers: Headers, rules: GateRules): Visitor | undefined {
  const authorization = headers.get('authorization');
  if (authorization) {
    // Schemes are compared without case: RFC 9110, 11.1.
    const token = /^Bearer +([^\s]+)$/i.exec(only(authorization))?.[1];
    return token !== undefined && rules.isToken(token) ? 'token' : undefined;
  }
  if (!head.upgrade && head.method === 'POST' && rules.isOpen(head.method, head.path))
    return isOwnPage(headers) ? 'page' : undefined;
  const session = readCookie(headers, rules.cookieName);
  if (session !== undefined) return isOwnPage(headers) && rules.isSession(session) ? 'browser' : undefined;
  return head.upgrade && !headers.has('origin') ? 'unproven' : undefined;
}

/** The cookie counts only from the studio's own pages: browsers send it to every port of this machine. */
function isOwnPage(headers: Headers): boolean {
  const origin = headers.get('origin');
  if (origin) return only(origin) === ownOrigin(headers);
  const site = headers.get('sec-fetch-site');
  return site !== undefined && only(site) === 'same-origin';
}

function ownOrigin(headers: Headers): string {
  return `http://${only(headers.get('host') ?? [])}`;
}

/** No body and no word about one: a call whose input is all in its path. */
function isEmpty(headers: Headers): boolean {
  const said = ['content-type', 'transfer-encoding'].some(name => headers.has(name));
  return !said && only(headers.get('content-length') ?? ['0']) === '0';
}

function isJson(headers: Headers): boolean {
  return /^application\/json(?:\s*;\s*charset="?utf-8"?)?$/i.test(only(headers.get('content-type') ?? []));
}

/** The value of a cookie that is there exactly once. */
function readCookie(headers: Headers, name: string): string | undefined {
  const values = (headers.get('cookie') ?? [])
    .flatMap(line => line.split(';'))
    .map(pair => pair.trim())
    .filter(pair => pair.startsWith(`${name}=`))
    .map(pair => pair.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
}

function collectHeaders(rawHeaders: readonly string[]): Headers {
  const headers = new Map<string, string[]>();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    headers.set(name, [...(headers.get(name) ?? []), rawHeaders[index + 1] ?? '']);
  }
  return headers;
}

function isLoopback(remote: string | undefined): boolean {
  return remote !== undefined && /^(?:(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/.test(remote);
}

function only(values: readonly string[]): string {
  return values.length === 1 ? (values[0] ?? '') : '';
}

function refuse(status: Refusal['status'], reason: string): Refusal {
  return { ok: false, status, reason };
}

/** Where a request goes, read once: the gate judges `path`, and the router gets the very text that was judged. */
interface RequestTarget {
  /** Absolute, without query, escapes as they were sent. */
  readonly path: string;
}

/** A target that can be read in one way only, or the reason why it is refused. */
type TargetReading = RequestTarget | { readonly refused: string };

/**
 * Reads a request target in origin form. Refused is whatever another reader could take for another path: what
 * changes by normalising (dot segments, doubled slashes, backslashes, needless escapes), what changes by decoding
 * once more, and what is no part of a target at all (fragments, controls).
 */
export function readTarget(target: string): TargetReading {
  if (!/^\/[!-~]*$/.test(target)) return { refused: 'the request target must be an absolute path in ASCII' };
  // Most paths are so plain that there is nothing to read in two ways.
  if (/^(?:\/[A-Za-z0-9_-]+)+$/.test(target)) return { path: target };
  if (target.includes('#')) return { refused: 'the request target must have no fragment' };
  const path = target.split('?', 1)[0] ?? '';
  const segments = path.slice(1).split('/');
  if (segments.some((segment, index) => segment === '' && index < segments.length - 1))
    return { refused: 'the request target must have no doubled slash' };
  if (!isNormal(path) || !segments.every(isPlain))
    return {
      refused: `the path must be written plainly, without dot segments and needless escapes; ${instead}`,
    };
  return { path };
}

const instead = 'POST /procedures/<name> takes any name in its body';

/** What a URL parser leaves as it is. */
function isNormal(path: string): boolean {
  return URL.canParse(path, 'http://host') && new URL(path, 'http://host').pathname === path;
}

/** Escapes stand only for what needs them, and never for what could be structure to whoever decodes them. */
function isPlain(segment: string): boolean {
  if (/%(?![0-9A-Fa-f]{2})/.test(segment)) return false;
  const escaped = [...segment.matchAll(/%(..)/g)].map(([, hex = '']) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  if (
    escaped.some(character => /[A-Za-z0-9._~/\\-]/.test(character) || character < ' ' || character === '\x7f')
  )
    return false;
  const decoded = decode(segment);
  return decoded !== undefined && !/%[0-9A-Fa-f]{2}/.test(decoded);
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined; // no UTF-8
  }
}
