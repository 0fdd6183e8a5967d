import { join } from 'node:path';
import { flipFuses } from '@electron/fuses';
import type { AfterPackContext } from 'electron-builder';
import { fuses } from './fuses.ts';

/** Hook of electron-builder: sets the fuses of the binary that was just put in place. Its own way knows eight of the nine. */
export async function afterPack({
  appOutDir,
  electronPlatformName,
  packager,
}: AfterPackContext): Promise<void> {
  const { productFilename } = packager.appInfo;
  const names: Record<string, string> = { darwin: `${productFilename}.app`, win32: `${productFilename}.exe` };
  const linuxName = packager.config.linux?.executableName ?? productFilename;
  await flipFuses(join(appOutDir, names[electronPlatformName] ?? linuxName), fuses);
}
