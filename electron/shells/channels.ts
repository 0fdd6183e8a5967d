/** The only two lines between a window and its host: calls with replies, and events. The page cannot name others. */
export const channels = { call: 'weft:call', event: 'weft:event' } as const;

/** Where the desktop's own pages live. */
export const appScheme = 'app';
const appHost = 'weft';
export const appPage = `${appScheme}://${appHost}/`;

/** True for addresses of the studio's own pages, and for nothing that only looks like them. */
export function isAppUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, username, password } = new URL(address);
  return protocol === `${appScheme}:` && host === appHost && username === '' && password === '';
}
