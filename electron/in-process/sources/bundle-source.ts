import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError, messageOf } from '../../../shared/contract/errors.ts';
import { timerMs } from '../../../shared/longest-timer.ts';
import { writeFilesAtomically } from '../../storage/files/atomic-write.ts';
import { makeRootFolder } from '../../storage/files/make-folder-inside.ts';
import { maxFileBytes, readTextFile, sha256 } from '../../storage/files/read-text-file.ts';
import { checkObject } from '../check-given.ts';
import { type BundleContent, openBundle } from '../signed-bundle.ts';
import type { BundleSource } from '../weft-types.ts';
import type { Acting, ActingSource } from './acting-source.ts';
import { judgeDefinitions } from './given-source.ts';

const defaults = { refreshMs: 60_000, timeoutMs: 10_000 } as const;

/** A bundle as it came, with what its server calls this version of it. */
interface Kept {
  readonly text: string;
  readonly etag?: string | undefined;
}

interface Known extends Kept {
  readonly acting: Acting;
  readonly issuedAt: string;
}

/** What may go wrong when a bundle is kept is no reason to do without it. */
type OnProblem = (problem: string) => void;

/**
 * Definitions of a signed bundle. The last good one is kept in a file, and stands in where the address does not answer;
 * it is judged by the same signature, so whoever writes into the folder gains nothing.
 */
export async function bundleSource(
  { bundle }: BundleSource,
  userDataDir: string,
  onProblem: OnProblem,
): Promise<ActingSource> {
  checkObject('bundle', bundle, '; give its url and its publicKey');
  const refreshMs = readMs(bundle, 'refreshMs');
  const timeoutMs = readMs(bundle, 'timeoutMs');
  const address = readAddress(bundle.url);
  const keptIn = bundle.keptIn === undefined ? join(userDataDir, 'bundles') : bundle.keptIn;
  const name = sha256(`${bundle.publicKey}\n${bundle.name ?? ''}\n${address.href}`);
  const place = keptIn === null ? undefined : { folder: keptIn, name };
  const state: { known: Known | undefined; stop: () => void } = {
    known: place && (await readKept(place, bundle)),
    stop: () => {},
  };
  const take = async (kept: Kept): Promise<Acting> => {
    const known = judge(kept, bundle);
    refuseOlder(known, state.known);
    state.known = known;
    if (place !== undefined) await keep(place, kept).catch(error => onProblem(notKept(place.folder, error)));
    return known.acting;
  };
  return {
    async read() {
      const fetched = await fetchBundle(address, { ...bundle, timeoutMs }, state.known?.etag);
      if (fetched !== 'unchanged') return take(fetched);
      if (state.known === undefined)
        throw new AppError('unsupported', `${shown(address)} answers 304 to who has nothing yet`);
      return state.known.acting;
    },
    lastGood: () => state.known?.acting,
    async follow(onTouched) {
      if (refreshMs === 0) return;
      const timer = setInterval(onTouched, refreshMs);
      timer.unref();
      state.stop = () => clearInterval(timer);
    },
    close: async () => state.stop(),
  };
}

type Bundle = BundleSource['bundle'];

function readMs(bundle: Bundle, option: keyof typeof defaults): number {
  const given = bundle[option] ?? defaults[option];
  const ms = timerMs(given);
  if (ms !== undefined) return ms;
  throw new AppError('invalid_input', `bundle.${option}: must be a number of milliseconds, not ${given}`);
}

function readAddress(url: string): URL {
  if (!URL.canParse(url)) throw new AppError('invalid_input', `bundle.url: ${url} is no address`);
  const address = new URL(url);
  if (!['https:', 'http:', 'file:'].includes(address.protocol) || address.username !== '')
    throw new AppError(
      'invalid_input',
      'bundle.url: is https:, http: or file:, without a name or password; those go into headers',
    );
  return address;
}

function judge(kept: Kept, { publicKey, name }: Bundle): Known {
  const content: BundleContent = openBundle(kept.text, publicKey);
  if (name !== undefined && content.name !== name)
    throw new AppError('forbidden', `the bundle is "${content.name}", not "${name}"; it is not used`);
  return { ...kept, acting: judgeDefinitions(content), issuedAt: content.issued_at };
}

/** Who can only repeat what was signed once must not bring back what was replaced since. */
function refuseOlder(known: Known, before: Known | undefined): void {
  if (before === undefined || Date.parse(known.issuedAt) >= Date.parse(before.issuedAt)) return;
  throw new AppError(
    'conflict',
    `the bundle is of ${known.issuedAt}, and one of ${before.issuedAt} is known; to go back, sign the older content anew`,
  );
}

async function fetchBundle(
  address: URL,
  { headers, timeoutMs }: Pick<Bundle, 'headers'> & { readonly timeoutMs: number },
  etag: string | undefined,
): Promise<Kept | 'unchanged'> {
  if (address.protocol === 'file:') return { text: await readFileOf(fileURLToPath(address)) };
  const signal = AbortSignal.timeout(timeoutMs);
  const asked = { ...headers, ...(etag !== undefined && { 'if-none-match': etag }) };
  try {
    // What is sent with the request is for this address and no other.
    const redirect = headers === undefined ? 'follow' : 'error';
    const response = await fetch(address, { headers: asked, signal, redirect });
    if (response.status === 304) return 'unchanged';
    if (!response.ok) {
      await response.body?.cancel();
      throw new AppError('unsupported', `${shown(address)} answers ${response.status}`);
    }
    return { text: await boundedText(response), etag: response.headers.get('etag') ?? undefined };
  } catch (error) {
    if (error instanceof AppError) throw error;
    const why = signal.aborted ? `it took longer than ${timeoutMs} ms` : reasonOf(error);
    throw new AppError('deadline', `${shown(address)} does not answer: ${why}`);
  }
}

/** An address may have what is nobody's business behind its path. */
const shown = ({ origin, pathname, protocol }: URL): string =>
  protocol === 'file:' ? pathname : origin + pathname;

const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return messageOf(cause);
};

async function boundedText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    if (bytes > maxFileBytes)
      throw new AppError('too_large', `the bundle is larger than ${maxFileBytes} bytes; it is not read`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

async function readFileOf(path: string): Promise<string> {
  const file = await readTextFile(path);
  if (file.kind === 'text') return file.text;
  throw new AppError('invalid_input', `${path} ${file.reason}`);
}

interface Place {
  readonly folder: string;
  readonly name: string;
}

/** What was kept and is good by the key that is given now; anything else is as nothing. */
async function readKept({ folder, name }: Place, bundle: Bundle): Promise<Known | undefined> {
  try {
    const text = await readFileOf(join(folder, `${name}.json`));
    const etag = await readFileOf(join(folder, `${name}.etag`)).catch(() => '');
    return judge({ text, etag: etag === '' ? undefined : etag }, bundle);
  } catch {
    return undefined;
  }
}

async function keep({ folder, name }: Place, { text, etag = '' }: Kept): Promise<void> {
  const root = await makeRootFolder(folder, 0o700);
  // In this order: who has a newer bundle than its tag says fetches it once more, and nothing else.
  await writeFilesAtomically([
    { realPath: join(root, `${name}.json`), content: text },
    { realPath: join(root, `${name}.etag`), content: etag },
  ]);
}

const notKept = (folder: string, error: unknown): string =>
  `the bundle could not be kept in ${folder}: ${reasonOf(error)}; without the address there is none after a restart`;
