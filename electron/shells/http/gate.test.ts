import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCredentials } from './credentials.ts';
import { type GateRules, judge, type RequestHead, readTarget } from './gate.ts';
import { createOpenRoutes, isOpenRoute } from './routes.ts';

const token = 'right-token';
const session = 'right-session';
const open = createOpenRoutes({
  dispatch: async () => ({ ok: true, value: {} }),
  credentials: createCredentials(token),
  cookieName: 'weft-session-4747',
  bundleDir: '/nowhere',
  sdkDir: '/nowhere',
  version: '1.2.3',
  mcp: async () => new Response(),
  logFailure: () => {},
});
const rules: GateRules = {
  isOpen: (method, path) => isOpenRoute(open, method, path),
  hosts: new Set(['127.0.0.1:4747', 'localhost:4747']),
  allowRemote: false,
  cookieName: 'weft-session-4747',
  isToken: candidate => candidate === token,
  isSession: candidate => candidate === session,
};
const own = ['Host', '127.0.0.1:4747'];
const bearer = ['Authorization', `Bearer ${token}`];
const json = ['Content-Type', 'application/json'];
const cookie = ['Cookie', `weft-session-4747=${session}`];
const ownOrigin = ['Origin', 'http://127.0.0.1:4747'];

const routes = [
  ['GET', '/'],
  ['GET', '/assets/index-abc.js'],
  ['GET', '/health'],
  ['POST', '/session'],
  ['POST', '/procedures/engines.list'],
  ['POST', '/context-assembly/assemble'],
  ['POST', '/context-assembly/validate'],
  ['GET', '/context-assembly/memory-types'],
  ['POST', '/context-assembly/evaluate-rules'],
  ['POST', '/context-assembly/required-variables'],
  ['GET', '/context-rule-engine'],
  ['POST', '/context-rule-engine'],
  ['GET', '/context-rule-engine/variables'],
  ['GET', '/context-rule-engine/planning-rules'],
  ['PUT', '/context-rule-engine/planning-rules'],
  ['DELETE', '/context-rule-engine/planning-rules'],
  ['POST', '/context-rule-engine/planning-rules/evaluate'],
  ['POST', '/context-rule-engine/evaluate'],
] as const;

function head(over: Partial<RequestHead> = {}): RequestHead {
  return {
    method: 'POST',
    target: '/procedures/engines.list',
    rawHeaders: [...own, ...bearer, ...json],
    remote: '127.0.0.1',
    upgrade: false,
    ...over,
  };
}

const statusOf = (over: Partial<RequestHead>) => {
  const verdict = judge(head(over), rules);
  return verdict.ok ? verdict.visitor : verdict.status;
};

/** Heads that no request may come through with, even one that carries the right token. */
const hostileHeads: readonly (readonly [string, readonly string[], number])[] = [
  ['a foreign Host', ['Host', 'evil.example:4747'], 421],
  ['the address that means any', ['Host', '0.0.0.0:4747'], 421],
  ['no Host', [], 421],
  ['an empty Host', ['Host', ''], 421],
  ['two Hosts, the own one first', [...own, 'Host', 'evil.example'], 421],
  ['two Hosts, the own one last', ['Host', 'evil.example', ...own], 421],
  ['twice the own Host', [...own, ...own], 421],
  ['another port', ['Host', '127.0.0.1:4748'], 421],
  ['no port', ['Host', '127.0.0.1'], 421],
  ['a trailing dot', ['Host', 'localhost.:4747'], 421],
  ['an IPv6 form of the address', ['Host', '[::ffff:127.0.0.1]:4747'], 421],
  ['a loopback address that is not served', ['Host', '[::1]:4747'], 421],
  ['a decimal form of the address', ['Host', '2130706433:4747'], 421],
  ['a foreign Origin', [...own, 'Origin', 'http://evil.example'], 403],
  ['the null Origin', [...own, 'Origin', 'null'], 403],
  ['an empty Origin', [...own, 'Origin', ''], 403],
  ['the Origin of another port here', [...own, 'Origin', 'http://127.0.0.1:3000'], 403],
  ['the own Origin over TLS', [...own, 'Origin', 'https://127.0.0.1:4747'], 403],
  ['two Origins', [...own, ...ownOrigin, 'Origin', 'http://evil.example'], 403],
  ['a cross-site fetch', [...own, 'Sec-Fetch-Site', 'cross-site'], 403],
  ['a same-site fetch', [...own, 'Sec-Fetch-Site', 'same-site'], 403],
  ['two sites', [...own, 'Sec-Fetch-Site', 'none', 'Sec-Fetch-Site', 'cross-site'], 403],
];

