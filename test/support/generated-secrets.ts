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

const base58 = alphanumeric.replace(/[0OIl]/g, '');
const bech32Lower = bech32.toLowerCase();
const capitals = upper + digits;

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

/** A prefix and so many characters of an alphabet. */
const token = (prefix: string, alphabet: string, length: number): Generate =>
  whole(random => prefix + random.text(alphabet, length));

/** A value that is known by the name it is given to, in the forms of files and code. */
const under = (name: string, make: (random: SeededRandom) => string): Generate => {
  return random => {
    const secret = make(random);
    const text = random.pick([
      `${name}=${secret}`,
      `export ${name}="${secret}"`,
      `${name.toLowerCase()}: ${secret}`,
      `"${name.toLowerCase()}": "${secret}"`,
      `${name} = '${secret}'`,
    ]);
    return { text, secret };
  };
};
const of = (alphabet: string, length: number) => (random: SeededRandom) => random.text(alphabet, length);
const uuid = (random: SeededRandom) => [8, 4, 4, 4, 12].map(length => random.text(hex, length)).join('-');
/** A text around a secret. */
const within = (before: string, make: (random: SeededRandom) => string, after = ''): Generate => {
  return random => {
    const secret = make(random);
    return { text: before + secret + after, secret };
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

/** A generator for each kind: values as the vendor's documentation describes them, not as the pattern does. */
export const secretGenerators: Readonly<Record<string, Generate>> = {
  'private-key-block': whole(random =>
    armour(random, `${random.pick(['', 'RSA ', 'EC ', 'DSA ', 'ENCRYPTED '])}PRIVATE KEY`),
  ),
  'openssh-key-block': whole(random => armour(random, 'OPENSSH PRIVATE KEY')),
  'pgp-private-key-block': whole(random => armour(random, 'PGP PRIVATE KEY BLOCK')),
  'putty-private-key': random => {
    const secret = Array.from({ length: 8 }, () => random.text(base64, 64)).join('\n');
    return {
      text: `Comment: key\nPrivate-Lines: 8\n${secret}\nPrivate-MAC: ${random.text(hex, 40)}`,
      secret,
    };
  },
  'gcp-service-account': random => {
    const secret = armour(random, 'PRIVATE KEY', '\\n');
    return { text: `{"type": "service_account", "private_key": "${secret}\\n"}`, secret };
  },

  'aws-access-key-id': whole(random => random.pick(['AKIA', 'ASIA']) + random.text(base32, 16)),
  'aws-secret-access-key': random => {
    const secret = random.text(base64, 40);
    const name = varyCase(random, 'aws_secret_access_key');
    return { text: `${name}${random.pick(['=', ' = ', ': '])}${secret}`, secret };
  },
  'aws-session-token': within('aws_session_token = ', of(base64, 240)),
  'aws-url-signature': within('https://b.s3.amazonaws.com/k?X-Amz-Expires=60&X-Amz-Signature=', of(hex, 64)),
  'aws-request-signature': within(
    'Authorization: AWS4-HMAC-SHA256 Credential=x/s3, SignedHeaders=host, Signature=',
    of(hex, 64),
  ),
  'aws-bedrock-key': token('ABSK', base64, 128),
  'aws-marketplace-key': whole(random => `amzn.mws.${uuid(random)}`),
  'gcp-api-key': token('AIza', base64url, 35),
  'google-client-secret': token('GOCSPX-', base64url, 28),
  'google-access-token': token('ya29.', base64url, 160),
  'google-refresh-token': token('1//0', base64url, 97),
  'google-hmac-key': token('GOOG1E', base32, 55),
  'google-url-signature': within(
    'https://storage.googleapis.com/b/o?X-Goog-Expires=60&X-Goog-Signature=',
    of(hex, 512),
  ),
  'firebase-messaging-key': whole(
    random => `AAAA${random.text(base64url, 7)}:APA91b${random.text(base64url, 134)}`,
  ),
  'azure-storage-key': random => {
    const secret = `${random.text(base64, 86)}==`;
    return { text: `AccountName=store;AccountKey=${secret};EndpointSuffix=core`, secret };
  },
  'azure-shared-access-key': within(
    'Endpoint=sb://b.servicebus.windows.net/;SharedAccessKeyName=all;SharedAccessKey=',
    random => `${random.text(base64, 43)}=`,
  ),
  'azure-sas': within(
    'https://a.blob.core.windows.net/c?sv=2022-11-02&sp=rl&se=2026-12-01&sig=',
    random => `${random.text(alphanumeric, 40)}%2B${random.text(alphanumeric, 2)}%3D`,
  ),
  'azure-client-secret': whole(
    random =>
      `${random.text(alphanumeric, 3)}${random.text(digits, 1)}Q~${random.text(`${alphanumeric}_.~-`, random.between(31, 34))}`,
  ),
  'azure-devops-token': whole(
    random => `${random.text(alphanumeric, 76)}AZDO${random.text(alphanumeric, 4)}`,
  ),
  'azure-function-key': whole(random => `${random.text(base64url, 44)}AzFu${random.text(base64url, 6)}==`),
  'azure-search-key': whole(random => `${random.text(alphanumeric, 42)}AzSe${random.text(alphanumeric, 6)}`),
  'azure-cache-key': whole(random => `${random.text(alphanumeric, 33)}AzCa${random.text(alphanumeric, 6)}=`),
  'azure-registry-password': whole(random => `${random.text(base64, 42)}+ACR${random.text(alphanumeric, 6)}`),
  'azure-ai-key': whole(random => `${random.text(alphanumeric, 52)}JQQJ99${random.text(alphanumeric, 26)}`),
  'alibaba-access-key': token('LTAI', alphanumeric, 20),
  'tencent-secret-id': token('AKID', alphanumeric, 32),
  'yandex-api-key': token('AQVN', base64url, 36),
  'yandex-access-token': whole(random => `t1.${random.text(base64url, 60)}.${random.text(base64url, 86)}`),
  'scaleway-access-key': token('SCW', capitals, 17),
  'ibm-cloud-key': under('IBM_CLOUD_KEY', of(base64url, 44)),
  'linode-token': under('LINODE_TOKEN', of(hex, 64)),
  'vultr-key': under('VULTR_API_KEY', of(capitals, 36)),
  'hetzner-token': under('HCLOUD_TOKEN', of(alphanumeric, 64)),
  'digitalocean-token': whole(random => `${random.pick(['dop', 'doo', 'dor'])}_v1_${random.text(hex, 64)}`),
  'heroku-key': whole(random => `HRKU-AA${random.text(base64url, 58)}`),
  'fly-token': whole(random =>
    random.pick([
      `fo1_${random.text(base64url, 43)}`,
      `fm2_${random.text(base64, 88)}`,
      `fm2_${random.text(base64, 200)}`,
    ]),
  ),
  'vercel-token': token('vcp_', alphanumeric, 56),
  'vercel-blob-token': whole(
    random => `vercel_blob_rw_${random.text(alphanumeric, 16)}_${random.text(alphanumeric, 30)}`,
  ),
  'netlify-token': token('nfp_', alphanumeric, 40),
  'render-key': token('rnd_', alphanumeric, 32),
  'cloudflare-origin-key': whole(random => `v1.0-${random.text(hex, 24)}-${random.text(hex, 146)}`),
  'cloudflare-key': under('CLOUDFLARE_API_KEY', of(base64url, 40)),
  'fastly-key': under('FASTLY_KEY', of(base64url, 32)),

  'supabase-token': token('sbp_', hex, 40),
  'supabase-secret-key': token('sb_secret_', base64url, 31),
  'planetscale-token': whole(
    random => `pscale_${random.pick(['tkn', 'pw', 'oauth'])}_${random.text(base64url, 43)}`,
  ),
  'neon-key': token('napi_', lower + digits, 64),
  'mongodb-atlas-secret': token('mdb_sa_sk_', base64url, 40),
  'cockroach-key': whole(random => `CCDB1_${random.text(alphanumeric, 22)}_${random.text(alphanumeric, 40)}`),
  'clickhouse-key': token('4b1d', alphanumeric, 38),
  'elastic-key': token('essu_', base64, 80),
  'pinecone-key': token('pcsk_', alphanumeric, 70),
  'confluent-secret': under('CONFLUENT_API_SECRET', of(base64, 64)),
  'databricks-token': token('dapi', hex, 32),
  'algolia-key': under('ALGOLIA_ADMIN_KEY', of(hex, 32)),

  'doppler-token': whole(
    random =>
      `dp.${random.pick(['pt', 'ct', 'sa', 'st.dev', 'scim', 'audit'])}.${random.text(alphanumeric, 43)}`,
  ),
  'pulumi-token': token('pul-', hex, 40),
  'terraform-token': whole(
    random => `${random.text(alphanumeric, 14)}.atlasv1.${random.text(base64url, 67)}`,
  ),
  'vault-token': whole(random => `hvs.${random.text(base64url, random.between(90, 110))}`),
  'vault-batch-token': token('hvb.', base64url, 160),
  'infisical-token': whole(
    random => `st.${random.text(hex, 24)}.${random.text(hex, 32)}.${random.text(hex, 32)}`,
  ),
  'onepassword-service-token': token('ops_eyJ', base64url, 300),
  'onepassword-secret-key': whole(random =>
    ['A3', ...[6, 6, 5, 5, 5, 5].map(length => random.text(capitals, length))].join('-'),
  ),
  'age-secret-key': token('AGE-SECRET-KEY-1', bech32, 58),
  'tailscale-key': whole(
    random =>
      `tskey-${random.pick(['auth', 'api', 'client'])}-${random.text(alphanumeric, 17)}-${random.text(alphanumeric, 32)}`,
  ),
  'ngrok-token': under(
    'NGROK_AUTHTOKEN',
    random => `2${random.text(alphanumeric, 26)}_${random.text(alphanumeric, 21)}`,
  ),
  'openshift-token': token('sha256~', base64url, 43),
  'infracost-key': token('ico-', alphanumeric, 32),
  'prefect-key': token('pnu_', lower + digits, 36),

  'anthropic-key': whole(
    random =>
      random.pick(['sk-ant-api03-', 'sk-ant-admin01-']) + random.text(base64url, random.between(80, 100)),
  ),
  'openrouter-key': token('sk-or-v1-', hex, 64),
  'langfuse-key': whole(random => `sk-lf-${uuid(random)}`),
  'openai-key': whole(
    random =>
      random.pick(['sk-', 'sk-proj-', 'sk-svcacct-']) + random.text(base64url, random.between(20, 64)),
  ),
  'huggingface-token': token('hf_', upper + lower, 34),
  'groq-key': token('gsk_', alphanumeric, 52),
  'replicate-token': token('r8_', alphanumeric, 37),
  'perplexity-key': token('pplx-', alphanumeric, 48),
  'xai-key': token('xai-', alphanumeric, 80),
  'nvidia-key': token('nvapi-', base64url, 64),
  'elevenlabs-key': token('sk_', hex, 48),
  'together-key': token('tgp_v1_', base64url, 43),
  'fireworks-key': token('fw_', alphanumeric, 24),
  'voyage-key': token('pa-', base64url, 43),
  'cerebras-key': token('csk-', lower + digits, 48),
  'jina-key': token('jina_', alphanumeric, 60),
  'tavily-key': token('tvly-', alphanumeric, 32),
  'firecrawl-key': token('fc-', hex, 32),
  'e2b-key': token('e2b_', hex, 40),
  'apify-token': token('apify_api_', alphanumeric, 36),
  'langsmith-key': whole(random => `lsv2_pt_${random.text(hex, 32)}_${random.text(hex, 10)}`),
  'wandb-key': under('WANDB_API_KEY', of(hex, 40)),
  'cohere-key': under('COHERE_API_KEY', of(alphanumeric, 40)),
  'mistral-key': under('MISTRAL_API_KEY', of(alphanumeric, 32)),
  'deepgram-key': under('DEEPGRAM_API_KEY', of(hex, 40)),
  'assemblyai-key': under('ASSEMBLYAI_API_KEY', of(hex, 32)),

  'github-token': whole(
    random => `${random.pick(['ghp', 'gho', 'ghu', 'ghs', 'ghr'])}_${random.text(alphanumeric, 36)}`,
  ),
  'github-fine-grained-token': whole(random => `github_pat_${random.text(`${alphanumeric}_`, 82)}`),
  'gitlab-token': token('glpat-', base64url, 20),
  'gitlab-runner-token': whole(random => random.pick(['glrt-', 'GR1348941']) + random.text(base64url, 20)),
  'gitlab-deploy-token': token('gldt-', base64url, 20),
  'gitlab-job-token': whole(random => `glcbt-${random.text(alphanumeric, 2)}_${random.text(base64url, 20)}`),
  'gitlab-trigger-token': token('glptt-', hex, 40),
  'gitlab-oauth-secret': token('gloas-', hex, 64),
  'gitlab-agent-token': token('glagent-', base64url, 50),
  'gitlab-feed-token': token('glft-', base64url, 20),
  'bitbucket-app-password': token('ATBB', alphanumeric, 32),
  'bitbucket-access-token': token('ATCTT3', base64url, 180),
  'atlassian-token': whole(random => `ATATT3${random.text(`${base64url}=`, random.between(180, 200))}`),
  'circleci-token': whole(random => `CCIPAT_${random.text(alphanumeric, 22)}_${random.text(hex, 40)}`),
  'buildkite-token': token('bkua_', hex, 40),
  'travis-token': under('TRAVIS_TOKEN', of(alphanumeric, 22)),
  'jenkins-token': under('JENKINS_API_TOKEN', random => `11${random.text(hex, 32)}`),
  'codecov-token': under('CODECOV_TOKEN', uuid),
  'snyk-token': under('SNYK_TOKEN', uuid),
  'sonar-token': whole(random => `${random.pick(['squ', 'sqp', 'sqa'])}_${random.text(hex, 40)}`),
  'sourcegraph-token': whole(random => `sgp_${random.text(hex, 16)}_${random.text(hex, 40)}`),
  'octopus-key': token('API-', capitals, 26),
  'harness-token': whole(
    random => `pat.${random.text(alphanumeric, 22)}.${random.text(hex, 24)}.${random.text(alphanumeric, 20)}`,
  ),
  'scalingo-token': token('tk-us-', base64url, 48),
  'launchdarkly-key': whole(random => `${random.pick(['api', 'sdk', 'mob'])}-${uuid(random)}`),
  'postman-key': whole(random => `PMAK-${random.text(hex, 24)}-${random.text(hex, 34)}`),
  'readme-key': token('rdme_', lower + digits, 70),
  'npm-token': token('npm_', alphanumeric, 36),
  'pypi-token': whole(random => `pypi-AgEIcHlwaS5vcmc${random.text(base64url, random.between(50, 150))}`),
  'rubygems-key': token('rubygems_', hex, 48),
  'crates-token': token('cio', alphanumeric, 32),
  'nuget-key': token('oy2', lower + digits, 43),
  'clojars-token': token('CLOJARS_', hex, 60),
  'packagist-token': token('packagist_out_', hex, 68),
  'docker-token': token('dckr_pat_', base64url, 27),
  'artifactory-key': token('AKCp', alphanumeric, 69),
  'artifactory-reference-token': token('cmVmdGtu', alphanumeric, 56),

  'slack-app-token': whole(
    random => `xapp-1-A${random.text(capitals, 10)}-${random.text(digits, 13)}-${random.text(hex, 64)}`,
  ),
  'slack-token': whole(
    random =>
      `xox${random.pick(['b', 'p', 'a', 'r', 's'])}-${random.text(digits, 12)}-${random.text(digits, 12)}-${random.text(alphanumeric, 24)}`,
  ),
  'slack-webhook': whole(
    random =>
      `https://hooks.slack.com/services/T${random.text(capitals, 8)}/B${random.text(capitals, 8)}/${random.text(alphanumeric, 24)}`,
  ),
  'discord-bot-token': whole(
    random =>
      `${random.text(base64url, random.between(24, 28))}.${random.text(base64url, 6)}.${random.text(base64url, random.between(27, 38))}`,
  ),
  'discord-webhook': within(
    'https://discord.com/api/webhooks/',
    random => `${random.text(digits, 18)}/${random.text(base64url, 68)}`,
  ),
  'telegram-bot-token': whole(
    random =>
      `${random.between(1, 9)}${random.text(digits, random.between(7, 9))}:AA${random.text(base64url, 33)}`,
  ),
  'teams-webhook': within(
    'https://a.webhook.office.com/webhookb2/5f0e@77aa/IncomingWebhook/',
    random => `${random.text(hex, 32)}/${uuid(random)}`,
  ),
  'zapier-webhook': whole(
    random =>
      `https://hooks.zapier.com/hooks/catch/${random.text(digits, 7)}/${random.text(lower + digits, 7)}`,
  ),
  'mattermost-token': under('MATTERMOST_TOKEN', of(lower + digits, 26)),
  'twitch-secret': under('TWITCH_CLIENT_SECRET', of(lower + digits, 30)),

  'stripe-key': whole(
    random =>
      `${random.pick(['sk', 'rk'])}_${random.pick(['live', 'test'])}_${random.text(alphanumeric, random.between(24, 99))}`,
  ),
  'stripe-webhook-secret': whole(random => `whsec_${random.text(alphanumeric, random.between(32, 40))}`),
  'square-token': whole(random =>
    random.pick([`EAAA${random.text(base64url, 60)}`, `sq0csp-${random.text(base64url, 43)}`]),
  ),
  'paypal-braintree-token': whole(
    random => `access_token$production$${random.text(lower + digits, 16)}$${random.text(hex, 32)}`,
  ),
  'adyen-key': whole(random => `AQE${random.text(lower, 1)}hmfuXNWTK0Qc+${random.text(base64, 90)}`),
  'plaid-token': whole(random => `access-${random.pick(['sandbox', 'production'])}-${uuid(random)}`),
  'shopify-token': whole(
    random => `${random.pick(['shpat', 'shpca', 'shppa', 'shpss'])}_${random.text(hex, 32)}`,
  ),
  'flutterwave-key': whole(random => `FLWSECK_TEST-${random.text(hex, 32)}-X`),
  'razorpay-key': token('rzp_live_', alphanumeric, 14),
  'lob-key': token('live_', hex, 35),
  'shippo-token': token('shippo_live_', hex, 40),
  'easypost-key': token('EZAK', alphanumeric, 54),
  'duffel-token': token('duffel_live_', base64url, 43),
  'gocardless-token': token('live_', base64url, 40),
  'paddle-key': whole(
    random =>
      `pdl_live_apikey_${random.text(lower + digits, 26)}_${random.text(alphanumeric, 22)}_${random.text(alphanumeric, 3)}`,
  ),
  'coinbase-secret': under('COINBASE_API_SECRET', of(alphanumeric, 64)),

  'twilio-key': token('SK', hex, 32),
  'twilio-auth-token': under('TWILIO_AUTH_TOKEN', of(hex, 32)),
  'sendgrid-key': whole(random => `SG.${random.text(base64url, 22)}.${random.text(base64url, 43)}`),
  'mailgun-key': token('key-', hex, 32),
  'mailchimp-key': whole(random => `${random.text(hex, 32)}-us${random.between(1, 21)}`),
  'mandrill-key': token('md-', base64url, 22),
  'brevo-key': whole(random => `xkeysib-${random.text(hex, 64)}-${random.text(alphanumeric, 16)}`),
  'resend-key': whole(random => `re_${random.text(alphanumeric, 8)}_${random.text(alphanumeric, 24)}`),
  'klaviyo-key': token('pk_', hex, 34),
  'postmark-token': under('POSTMARK_SERVER_TOKEN', uuid),
  'telnyx-key': whole(
    random => `KEY0${random.text('0123456789ABCDEF', 31)}_${random.text(alphanumeric, 22)}`,
  ),
  'onesignal-key': token('os_v2_app_', lower + digits, 100),
  'intercom-token': token('dG9rOg', alphanumeric, 54),
  'zendesk-token': under('ZENDESK_API_TOKEN', of(alphanumeric, 40)),

  'datadog-key': under('DATADOG_APP_KEY', of(hex, 40)),
  'newrelic-key': whole(random =>
    random.pick([`NRAK-${random.text(capitals, 27)}`, `NRII-${random.text(base64url.replace('_', ''), 32)}`]),
  ),
  'grafana-token': whole(random => `glsa_${random.text(alphanumeric, 32)}_${random.text(hex, 8)}`),
  'grafana-cloud-token': token('glc_eyJ', base64, 120),
  'grafana-api-key': token('eyJrIjoi', alphanumeric, 90),
  'dynatrace-token': whole(random => `dt0c01.${random.text(capitals, 24)}.${random.text(capitals, 64)}`),
  'honeycomb-key': token('hcaik_', lower + digits, 58),
  'sentry-token': whole(random =>
    random.pick([`sntryu_${random.text(hex, 64)}`, `sntrys_eyJ${random.text(base64url, 150)}`]),
  ),
  'segment-token': token('sgp_', alphanumeric, 64),
  'posthog-key': token('phx_', alphanumeric, 43),
  'pagerduty-key': under('PAGERDUTY_API_KEY', of(alphanumeric, 20)),
  'splunk-token': under('SPLUNK_HEC_TOKEN', uuid),
  'sumologic-key': under('SUMO_ACCESS_KEY', of(alphanumeric, 64)),
  'bugsnag-key': under('BUGSNAG_API_KEY', of(hex, 32)),
  'rollbar-token': under('ROLLBAR_ACCESS_TOKEN', of(hex, 32)),
  'amplitude-secret': under('AMPLITUDE_SECRET_KEY', of(hex, 32)),
  'mixpanel-secret': under('MIXPANEL_API_SECRET', of(hex, 32)),

  'airtable-token': whole(random => `pat${random.text(alphanumeric, 14)}.${random.text(hex, 64)}`),
  'asana-token': whole(random => `1/${random.text(digits, 16)}:${random.text(hex, 32)}`),
  'figma-token': token('figd_', base64url, 40),
  'notion-token': whole(
    random => random.pick(['ntn_', 'secret_']) + random.text(alphanumeric, random.between(43, 50)),
  ),
  'linear-key': token('lin_api_', alphanumeric, 40),
  'dropbox-token': token('sl.u.', base64url, 140),
  'typeform-token': token('tfp_', base64url, 59),
  'contentful-token': token('CFPAT-', base64url, 43),
  'hubspot-token': whole(random => `pat-${random.pick(['na1', 'eu1'])}-${uuid(random)}`),
  'zoho-token': whole(random => `1000.${random.text(hex, 32)}.${random.text(hex, 32)}`),
  'salesforce-session': whole(
    random => `00D${random.text(alphanumeric, 12)}!${random.text(`${alphanumeric}._`, 96)}`,
  ),
  'clickup-token': whole(random => `pk_${random.text(digits, 8)}_${random.text(capitals, 32)}`),
  'trello-token': token('ATTA', hex, 72),
  'okta-token': under('OKTA_API_TOKEN', random => `00${random.text(base64url, 40)}`),
  'auth0-secret': under('AUTH0_CLIENT_SECRET', of(base64url, 64)),
  'frameio-token': token('fio-u-', base64url, 64),
  'mapbox-token': whole(random => `sk.eyJ${random.text(alphanumeric, 70)}.${random.text(base64url, 22)}`),
  'spotify-secret': under('SPOTIFY_CLIENT_SECRET', of(hex, 32)),

  'twitter-bearer-token': whole(random => `${'A'.repeat(22)}${random.text(alphanumeric, 80)}`),
  'facebook-token': token('EAAG', alphanumeric, 160),
  'instagram-token': token('IGQVJ', alphanumeric, 160),
  'linkedin-secret': whole(
    random => `WPL_AP1.${random.text(alphanumeric, 16)}.${random.text(alphanumeric, 6)}==`,
  ),
  'pinterest-token': token('pina_', capitals, 80),

  'bitcoin-private-key': whole(random => random.pick(['5J', 'Kwd', 'L1a']) + random.text(base58, 49)),
  'wallet-extended-key': token('xprv9s21ZrQH143K', base58, 95),
  'nostr-private-key': token('nsec1', bech32Lower, 58),
  'ethereum-private-key': within('private_key: 0x', of(hex, 64)),

  jwt: whole(random => {
    const header = encodeUrl(`{"alg":"HS256","typ":"JWT"}`);
    const payload = encodeUrl(`{"sub":"${random.text(alphanumeric, 12)}","iat":${random.text(digits, 10)}}`);
    return `${header}.${payload}.${random.text(base64url, 43)}`;
  }),
  'jwk-private-key': within('{"kty":"RSA","e":"AQAB","n":"u1SU1","d":"', of(base64url, 342), '"}'),
  'otp-secret': within('otpauth://totp/App:me?issuer=App&secret=', of(base32, 32), '&digits=6'),
  'laravel-app-key': within('APP_KEY=base64:', random => `${random.text(base64, 43)}=`),
  'wireguard-private-key': within('[Interface]\nPrivateKey = ', random => `${random.text(base64, 43)}=`),

  'authorization-header': within('Authorization: token ', of(alphanumeric, 40)),
  'netrc-password': within('machine git.example.org login deploy password ', of(alphanumeric, 16)),
  'curl-user': within('curl -s -u deploy:', of(alphanumeric, 16), ' https://api.example.org/v1'),
  'command-password': within('mysql -h db -u root -p', of(alphanumeric, 16), ' shop'),
  'command-option': within('deploy --env live --password ', of(alphanumeric, 16), ' --force'),
  'cookie-header': within('Cookie: theme=dark; session=', of(alphanumeric, 32), '; lang=en'),
  'set-cookie-header': within('Set-Cookie: sid=', of(alphanumeric, 32), '; Path=/; HttpOnly'),
  'session-cookie': within('PHPSESSID=', of(lower + digits, 26)),
  'npmrc-auth': within('//registry.example.org/:_auth=', of(alphanumeric, 24)),
  'docker-auth': within(
    '{"auths":{"r.example.org":{"auth":"',
    random => encode(`me:${random.text(alphanumeric, 14)}`),
    '"}}}',
  ),
  'pgpass-password': within('db.example.org:5432:shop:admin:', of(alphanumeric, 16)),
  'named-value': within('- name: DB_PASSWORD\n  value: ', of(alphanumeric, 16)),
  'xml-element': within('<server><password>', of(alphanumeric, 16), '</password></server>'),
  'wifi-password': within('network={ ssid="home" psk="', of(alphanumeric, 16), '" }'),
  'password-hash': whole(random => `$2b$12$${random.text(`${alphanumeric}./`, 53)}`),
  'key-assignment': under('SIGNING_KEY', of(alphanumeric, 32)),
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
