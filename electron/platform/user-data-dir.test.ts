import { expect, it } from 'vitest';
import { userDataDir } from './user-data-dir.ts';

it.each([
  ['linux', {}, '/home/u/.local/share/weft'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/data/weft'],
  ['linux', { XDG_DATA_HOME: 'relative' }, '/home/u/.local/share/weft'],
  ['darwin', {}, '/home/u/Library/Application Support/Weft'],
  ['win32', { APPDATA: '/roaming' }, '/roaming/Weft'],
  ['win32', {}, '/home/u/AppData/Roaming/Weft'],
  ['linux', { WEFT_USER_DATA: '/mine' }, '/mine'],
  ['darwin', { WEFT_USER_DATA: '' }, '/home/u/Library/Application Support/Weft'],
] as const)('on %s with %j it is %s', (platform, env, folder) => {
  expect(userDataDir({ platform, home: '/home/u', env })).toBe(folder);
});
