import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import golden from '../../test/golden/secret-kinds.json' with { type: 'json' };
import { benignLines } from '../../test/support/benign-lines.ts';
import { secretGenerators } from '../../test/support/generated-secrets.ts';
import { propertyRuns, sampled } from '../../test/support/property-runs.ts';
import { createSeededRandom } from '../../test/support/seeded-random.ts';
import { redact, redactInStretches } from './redact.ts';
import { redactValue } from './redact-value.ts';

const seed = Number(globalThis.process?.env.WEFT_SEED ?? 20_261_121);
const perKind = propertyRuns(200, 1 / 4);

const surroundings = [
  (text: string) => text,
  (text: string) => `Please use ${text} for now.`,
  (text: string) => `line one\n  ${text}\nline three`,
  (text: string) => `(${text})`,
];

describe('every kind of secret is caught', () => {
  it.each(golden.kinds.map(({ kind }) => kind))(`%s, ${perKind} generated ones (seed ${seed})`, kind => {
    const generate = secretGenerators[kind];
    if (generate === undefined) throw new Error(`no generator for ${kind}`);
    const random = createSeededRandom(seed + kind.length * 7919);
    const missed: string[] = [];
    for (let round = 0; round < perKind; round += 1) {
      const { text, secret } = generate(random);
      const input = random.pick(surroundings as [(text: string) => string])(text);
      const { text: output, findings } = redact(input);
      const [finding, ...others] = findings;
      const isCaught =
        !output.includes(secret) &&
        finding?.kind === kind &&
        others.length === 0 &&
        output.includes(`[REDACTED:${kind}]`);
      if (!isCaught) missed.push(`${input} -> ${output}`);
    }
    const allowed = kind === 'assignment' ? perKind * 0.02 : 0;
    expect(missed.length, missed.slice(0, 8).join('\n')).toBeLessThanOrEqual(allowed);
  });
});

/** What stands before and behind a secret in prose, code, logs and JSON. */
const before = [
  ' ',
  '\n',
  '\t',
  '(',
  '[',
  '{',
  '<',
  '>',
  '"',
  "'",
  '`',
  '“',
  '=',
  ':',
  ',',
  ';',
  '|',
  '*',
  '**',
  '…',
  '!',
  '?',
];
const beforeInCode = ['\\n', '\\r\\n', '\\t', '\\"', '/', '@', '#', '+', '~', '$', '&'];
const behind = [
  '.',
  '. Next',
  '.\n',
  '...',
  '…',
  ',',
  ';',
  ':',
  '!',
  '?',
  ')',
  ').',
  ']',
  '}',
  '>',
  '"',
  '",',
  "'",
  '`',
  '”',
];
const behindInCode = ['|', '*', '**', '\n', '\\n', '\\"', '@', '#', '~', '&x=1'];

it.each([
  ['before', [...before, ...beforeInCode], (text: string, sign: string) => sign + text],
  ['behind', [...behind, ...behindInCode], (text: string, sign: string) => text + sign],
])(`nothing that stands %s a secret hides it (seed ${seed})`, (_, signs, placed) => {
  const random = createSeededRandom(seed);
  const missed = Object.entries(secretGenerators).flatMap(([kind, generate]) => {
    const { text, secret } = generate(random);
    if (redact(text).text.includes(secret)) return [];
    const hiding = signs.filter(sign => redact(placed(text, sign)).text.includes(secret));
    return hiding.map(sign => `${kind} ${sign}`);
  });
  // In base64, which these are also written in, they are no end of a word.
  const allowed = ['square-token /', 'square-token +'];
  expect(missed.filter(one => !allowed.includes(one))).toEqual([]);
});

const lines = propertyRuns(10_000, 1 / 4);

it(`${lines} benign lines stay as they are`, () => {
  const random = createSeededRandom(seed);
  const changed: string[] = [];
  for (let count = 0; count < lines; count += 1) {
    const line = benignLines[count % benignLines.length]?.(random) ?? '';
    const { text } = redact(line);
    if (text !== line) changed.push(`${line} -> ${text}`);
  }
  expect([...new Set(changed)].slice(0, 10)).toEqual([]);
});

