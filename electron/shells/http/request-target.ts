/** Where a request goes, read once: the gate judges `path`, and the router gets the very text that was judged. */
export interface RequestTarget {
  /** Absolute, without query, escapes as they were sent. */
  readonly path: string;
}

/** A target that can be read in one way only, or the reason why it is refused. */
export type TargetReading = RequestTarget | { readonly refused: string };

/**
 * Reads a request target in origin form. Refused is whatever another reader could take for another path: what
 * changes by normalising (dot segments, doubled slashes, backslashes, needless escapes), what changes by decoding
 * once more, and what is no part of a target at all (fragments, controls).
 */
export function readTarget(target: string): TargetReading {
  if (!/^\/[!-~]*$/.test(target)) return { refused: 'the request target must be an absolute path in ASCII' };
  // Most paths are so plain that there is nothing to read in two ways.
  if (/^(?:\/[A-Za-z0-9_-]+)+$/.test(target)) return { path: target };
  if (target.includes('#')) return { refused: 'the request target must have no fragment' };
  const path = target.split('?', 1)[0] ?? '';
  const segments = path.slice(1).split('/');
  if (segments.some((segment, index) => segment === '' && index < segments.length - 1))
    return { refused: 'the request target must have no doubled slash' };
  if (!isNormal(path) || !segments.every(isPlain))
    return {
      refused: `the path must be written plainly, without dot segments and needless escapes; ${instead}`,
    };
  return { path };
}

const instead = 'POST /procedures/<name> takes any name in its body';

/** What a URL parser leaves as it is. */
function isNormal(path: string): boolean {
  return URL.canParse(path, 'http://host') && new URL(path, 'http://host').pathname === path;
}

/** Escapes stand only for what needs them, and never for what could be structure to whoever decodes them. */
function isPlain(segment: string): boolean {
  if (/%(?![0-9A-Fa-f]{2})/.test(segment)) return false;
  const escaped = [...segment.matchAll(/%(..)/g)].map(([, hex = '']) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  if (
    escaped.some(character => /[A-Za-z0-9._~/\\-]/.test(character) || character < ' ' || character === '\x7f')
  )
    return false;
  const decoded = decode(segment);
  return decoded !== undefined && !/%[0-9A-Fa-f]{2}/.test(decoded);
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined; // no UTF-8
  }
}
