import { type Accept, patternFinder } from './pattern-finder.ts';

/** Random characters hold a digit or an upper-case letter; names such as CSS classes do not. */
const isMixed: Accept = secret => /[A-Z0-9]/.test(secret.replace(/^[a-z]{1,20}[-_]/, ''));
/** Long random base64url holds all three kinds of characters. */
const isVaried: Accept = secret => /[0-9]/.test(secret) && /[A-Z]/.test(secret) && /[a-z]/.test(secret);

/**
 * Tokens that vendors issue (H10), each known by its prefix or shape. The left side must not continue a word;
 * open-ended lengths take the whole token, so that no tail is left behind.
 */
export const vendorTokenFinders = [
  patternFinder(
    'aws-access-key-id',
    ['AKIA', 'ASIA'],
    /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z2-7]{16}(?![A-Za-z0-9])/dg,
  ),
  patternFinder(
    'aws-secret-access-key',
    ['ecret', 'ECRET'],
    /aws_?secret_?access_?key["'`]?[ \t]{0,8}[:=][ \t]{0,8}["'`]?(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])/dgi,
  ),
  patternFinder('gcp-api-key', ['AIza'], /(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{35,}/dg),
  patternFinder('azure-storage-key', ['AccountKey='], /AccountKey=(?<secret>[A-Za-z0-9+/]{86}==)/dg),
  patternFinder(
    'azure-client-secret',
    ['Q~'],
    /(?<![A-Za-z0-9_.~-])[A-Za-z0-9]{3}[0-9]Q~[A-Za-z0-9_.~-]{31,34}(?![A-Za-z0-9_~-])/dg,
  ),
  patternFinder(
    'anthropic-key',
    ['sk-ant-'],
    /(?<![A-Za-z0-9])sk-ant-[a-z]{2,12}[0-9]{2}-[A-Za-z0-9_-]{80,}/dg,
  ),
  patternFinder(
    'openai-key',
    ['sk-'],
    /(?<![A-Za-z0-9])sk-(?!ant-)(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,}/dg,
    isMixed,
  ),
  patternFinder('huggingface-token', ['hf_'], /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{34,}/dg),
  patternFinder(
    'github-fine-grained-token',
    ['github_pat_'],
    /(?<![A-Za-z0-9])github_pat_[A-Za-z0-9_]{82,}/dg,
  ),
  patternFinder('github-token', ['gh'], /(?<![A-Za-z0-9])gh[pousr]_[A-Za-z0-9]{36,}/dg),
  patternFinder('gitlab-token', ['glpat-'], /(?<![A-Za-z0-9])glpat-[A-Za-z0-9_-]{20,}/dg),
  patternFinder('bitbucket-app-password', ['ATBB'], /(?<![A-Za-z0-9+/])ATBB[A-Za-z0-9]{32,}/dg),
  patternFinder(
    'slack-webhook',
    ['hooks.slack.com'],
    /https:\/\/hooks\.slack\.com\/services\/T[A-Za-z0-9]{1,20}\/B[A-Za-z0-9]{1,20}\/[A-Za-z0-9]{24,}/dg,
  ),
  patternFinder('slack-token', ['xox'], /(?<![A-Za-z0-9])xox[a-z]-[A-Za-z0-9-]{10,}/dg, isMixed),
  patternFinder(
    'telegram-bot-token',
    [':AA'],
    /(?<![A-Za-z0-9_:-])[0-9]{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_])/dg,
  ),
  patternFinder('stripe-key', ['_live_', '_test_'], /(?<![A-Za-z0-9])[sr]k_(?:live|test)_[A-Za-z0-9]{24,}/dg),
  patternFinder('stripe-webhook-secret', ['whsec_'], /(?<![A-Za-z0-9])whsec_[A-Za-z0-9]{32,}/dg),
  patternFinder('twilio-key', ['SK'], /(?<![A-Za-z0-9])SK[0-9a-f]{32}(?![A-Za-z0-9])/dg),
  patternFinder(
    'sendgrid-key',
    ['SG.'],
    /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}(?![A-Za-z0-9])/dg,
  ),
  patternFinder('mailgun-key', ['key-'], /(?<![A-Za-z0-9])key-[0-9a-f]{32}(?![A-Za-z0-9])/dg),
  patternFinder(
    'mailchimp-key',
    ['-us'],
    /-us(?<=(?<![A-Za-z0-9])(?<left>[0-9a-f]{32})-us)[0-9]{1,2}(?![A-Za-z0-9])/dg,
  ),
  patternFinder('npm-token', ['npm_'], /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36,}/dg),
  patternFinder(
    'pypi-token',
    ['pypi-AgEIcHlwaS5vcmc'],
    /(?<![A-Za-z0-9])pypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{50,}/dg,
  ),
  patternFinder('rubygems-key', ['rubygems_'], /(?<![A-Za-z0-9])rubygems_[0-9a-f]{48}(?![A-Za-z0-9])/dg),
  patternFinder('docker-token', ['dckr_pat_'], /(?<![A-Za-z0-9])dckr_pat_[A-Za-z0-9_-]{27,}/dg),
  patternFinder('digitalocean-token', ['dop_v1_'], /(?<![A-Za-z0-9])dop_v1_[0-9a-f]{64}(?![A-Za-z0-9])/dg),
  patternFinder(
    'shopify-token',
    ['shp'],
    /(?<![A-Za-z0-9])shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}(?![A-Za-z0-9])/dg,
  ),
  patternFinder(
    'square-token',
    ['EAAA', 'sq0csp-'],
    /(?<![A-Za-z0-9+/=_-])(?:EAAA[A-Za-z0-9_-]{60}|sq0csp-[A-Za-z0-9_-]{43})(?![A-Za-z0-9+/=])/dg,
    isVaried,
  ),
  patternFinder('linear-key', ['lin_api_'], /(?<![A-Za-z0-9])lin_api_[A-Za-z0-9]{40,}/dg),
  patternFinder('notion-token', ['ntn_', 'secret_'], /(?<![A-Za-z0-9])(?:ntn|secret)_[A-Za-z0-9]{43,}/dg),
  patternFinder('atlassian-token', ['ATATT3'], /(?<![A-Za-z0-9])ATATT3[A-Za-z0-9_=-]{180,}/dg),
  patternFinder(
    'databricks-token',
    ['dapi'],
    /(?<![A-Za-z0-9])dapi[0-9a-f]{32}(?![A-Za-z0-9])(?:-[0-9]{1,2})?/dg,
  ),
  patternFinder(
    'grafana-token',
    ['glsa_'],
    /(?<![A-Za-z0-9])glsa_[A-Za-z0-9]{32}_[0-9a-fA-F]{8}(?![A-Za-z0-9])/dg,
  ),
  patternFinder('vault-token', ['hvs.'], /(?<![A-Za-z0-9])hvs\.[A-Za-z0-9_-]{90,}/dg),
  patternFinder(
    'age-secret-key',
    ['AGE-SECRET-KEY-1'],
    /(?<![A-Za-z0-9])AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}/dg,
  ),
  // Bounded: JSON in base64 begins in the same way and may be millions long, which would exhaust the stack.
  patternFinder(
    'jwt',
    ['eyJ'],
    /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{6,65536}\.eyJ[A-Za-z0-9_-]{4,1000000}\.[A-Za-z0-9_-]{10,}/dg,
  ),
  patternFinder(
    'discord-bot-token',
    ['.'],
    /\.(?<=(?<![A-Za-z0-9_.-])(?<left>[A-Za-z0-9_-]{24,28})\.)[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38}(?![A-Za-z0-9_.-])/dg,
    isVaried,
  ),
] as const;
