import { spawn } from 'node:child_process';

type Environment = Readonly<Record<string, string | undefined>>;

/** Shows an address in the user's browser, where there is a screen to show it on. Failing to is no error: the address is printed too. */
export function openInBrowser(address: string, env: Environment, platform: NodeJS.Platform): void {
  const opener = findOpener(env, platform);
  if (opener === undefined) return;
  const child = spawn(opener.command, [...opener.arguments, address], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

interface Opener {
  readonly command: string;
  readonly arguments: readonly string[];
}

function findOpener(env: Environment, platform: NodeJS.Platform): Opener | undefined {
  if (platform === 'darwin') return { command: 'open', arguments: [] };
  if (platform === 'win32') return { command: 'rundll32', arguments: ['url.dll,FileProtocolHandler'] };
  return env.DISPLAY || env.WAYLAND_DISPLAY ? { command: 'xdg-open', arguments: [] } : undefined;
}