describe('findings', () => {
  const random = createSeededRandom(seed);
  const texts = Object.values(secretGenerators).map(generate => generate(random).text);

  it(`give offsets in the input, in order and without overlap, and explain the output (seed ${seed})`, () => {
    const piece = fc.oneof(fc.constantFrom(...texts), fc.string({ unit: 'grapheme', maxLength: 30 }));
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 8 }),
        fc.constantFrom('pattern_only', 'both'),
        (pieces, mode) => {
          const input = pieces.join(' ');
          const { text, findings } = redact(input, mode);
          let expected = '';
          let end = 0;
          for (const finding of findings) {
            expect(finding.start).toBeGreaterThanOrEqual(end);
            expected += `${input.slice(end, finding.start)}[REDACTED:${finding.kind}]`;
            end = finding.end;
          }
          expect(text).toBe(expected + input.slice(end));
        },
      ),
      { seed },
    );
  });

  it(`find nothing more in a text that was redacted already (seed ${seed})`, () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(texts), chosen => {
        const once = redact(chosen.join('\n')).text;
        expect(redact(once)).toEqual({ text: once, findings: [] });
      }),
      { seed },
    );
  });

  it('are merged where they overlap, the specific kind naming the whole', () => {
    const key = secretGenerators['anthropic-key']?.(random).secret ?? '';
    expect(redact(`API_KEY="${key}"`)).toEqual({
      text: 'API_KEY="[REDACTED:anthropic-key]"',
      findings: [{ kind: 'anthropic-key', start: 9, end: 9 + key.length }],
    });
  });
});

it.each([
  ['password: p@ssw0rd!', 'password: [REDACTED:assignment]'],
  [
    '{"log": "{\\"db_password\\": \\"Ab3dEf6hIj\\", \\"n\\": 1}"}',
    '{"log": "{\\"db_password\\": \\"[REDACTED:assignment]\\", \\"n\\": 1}"}',
  ],
  ["secret = 'a b c 1 2 3'", "secret = '[REDACTED:assignment]'"],
  ['DB_PASSWORD=correcthorse', 'DB_PASSWORD=[REDACTED:assignment]'],
  ['token := "Zk2mXp9LvB"', 'token := "[REDACTED:assignment]"'],
  ['?user=1&access_key=Zk2mXp9LvB&page=2', '?user=1&access_key=[REDACTED:assignment]&page=2'],
  ...['DB_PASS=', 'SMTP_PASS: ', 'db_pass = ', 'pass=', 'passwort: ', 'AUTH_KEY=', 'authKey: '].map(given => [
    `${given}"Zk39sXq81LmPw2"`,
    `${given}"[REDACTED:assignment]"`,
  ]),
  ['MYSQL_PASS=Zk39sXq81LmPw2', 'MYSQL_PASS=[REDACTED:assignment]'],
  ['{ dbPass: "Zk39sXq81LmPw2" }', '{ dbPass: "[REDACTED:assignment]" }'],
  ['mysql --pass Zk39sXq81LmPw2', 'mysql --pass [REDACTED:command-option]'],
  ['pass: 12 of 13 tests', 'pass: 12 of 13 tests'],
  ['compass="Zk39sXq81LmPw2"', 'compass="Zk39sXq81LmPw2"'],
  ['bypass = Zk39sXq81LmPw2', 'bypass = Zk39sXq81LmPw2'],
  ['secondPass: renderShadows', 'secondPass: renderShadows'],
  ['password: required', 'password: required'],
  ['token: getToken()', 'token: getToken()'],
  ['secret: short', 'secret: short'],
])('assignment %j becomes %j', (text, redacted) => {
  expect(redact(text).text).toBe(redacted);
});

it.each([
  [
    'postgres://admin:P@ssw0rd9@db.example.com/app',
    'postgres://admin:[REDACTED:url-password]@db.example.com/app',
  ],
  ['redis://:password@123@cache:6379/0?by=a@b', 'redis://:[REDACTED:url-password]@cache:6379/0?by=a@b'],
  ['amqp://joe:what?n0w#@queue', 'amqp://joe:[REDACTED:url-password]@queue'],
  ['ssh://joe@example.com:2222?as=a@b', 'ssh://joe@example.com:2222?as=a@b'],
  ['https://joe@example.com?to=a@b:c@d', 'https://joe@example.com?to=a@b:c@d'],
])('a password ends at the last @ before the host: %j becomes %j', (text, redacted) => {
  expect(redact(text).text).toBe(redacted);
});