describe('hostile heads reach no route', () => {
  it.each(hostileHeads)('%s', (_, headers, status) => {
    const upgrades = [{ method: 'GET', target: '/events', upgrade: true }];
    const all = [...routes.map(([method, target]) => ({ method, target, upgrade: false })), ...upgrades];
    const rawHeaders = [...headers, ...bearer, ...json];
    expect(all.map(over => statusOf({ ...over, rawHeaders }))).toEqual(all.map(() => status));
  });

  it.each(['http://127.0.0.1:4747/health', '//evil.example/', '/\\evil.example', '*', '', 'health'])(
    'the target %j',
    target => expect(statusOf({ target })).toBe(421),
  );

  it.each(['/assets/../context-rule-engine', '/assets/%2e%2e/context-rule-engine', '/health#x', '/a//b'])(
    'the target %j, which means two things',
    target => {
      const rawHeaders = [...own, ...bearer, ...json];
      expect(['GET', 'POST'].map(method => statusOf({ method, target, rawHeaders }))).toEqual([400, 400]);
    },
  );

  it.each(['192.168.1.20', '::ffff:10.0.0.1', '127.0.0.1.evil', undefined])('a request from %s', remote =>
    expect(statusOf({ remote })).toBe(403),
  );

  it.each(['OPTIONS', 'PATCH', 'TRACE', 'CONNECT', 'get', 'PROPFIND'])('the method %s', method =>
    expect([403, 405]).toContain(statusOf({ method })),
  );

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json, text/plain',
    'application/jsonx',
    'application/json; charset=utf-7',
    '',
  ])('a body sent as %j', type =>
    expect(statusOf({ rawHeaders: [...own, ...bearer, 'Content-Type', type] })).toBe(415),
  );

  it.each([[], ['Content-Length', '0']])('a call that has no body needs no word about one: %j', (...length) =>
    expect(statusOf({ rawHeaders: [...own, ...bearer, ...length] })).toBe('token'),
  );

  it.each([
    ['Content-Length', '2'],
    ['Transfer-Encoding', 'chunked'],
  ])('a body of which nobody says what it is: %s: %s', (...said) =>
    expect(statusOf({ rawHeaders: [...own, ...bearer, ...said] })).toBe(415),
  );

  it('a method override is only a header or a parameter like any other', () => {
    const rawHeaders = [...own, 'X-HTTP-Method-Override', 'DELETE'];
    expect(statusOf({ method: 'GET', target: '/context-rule-engine/a?_method=DELETE', rawHeaders })).toBe(
      401,
    );
  });
});

describe('only the right token opens', () => {
  const wrong: readonly (readonly [string, readonly string[]])[] = [
    ['no token', []],
    ['an empty one', ['Authorization', 'Bearer ']],
    ['a prefix', ['Authorization', `Bearer ${token.slice(0, -1)}`]],
    ['another case', ['Authorization', `Bearer ${token.toUpperCase()}`]],
    ['one character off', ['Authorization', 'Bearer right-tokeo']],
    ['another scheme', ['Authorization', `Basic ${token}`]],
    ['no scheme', ['Authorization', token]],
    ['two tokens', [...bearer, 'Authorization', 'Bearer other']],
    ['the token as cookie', ['Cookie', `weft-session-4747=${token}`, ...ownOrigin]],
    ['the cookie without its page', cookie],
    ['the cookie from a typed address', [...cookie, 'Sec-Fetch-Site', 'none']],
    ['a wrong cookie', ['Cookie', 'weft-session-4747=other', ...ownOrigin]],
    ['the cookie twice', ['Cookie', `weft-session-4747=other; weft-session-4747=${session}`, ...ownOrigin]],
    ['the cookie of another port', ['Cookie', `weft-session-4748=${session}`, ...ownOrigin]],
    ['a wrong token beside the right cookie', ['Authorization', 'Bearer x', ...cookie, ...ownOrigin]],
  ];

  it.each(wrong)('%s is refused', (name, headers) => {
    const rawHeaders = [...own, ...headers, ...json];
    expect(statusOf({ rawHeaders })).toBe(name === 'two tokens' ? 403 : 401);
  });

  it.each(['Bearer', 'bearer', 'BEARER', 'Bearer  '])('whatever the case of its scheme: "%s"', scheme => {
    expect(statusOf({ rawHeaders: [...own, 'Authorization', `${scheme} ${token}`, ...json] })).toBe('token');
  });

  it('a token in the query string counts for nothing', () => {
    expect(
      statusOf({ target: `/procedures/engines.list?token=${token}`, rawHeaders: [...own, ...json] }),
    ).toBe(401);
  });

  it('a socket with a wrong token is refused, one without proves itself later', () => {
    const socket = { method: 'GET', target: '/events', upgrade: true };
    expect([
      statusOf({ ...socket, rawHeaders: [...own, 'Authorization', 'Bearer wrong'] }),
      statusOf({ ...socket, rawHeaders: own }),
      statusOf({ ...socket, rawHeaders: [...own, ...ownOrigin] }),
      statusOf({ ...socket, rawHeaders: [...own, ...ownOrigin, ...cookie] }),
      statusOf({ ...socket, rawHeaders: [...own, ...bearer] }),
    ]).toEqual([401, 'unproven', 401, 'browser', 'token']);
  });
});

