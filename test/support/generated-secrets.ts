import type { SeededRandom } from './seeded-random.ts';

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const lower = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const hex = '0123456789abcdef';
const alphanumeric = upper + lower + digits;
const base64 = `${alphanumeric}+/`;
const base64url = `${alphanumeric}_-`;
const base32 = `${upper}234567`;
const bech32 = 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L';

/** A generated text that holds a secret, and the part that must not survive. */
export interface GeneratedSecret {
  readonly text: string;
  readonly secret: string;
}

type Generate = (random: SeededRandom) => GeneratedSecret;

const whole = (make: (random: SeededRandom) => string): Generate => {
  return random => {
    const secret = make(random);
    return { text: secret, secret };
  };
};

// Put together at run time, so that nothing in the repository looks like a key.
const dashes = '-'.repeat(5);
const armour = (random: SeededRandom, label: string, newline = '\n') => {
  const lines = Array.from({ length: random.between(4, 20) }, () => random.text(base64, 64));
  return [`${dashes}BEGIN ${label}${dashes}`, ...lines, `${dashes}END ${label}${dashes}`].join(newline);
};
const encode = (text: string) => Buffer.from(text, 'utf8').toString('base64');
const encodeUrl = (text: string) => Buffer.from(text, 'utf8').toString('base64url');
const varyCase = (random: SeededRandom, text: string) =>
  random.pick([text, text.toUpperCase(), text.toLowerCase()]);

