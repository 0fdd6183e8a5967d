import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder } from '../../test/support/temporary-folder.ts';
import { createAppProtocol } from './app-protocol.ts';
import { contentSecurityPolicy } from './security-headers.ts';

const state = { folder: '' };

beforeAll(async () => {
  state.folder = await mkdtemp(join(tmpdir(), 'weft-app-'));
  const [bundle, sibling] = [join(state.folder, 'renderer'), join(state.folder, 'renderer-evil')];
  await mkdir(join(bundle, 'assets/folder.js'), { recursive: true });
  await mkdir(sibling);
  await writeFile(join(bundle, 'index.html'), 'page');
  await writeFile(join(bundle, 'assets/a.js'), 'script');
  await writeFile(join(bundle, 'assets/a.js.map'), 'map');
  await writeFile(join(bundle, '.hidden.html'), 'hidden');
  await writeFile(join(state.folder, 'secret.html'), 'secret');
  await writeFile(join(sibling, 'evil.html'), 'evil');
  await symlink(join(state.folder, 'secret.html'), join(bundle, 'link.html'));
  await symlink(sibling, join(bundle, 'assets/sibling'));
});

afterAll(() => removeFolder(state.folder));

const get = (url: string, method = 'GET') =>
  createAppProtocol(join(state.folder, 'renderer'))(new Request(url, { method }));

/** Ways to climb out that differ in spelling, at several depths. */
function climbs(): string[] {
  const steps = [
    '..',
    '%2e%2e',
    '%2E.',
    '.%2e',
    '%252e%252e',
    '..%2f',
    '..%5c',
    '..\\',
    '....',
    '%c0%ae%c0%ae',
    '．．',
  ];
  const targets = [
    'secret.html',
    'renderer-evil/evil.html',
    'etc/passwd.html',
    'secret.html%00.js',
    'secret.html?x=a.js',
  ];
  const starts = ['', 'assets/', 'assets/folder.js/'];
  return [1, 2].flatMap(depth =>
    steps.flatMap(step =>
      targets.flatMap(target => starts.map(start => `${start}${`${step}/`.repeat(depth)}${target}`)),
    ),
  );
}

const odd = [
  'app://other/index.html',
  'app://weft.evil/index.html',
  'app://weft:80/index.html',
  'app://weft//index.html',
  'app://weft///secret.html',
  'app://weft/index.html%00',
  'app://weft/index.html%20',
  'app://weft/INDEX.HTML',
  'app://weft/index.html/',
  'app://weft/assets',
  'app://weft/assets/',
  'app://weft/assets/folder.js',
  'app://weft/assets/a.js.map',
  'app://weft/assets/%61.js',
  'app://weft/.hidden.html',
  'app://weft/link.html',
  'app://weft/assets/sibling/evil.html',
  'app://weft/C:/secret.html',
  'app://weft/~/secret.html',
  'app://weft/assets/a.js;x',
  'app://weft/__proto__',
  'https://weft/index.html',
  'file:///index.html',
];

describe('app:// serves the bundle and nothing else', () => {
  it('more than 300 addresses lead nowhere', async () => {
    const addresses = [...climbs().map(path => `app://weft/${path}`), ...odd];
    const answers = await Promise.all(
      addresses.map(async address => {
        const answer = await get(address);
        return { address, status: answer.status, text: await answer.text() };
      }),
    );
    expect(addresses.length).toBeGreaterThan(300);
    expect(answers.filter(({ status, text }) => status !== 404 || text !== '')).toEqual([]);
  });

  it.each([
    ['app://weft/', 200, 'text/html; charset=utf-8', 'page'],
    ['app://weft/index.html?a=b#c', 200, 'text/html; charset=utf-8', 'page'],
    ['app://weft/assets/../assets/a.js', 200, 'text/javascript; charset=utf-8', 'script'],
  ])('%s', async (address, status, type, text) => {
    const answer = await get(address);
    expect([
      answer.status,
      answer.headers.get('content-type'),
      answer.headers.get('content-security-policy'),
      answer.headers.get('x-content-type-options'),
      await answer.text(),
    ]).toEqual([status, type, contentSecurityPolicy, 'nosniff', text]);
  });

  it('only reads', async () => {
    const statuses = await Promise.all(
      ['POST', 'PUT', 'DELETE', 'HEAD'].map(method => get('app://weft/', method)),
    );
    expect(statuses.map(answer => answer.status)).toEqual([405, 405, 405, 200]);
  });
});