describe('legitimate visitors', () => {
  it.each([
    ['the token', head(), 'token'],
    ['the studio in a browser', head({ rawHeaders: [...own, ...json, ...cookie, ...ownOrigin] }), 'browser'],
    [
      'a typed address',
      head({ method: 'GET', target: '/', rawHeaders: [...own, 'Sec-Fetch-Site', 'none'] }),
      'page',
    ],
    ['the code exchange', head({ target: '/session', rawHeaders: [...own, ...json, ...ownOrigin] }), 'page'],
    [
      'the other spelling of the host',
      head({ rawHeaders: ['host', 'localhost:4747', ...bearer, ...json] }),
      'token',
    ],
    [
      'a charset',
      head({ rawHeaders: [...own, ...bearer, 'content-type', 'application/json; charset=UTF-8'] }),
      'token',
    ],
  ] as const)('%s', (_, request, visitor) => {
    expect(judge(request, rules)).toEqual({ ok: true, visitor });
  });

  it('whom another site leads to the studio gets its first page and nothing else', () => {
    const led = [...own, 'Sec-Fetch-Site', 'cross-site'];
    const visit = [...led, 'Sec-Fetch-Mode', 'navigate', 'Sec-Fetch-Dest', 'document'];
    const get = (target: string, rawHeaders: readonly string[]) =>
      statusOf({ method: 'GET', target, rawHeaders });
    expect([
      get('/', visit),
      get('/', [...visit, ...cookie, ...bearer]),
      get('/', led),
      get('/', [...led, 'Sec-Fetch-Mode', 'navigate', 'Sec-Fetch-Dest', 'iframe']),
      get('/', [...led, 'Sec-Fetch-Mode', 'no-cors', 'Sec-Fetch-Dest', 'document']),
      get('/', [...visit, 'Sec-Fetch-Dest', 'document']),
      get('/', [...visit, 'Origin', 'null']),
      get('/health', visit),
      get('/?x', visit),
      get('/context-rule-engine', [...visit, ...bearer]),
      statusOf({ target: '/', rawHeaders: [...visit, ...json] }),
      statusOf({ method: 'GET', target: '/', rawHeaders: visit, upgrade: true }),
    ]).toEqual(['page', 'page', ...Array.from({ length: 10 }, () => 403)]);
  });

  it('the code exchange is for the own page only', () => {
    expect(statusOf({ target: '/session', rawHeaders: [...own, ...json] })).toBe(401);
  });
});

const isRead = (target: string) => 'path' in readTarget(target);

describe('a request target', () => {
  it.each([
    ['/', '/'],
    ['/context-rule-engine', '/context-rule-engine'],
    ['/context-rule-engine/', '/context-rule-engine/'],
    ['/health?at=1/../2', '/health'],
    ['/context-rule-engine/a/rules/two%20words', '/context-rule-engine/a/rules/two%20words'],
    ['/context-rule-engine/a/rules/%C3%A4', '/context-rule-engine/a/rules/%C3%A4'],
    ['/context-rule-engine/a/rules/100%25', '/context-rule-engine/a/rules/100%25'],
    ['/context-rule-engine/a/rules/a:b@c,d', '/context-rule-engine/a/rules/a:b@c,d'],
    ['/context-rule-engine/a/rules/...', '/context-rule-engine/a/rules/...'],
  ])('%j leads to %j', (target, path) => expect(readTarget(target)).toEqual({ path }));

  it.each([
    '',
    '*',
    'health',
    'http://127.0.0.1/health',
    '/a/../b',
    '/a/./b',
    '/a/..',
    '/.',
    '/a/%2e%2e/b',
    '/a/.%2E/b',
    '/a/%252e%252e/b',
    '/a%2f..%2fb',
    '/a%5c..%5cb',
    '/a\\..\\b',
    '//a',
    '/a//b',
    '/a//',
    '/%61',
    '/a%',
    '/a%zz',
    '/a%c0%ae%c0%ae',
    '/a%00',
    '/a%0d%0a',
    '/a%7f',
    '/a\0',
    '/a b',
    '/a\tb',
    '/ä',
    '/a#b',
    '/a?b#c',
    '/a{b}',
    '/a"b',
  ])('%j is refused', target => expect(isRead(target)).toBe(false));

  it('that is read means the same to every reader', () => {
    const piece = fc.constantFrom(
      'a',
      '.',
      '..',
      '/',
      '\\',
      '%',
      '2e',
      '2F',
      '25',
      '00',
      '5c',
      '?',
      '#',
      ';',
      'A',
      ' ',
    );
    const anything = fc.array(piece, { maxLength: 12 }).map(pieces => `/${pieces.join('')}`);
    fc.assert(
      fc.property(anything, target => {
        const reading = readTarget(target);
        if (!('path' in reading)) return;
        const { pathname } = new URL(target, 'http://host');
        const decoded = reading.path.split('/').map(decodeURIComponent);
        expect(pathname).toBe(reading.path);
        expect(
          new URL(decoded.map(encodeURIComponent).join('/'), 'http://host').pathname
            .split('/')
            .map(decodeURIComponent),
        ).toEqual(decoded);
        expect(decoded.filter(segment => /[/\\\0]|^\.\.?$/.test(segment))).toEqual([]);
      }),
      { numRuns: 5000 },
    );
  });
});