describe('modes', () => {
  const random = createSeededRandom(seed);
  const key = secretGenerators['github-token']?.(random).secret ?? '';
  // 24 different characters, a digit and a capital: random to the entropy rule, unknown to every pattern.
  const unknown = ['q7Wf', 'Zk2m', 'Xp9L', 'vB4n', 'Tc6r', 'Hd3s'].join('');

  it.each([
    ['pattern_only', '[REDACTED:github-token]', unknown],
    ['entropy', '[REDACTED:high-entropy]', '[REDACTED:high-entropy]'],
    ['both', '[REDACTED:github-token]', '[REDACTED:high-entropy]'],
    ['off', key, unknown],
  ] as const)('%s', (mode, first, second) => {
    expect(redact(`${key} ${unknown}`, mode).text.replace(/^ghp.*(?=\[)/, '')).toBe(`${first} ${second}`);
  });

  it('entropy needs 20 characters, more than 0.6 distinct, a digit and a capital', () => {
    const texts = [
      unknown.slice(0, 19),
      unknown.toLowerCase(),
      unknown.replace(/[0-9]/g, 'y'),
      'aB1'.repeat(9),
    ];
    expect(texts.map(text => redact(text, 'entropy').findings)).toEqual([[], [], [], []]);
  });

  it('entropy looks at whole tokens, the longest that can be dense as well', () => {
    const dense = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'];
    const longest = [...dense, ...dense.slice(0, 42)].join(''); // 64 of 106 distinct
    expect(redact(`${longest} ${longest}${longest}`, 'entropy')).toEqual({
      text: `[REDACTED:high-entropy] ${longest}${longest}`,
      findings: [{ kind: 'high-entropy', start: 0, end: 106 }],
    });
  });

  it(`entropy takes random base64 for no path, and a path for nothing random (seed ${seed})`, () => {
    const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const tokens = Array.from({ length: 2000 }, () => random.text(base64, random.between(20, 60)));
    const isSought = (token: string) =>
      new Set(token).size / token.length > 0.6 && /[0-9]/.test(token) && /[A-Z]/.test(token);
    const missed = tokens.filter(token => isSought(token) && redact(token, 'entropy').findings.length === 0);
    // Now and then one reads like a path.
    expect(missed.length, missed.join('\n')).toBeLessThan(5);
    const paths = ['/srv/Data2/uploads/backup', 'src/components/Panel2/index', 'docs/Guide3/how-to-write'];
    expect(paths.flatMap(path => redact(path, 'entropy').findings)).toEqual([]);
  });

  it(`entropy leaves images, integrity strings, UUIDs and ULIDs alone (seed ${seed})`, () => {
    const lines = benignLines.slice(2, 12).map(line => line(random));
    expect(lines.map(line => redact(line, 'entropy').text)).toEqual(lines);
  });
});

it.each([
  ['base64', 'a1B'.repeat(2_000_000)],
  ['base64 of JSON, which begins as a token does', `eyJ${'a1B'.repeat(2_000_000)}`],
])('takes a run of six million characters, %s, for content', (_, text) => {
  expect(redact(text, 'both')).toEqual({ text, findings: [] });
});

/** In the long tier 10 MB of a token, or of what might be one; what exhausts anything does so long before. */
const endlessLetters = propertyRuns(10_000_000, 1 / 5);
const endless = 'aB3dE5fG7hJ9kL1m'.repeat(endlessLetters / 16);

it.each(
  sampled(
    [
      ['github-token', 'ghp_', 0],
      ['openai-key', 'sk-proj-', 0],
      ['github-fine-grained-token', 'github_pat_', 0],
      ['slack-token', 'xoxb-', 0],
      ['stripe-key', 'sk_live_', 0],
      ['gcp-api-key', 'AIza', 0],
      ['gitlab-token', 'glpat-', 0],
      ['bearer-header', 'Authorization: Bearer ', 22],
      ['bearer-header', 'bearer ', 7],
    ] as const,
    3,
  ),
)(`takes a %s of ${endlessLetters} letters out as a whole, after "%s"`, (name, prefix, from) => {
  const { text, findings } = redact(`${prefix}${endless} and more ${prefix}${endless}`);
  const length = prefix.length + endless.length;
  expect(findings).toEqual([0, length + 10].map(at => ({ kind: name, start: at + from, end: at + length })));
  expect(text.replaceAll(`[REDACTED:${name}]`, '*')).toBe(
    [0, 1].map(() => `${prefix.slice(0, from)}*`).join(' and more '),
  );
});

it.each(
  sampled(
    [
      ['Authorization: Bearer my-', 'a'],
      ['Authorization: Basic ', 'a'],
      ['sk-', 'a'],
      ['sk-', 'a-'],
      ['xoxb-', 'x'],
      ['Authorization: Basic ', '='],
    ] as const,
    3,
  ),
)(`${endlessLetters} letters of "%s" and "%s" exhaust nothing`, (prefix, repeated) => {
  expect(redact(prefix + repeated.repeat(endlessLetters / repeated.length), 'both').findings).toEqual([]);
});

it.each([
  '-----BEGIN RSA PRIVATE KEY-----\n',
  'eyJhbGci',
  'sk-',
  'a.b:',
  'https://a:',
  'password=',
  'password="',
  'password = "',
  'password=\\',
  'password=\n',
  'token=a1\n  ',
  'ghp_\n',
  'A_b-9',
  '"private_key": "-----BEGIN PRIVATE KEY-----',
  'data:a;base64,',
  'data:a;base64, password = "Zk2mXp9LvB" ',
  'xoxb-',
  'cookie: a=b;',
  'curl -u a:',
  'login a password ',
  'otpauth://',
  '%41',
  '%2541',
  '\\u0041',
  'a\u200b',
  '"+"',
  'cGFzc3dvcmQ9',
  '-us',
])('in eight times the hostile text about eight times as many letters are looked at: %j', piece => {
  const times = Math.ceil(propertyRuns(20_000) / piece.length);
  const once = lettersLookedAt(() => redact(piece.repeat(times), 'both'));
  const eightTimes = lettersLookedAt(() => redact(piece.repeat(8 * times), 'both'));
  expect(eightTimes).toBeGreaterThan(8 * piece.length * times);
  // Quadratic would be 64 times.
  expect(eightTimes / once).toBeLessThan(12);
});

it('control: a search that begins anew at each place is seen', () => {
  const search = (text: string) => lettersLookedAt(() => [...text.matchAll(/a:(?=.*b)/g), ...fromEach(text)]);
  const fromEach = (text: string) => [...text].map((_, at) => text.indexOf('b', at));
  expect(search('a:'.repeat(800)) / search('a:'.repeat(100))).toBeGreaterThan(30);
});

describe('redactInStretches', () => {
  it(`gives what redact gives, whenever it is interrupted (seed ${seed})`, async () => {
    const random = createSeededRandom(seed);
    const pieces = [
      ...Object.values(secretGenerators).map(generate => generate(random).text),
      'data:image/png;base64,AAAA password = "Zk2mXp9LvB"',
      'https://someone:example@host/ ',
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...pieces), { maxLength: 8 }),
        fc.constantFrom('pattern_only', 'entropy', 'both', 'off'),
        fc.integer({ min: 1, max: 9 }),
        async (chosen, mode, every) => {
          const text = chosen.join(' ');
          let asked = 0;
          const pause = () => {
            asked += 1;
            return asked % every === 0 ? Promise.resolve() : undefined;
          };
          expect(await redactInStretches(text, mode, pause)).toEqual(redact(text, mode));
        },
      ),
      { seed },
    );
  });

  it.each([
    ['password = "', 1000, 'secrets'],
    ['https://someone:example@host/ ', 1000, 'what only looks like secrets'],
    ['words ', 100_000, 'patterns of which nothing is found'],
  ])('asks again and again in %j %i times: %s', async (piece, times) => {
    let asked = 0;
    await redactInStretches(piece.repeat(times), 'pattern_only', () => {
      asked += 1;
      return undefined;
    });
    expect(asked).toBeGreaterThan(Math.min(times / 4, 40));
  });
});

