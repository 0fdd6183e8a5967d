import type { SeededRandom } from './seeded-random.ts';

const hex = '0123456789abcdef';
const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const words = [
  'the',
  'token',
  'budget',
  'secret',
  'password',
  'agent',
  'reset',
  'memory',
  'rule',
  'key',
  'engine',
  'context',
  'deploy',
  'authentication',
  'bearer',
  'session',
  'header',
  'expires',
  'invalid',
  'refresh',
  'pipeline',
  'review',
  'must',
  'never',
] as const;

type Line = (random: SeededRandom) => string;

const uuid: Line = random => [8, 4, 4, 4, 12].map(length => random.text(hex, length)).join('-');
const prose: Line = random =>
  `${Array.from({ length: random.between(4, 18) }, () => random.pick(words)).join(' ')}.`;

/** What must not be redacted (secret-kinds.json), one generator a sort. */
export const benignLines: readonly Line[] = [
  prose,
  prose,
  random => `commit ${random.text(hex, 40)}`,
  random => `${random.text(hex, 64)}  dist/app-${random.between(1, 9)}.tar.gz`,
  random => `request ${uuid(random)} took ${random.between(1, 900)} ms`,
  random => `id: 01${random.text(crockford, 24)}`,
  random =>
    `<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA${random.text(base64, 300)}==" alt="logo">`,
  random => `background: url(data:image/gif;base64,EAAA${random.text(base64, 120)});`,
  random =>
    `  "version": "${random.between(0, 9)}.${random.between(0, 40)}.${random.between(0, 9)}-beta.${random.between(0, 9)}",`,
  random => `  "integrity": "sha512-${random.text(base64, 86)}==",`,
  random => `      integrity sha1-${random.text(base64, 27)}=`,
  random => `  color: #${random.text(hex, 6)}; border-color: #${random.text(hex, 8)};`,
  random =>
    `/usr/local/lib/node_modules/${random.text('abcdefgh', 6)}/token/secret.ts:${random.between(1, 900)}:5`,
  random => `src/auth/password-reset-token.service.spec.ts | ${random.between(1, 90)} +++`,
  random => `const token = await client.getToken(${random.between(1, 9)});`,
  () => 'export async function verifyPassword(password: string, passwordHash: string): Promise<boolean> {',
  () => 'function read(token: CancellationToken, secret: SecretProvider | undefined) {',
  () => 'const apiKey = process.env.API_KEY ?? config.apiKey;',
  () => 'password = os.environ["DB_PASSWORD"]',
  () => 'token = request.headers.authorization',
  () => 'client = Client(token=access_token, password=self.password)',
  () => 'api_key: ${API_KEY}',
  () => 'API_KEY=<your-key>',
  () => 'PASSWORD=changeme',
  () => 'token: xxxxxxxxxxxxxxxxxxxx',
  () => 'export GITHUB_TOKEN=$MY_TOKEN',
  () => '"password": "${DB_PASSWORD}",',
  () => 'Authorization: Bearer <token>',
  () => 'Authorization: Bearer ${ACCESS_TOKEN}',
  () => 'curl -H "Authorization: Bearer $TOKEN" https://api.example.org/v1/items',
  () => 'postgres://user:password@localhost:5432/app',
  () => 'postgres://user:${DB_PASSWORD}@localhost:5432/app',
  () => 'see https://example.org:8080/docs/@scope/package for details',
  random =>
    `GET http://localhost:${random.between(1, 65_535)}${random.pick(['?email=', '#'])}joe@example.com`,
  () => '<input type="password" name="password" autocomplete="current-password" placeholder="Your password">',
  () => '.sk-folding-cube-animation-container { animation-delay: 1.2s }',
  () => 'label: { password: "Enter your password again", token: "The token is no longer valid" },',
  () => 'max_token: 4096, min_token_count = 12345678',
  () => 'if (token === previousToken || secret == expectedSecret) return;',
  () => 'type Secret = { token: string; apiKey?: NonNullable<Options["apiKey"]>; password: undefined };',
  () => 'The password: whatever you choose. Secret: it must be longer than eight characters.',
  () => 'private_key: /run/secrets/server_private_key',
  () => 'key-value store, key-word search, SK locale, eyJ is how base64 of {" starts',
  () => '-----BEGIN PUBLIC KEY-----',
  random => `"mappings": "AAAA,SAASA,${random.text('ABCDEFGH,;', 80)}"`,
];
