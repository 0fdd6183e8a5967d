import { describe, expect, it } from 'vitest';
import { allowedExternalLink } from './external-links.ts';

/** Fifty addresses that must never reach the system's opener. */
const hostile = [
  ...[
    'file',
    'smb',
    'ms-msdt',
    'ms-word',
    'javascript',
    'vbscript',
    'data',
    'ftp',
    'ssh',
    'telnet',
    'ldap',
    'mailto',
    'tel',
  ].map(scheme => `${scheme}:github.com/x`),
  ...[
    'file',
    'smb',
    'http',
    'ws',
    'wss',
    'app',
    'jar',
    'chrome',
    'search-ms',
    'ms-officecmd',
    'vscode',
    'steam',
    'zoommtg',
  ].map(scheme => `${scheme}://github.com/x`),
  ...[
    'evil.example',
    'github.com.evil.example',
    'evil-github.com',
    'github.com@evil.example',
    'evil.example/github.com',
    'evil.example#github.com',
    'evil.example?github.com',
    'user@github.com',
    'user:password@github.com',
    'github.com:8443',
    'github.com.',
    'xn--gthub-cta.com',
    'gіthub.com',
    'GITHUB.COM.evil.example',
    '127.0.0.1',
    '[::1]',
    'localhost',
  ].map(host => `https://${host}/`),
  '\\\\host\\share',
  '//github.com/x',
  'github.com',
  '/etc/passwd',
  'C:\\Windows\\System32\\calc.exe',
  '',
  ' ',
  'https://',
];

describe('what may be opened outside', () => {
  it('fifty hostile addresses are refused', () => {
    expect(hostile.length).toBeGreaterThanOrEqual(50);
    expect(hostile.filter(address => allowedExternalLink(address) !== undefined)).toEqual([]);
  });

  it('a link of the studio is handed on as the parser read it', () => {
    expect(allowedExternalLink('HTTPS://GitHub.com/google/re2/wiki/Syntax')).toBe(
      'https://github.com/google/re2/wiki/Syntax',
    );
  });
});