/** Letters that patterns and searches go over while something is done, going over them again counted again. */
function lettersLookedAt(work: () => void): number {
  let count = 0;
  const { exec } = RegExp.prototype;
  const { indexOf, charCodeAt } = String.prototype;
  const spies = [
    vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text: string) {
      const from = this.global || this.sticky ? this.lastIndex : 0;
      const found = exec.call(this, text);
      const end = found ? found.index + found[0].length : this.sticky ? from : text.length;
      count += 1 + Math.max(0, end - from);
      return found;
    }),
    vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (this: string, part: string, at = 0) {
      const found = indexOf.call(this, part, at);
      count += 1 + Math.max(0, (found < 0 ? this.length : found) - at);
      return found;
    }),
    vi.spyOn(String.prototype, 'charCodeAt').mockImplementation(function (this: string, at: number) {
      count += 1;
      return charCodeAt.call(this, at);
    }),
  ];
  try {
    work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return count;
}

it('redacts JSON field by field, with the name telling what a value is', () => {
  const random = createSeededRandom(seed);
  const key = secretGenerators['openai-key']?.(random).secret ?? '';
  const value = {
    password: 'Tr0ub4dor&3x',
    nested: [{ note: `use ${key}`, n: 5, none: null }],
    token: 'required',
  };
  expect(redactValue(value)).toEqual({
    password: '[REDACTED:assignment]',
    nested: [{ note: 'use [REDACTED:openai-key]', n: 5, none: null }],
    token: 'required',
  });
  expect(redactValue(value, 'off')).toEqual(value);
});
