import { join } from 'node:path';
import { type FuseConfig, FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import type { AfterPackContext } from 'electron-builder';

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

/** What the packaged binary can never be talked into. A fuse of a later Electron fails the build until it is named here. */
const fuses: FuseConfig = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  resetAdHocDarwinSignature: true,
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  // It needs a snapshot file of its own, which is not shipped; without one the app does not start.
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // Pages come from app://, never from file://.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.WasmTrapHandlers]: true,
};
