import { expect, it } from 'vitest';
import { userDataDir } from './user-data-dir.ts';

it.each([
  ['linux', {}, '/people/u/.local/share/weft'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/data/weft'],
  ['linux', { XDG_DATA_HOME: 'relative' }, '/people/u/.local/share/weft'],
  ['darwin', {}, '/people/u/Library/Application Support/Weft'],
  ['win32', { APPDATA: '/roaming' }, '/roaming/Weft'],
  ['win32', {}, '/people/u/AppData/Roaming/Weft'],
  ['linux', { WEFT_USER_DATA: '/mine' }, '/mine'],
  ['linux', { WEFT_USER_DATA: 'data/weft' }, '/people/u/data/weft'],
  ['darwin', { WEFT_USER_DATA: '' }, '/people/u/Library/Application Support/Weft'],
] as const)('on %s with %j it is %s', (platform, env, folder) => {
  expect(userDataDir({ platform, home: '/people/u', env })).toBe(folder);
});