/** One generator per kind of `test/golden/secret-kinds.json`. */
export const secretGenerators: Readonly<Record<string, Generate>> = {
  'private-key-block': whole(random =>
    armour(random, `${random.pick(['', 'RSA ', 'EC ', 'DSA ', 'ENCRYPTED '])}PRIVATE KEY`),
  ),
  'openssh-key-block': whole(random => armour(random, 'OPENSSH PRIVATE KEY')),
  'pgp-private-key-block': whole(random => armour(random, 'PGP PRIVATE KEY BLOCK')),
  'aws-access-key-id': whole(random => random.pick(['AKIA', 'ASIA']) + random.text(base32, 16)),
  'aws-secret-access-key': random => {
    const secret = random.text(base64, 40);
    const name = varyCase(random, 'aws_secret_access_key');
    return { text: `${name}${random.pick(['=', ' = ', ': '])}${secret}`, secret };
  },
  'gcp-api-key': whole(random => `AIza${random.text(base64url, 35)}`),
  'gcp-service-account': random => {
    const secret = armour(random, 'PRIVATE KEY', '\\n');
    return { text: `{"type": "service_account", "private_key": "${secret}\\n"}`, secret };
  },
  'azure-storage-key': random => {
    const secret = `${random.text(base64, 86)}==`;
    return { text: `AccountName=store;AccountKey=${secret};EndpointSuffix=core`, secret };
  },
  'azure-client-secret': whole(
    random =>
      `${random.text(alphanumeric, 3)}${random.text(digits, 1)}Q~${random.text(`${alphanumeric}_.~-`, random.between(31, 34))}`,
  ),
  'openai-key': whole(
    random =>
      random.pick(['sk-', 'sk-proj-', 'sk-svcacct-']) + random.text(base64url, random.between(20, 64)),
  ),
  'anthropic-key': whole(
    random =>
      random.pick(['sk-ant-api03-', 'sk-ant-admin01-']) + random.text(base64url, random.between(80, 100)),
  ),
  'huggingface-token': whole(random => `hf_${random.text(upper + lower, 34)}`),
  'github-token': whole(
    random => `${random.pick(['ghp', 'gho', 'ghu', 'ghs', 'ghr'])}_${random.text(alphanumeric, 36)}`,
  ),
  'github-fine-grained-token': whole(random => `github_pat_${random.text(`${alphanumeric}_`, 82)}`),
  'gitlab-token': whole(random => `glpat-${random.text(base64url, 20)}`),
  'bitbucket-app-password': whole(random => `ATBB${random.text(alphanumeric, 32)}`),
  'slack-token': whole(
    random =>
      `xox${random.pick(['b', 'p', 'a', 'r', 's'])}-${random.text(digits, 12)}-${random.text(digits, 12)}-${random.text(alphanumeric, 24)}`,
  ),
  'slack-webhook': whole(
    random =>
      `https://hooks.slack.com/services/T${random.text(upper + digits, 8)}/B${random.text(upper + digits, 8)}/${random.text(alphanumeric, 24)}`,
  ),
  'discord-bot-token': whole(
    random =>
      `${random.text(base64url, random.between(24, 28))}.${random.text(base64url, 6)}.${random.text(base64url, random.between(27, 38))}`,
  ),
  'telegram-bot-token': whole(
    random =>
      `${random.between(1, 9)}${random.text(digits, random.between(7, 9))}:AA${random.text(base64url, 33)}`,
  ),
  'stripe-key': whole(
    random =>
      `${random.pick(['sk', 'rk'])}_${random.pick(['live', 'test'])}_${random.text(alphanumeric, random.between(24, 99))}`,
  ),
  'stripe-webhook-secret': whole(random => `whsec_${random.text(alphanumeric, random.between(32, 40))}`),
  'twilio-key': whole(random => `SK${random.text(hex, 32)}`),
  'sendgrid-key': whole(random => `SG.${random.text(base64url, 22)}.${random.text(base64url, 43)}`),
  'mailgun-key': whole(random => `key-${random.text(hex, 32)}`),
  'mailchimp-key': whole(random => `${random.text(hex, 32)}-us${random.between(1, 21)}`),
  'npm-token': whole(random => `npm_${random.text(alphanumeric, 36)}`),
  'pypi-token': whole(random => `pypi-AgEIcHlwaS5vcmc${random.text(base64url, random.between(50, 150))}`),
  'rubygems-key': whole(random => `rubygems_${random.text(hex, 48)}`),
  'docker-token': whole(random => `dckr_pat_${random.text(base64url, 27)}`),
  'digitalocean-token': whole(random => `dop_v1_${random.text(hex, 64)}`),
  'shopify-token': whole(
    random => `${random.pick(['shpat', 'shpca', 'shppa', 'shpss'])}_${random.text(hex, 32)}`,
  ),
  'square-token': whole(random =>
    random.pick([`EAAA${random.text(base64url, 60)}`, `sq0csp-${random.text(base64url, 43)}`]),
  ),
  'linear-key': whole(random => `lin_api_${random.text(alphanumeric, 40)}`),
  'notion-token': whole(
    random => random.pick(['ntn_', 'secret_']) + random.text(alphanumeric, random.between(43, 50)),
  ),
  'atlassian-token': whole(random => `ATATT3${random.text(`${base64url}=`, random.between(180, 200))}`),
  'databricks-token': whole(random => `dapi${random.text(hex, 32)}`),
  'grafana-token': whole(random => `glsa_${random.text(alphanumeric, 32)}_${random.text(hex, 8)}`),
  'vault-token': whole(random => `hvs.${random.text(base64url, random.between(90, 110))}`),
  'age-secret-key': whole(random => `AGE-SECRET-KEY-1${random.text(bech32, 58)}`),
  jwt: whole(random => {
    const header = encodeUrl(`{"alg":"HS256","typ":"JWT"}`);
    const payload = encodeUrl(`{"sub":"${random.text(alphanumeric, 12)}","iat":${random.text(digits, 10)}}`);
    return `${header}.${payload}.${random.text(base64url, 43)}`;
  }),
  'bearer-header': random => {
    const secret = random.text(base64url, random.between(20, 60));
    return { text: `${varyCase(random, 'Authorization: Bearer')} ${secret}`, secret };
  },
  'basic-auth-header': random => {
    const secret = encode(`${random.text(lower, 6)}:${random.text(alphanumeric, 10)}`);
    return { text: `${varyCase(random, 'Authorization: Basic')} ${secret}`, secret };
  },
  'url-password': random => {
    const secret = random.text(alphanumeric, random.between(8, 20));
    const scheme = random.pick(['postgres', 'mysql', 'mongodb', 'mongodb+srv', 'redis', 'amqp', 'https']);
    return { text: `${scheme}://admin:${secret}@db.example.org:5432/main`, secret };
  },
  assignment: random => {
    const secret = random.text(alphanumeric, random.between(8, 32));
    const name = random.pick([
      'password',
      'passwd',
      'pwd',
      'secret',
      'token',
      'api_key',
      'apikey',
      'access_key',
      'client_secret',
      'DB_PASSWORD',
      'MY_API_KEY',
      'clientSecret',
    ]);
    const form = random.pick([
      `${name}=${secret}`,
      `${name} = "${secret}"`,
      `${name}: ${secret}`,
      `"${name}": "${secret}"`,
      `${name}: '${secret}'`,
      `export ${name}=${secret}`,
    ]);
    return { text: form, secret };
  },
};
