import { readBundleFile } from './bundle-files.ts';
import { isAppUrl } from './channels.ts';
import { securityHeaders } from './security-headers.ts';

/** Answers `app://weft/...` from the studio's bundle, and nothing else. Plain fetch API, without Electron. */
export function createAppProtocol(bundleDir: string): (request: Request) => Promise<Response> {
  return async request => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405);
    const file = isAppUrl(request.url)
      ? await readBundleFile(bundleDir, new URL(request.url).pathname)
      : undefined;
    if (file === undefined) return refuse(404);
    const headers = { ...securityHeaders, 'content-type': file.mimeType };
    return new Response(request.method === 'HEAD' ? null : file.bytes, { headers });
  };
}

function refuse(status: 404 | 405): Response {
  return new Response(null, { status, headers: securityHeaders });
}
