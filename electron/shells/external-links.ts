/** Hosts that the studio itself links to. */
const allowedHosts: ReadonlySet<string> = new Set(['github.com']);

/** The address to hand to the user's browser, or undefined: https and a known host only. */
export function allowedExternalLink(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, host, username, password, href } = new URL(address);
  const isPlain = protocol === 'https:' && username === '' && password === '';
  return isPlain && allowedHosts.has(host) ? href : undefined;
}
