import { GrowingNumbers } from './growing-numbers.ts';

/** In front of each text: its length, and whether its characters take two bytes. */
const headBytes = 4;

/**
 * Texts side by side in memory, one byte a character where that is enough: a million strings of their own would take
 * several times as much. A text is known by where it begins.
 */
export class TextHeap {
  readonly #bytes = new GrowingNumbers(size => new Uint8Array(size));

  constructor() {
    // No text begins at 0, so that 0 can stand for none.
    this.#bytes.append(new Uint8Array(headBytes));
  }

  /** Where the text begins from now on. */
  add(text: string): number {
    let isWide = false;
    for (let at = 0; at < text.length && !isWide; at += 1) isWide = text.charCodeAt(at) > 255;
    const width = isWide ? 2 : 1;
    const item = new Uint8Array(headBytes + text.length * width);
    writeHead(item, text.length * 2 + (isWide ? 1 : 0));
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      item[headBytes + at * width] = code & 255;
      if (isWide) item[headBytes + at * 2 + 1] = code >> 8;
    }
    return this.addBytes(item);
  }

  /** Adds texts as another heap gave them; the first one begins where this says. */
  addBytes(bytes: Uint8Array<ArrayBuffer>): number {
    const start = this.#bytes.size;
    this.#bytes.append(bytes);
    return start;
  }

  textAt(start: number): string {
    const all = this.#bytes.view();
    const bytes = all.subarray(start, start + sizeAt(all, start));
    const isWide = ((bytes[0] ?? 0) & 1) === 1;
    let text = '';
    for (let at = headBytes; at < bytes.length; at += isWide ? 2 : 1)
      text += String.fromCharCode((bytes[at] ?? 0) + (isWide ? (bytes[at + 1] ?? 0) * 256 : 0));
    return text;
  }

  /** Texts as they lie here, one behind the other, and where in them each begins, and 1; 0 for none. */
  gather(starts: Int32Array<ArrayBuffer>): {
    readonly bytes: Uint8Array<ArrayBuffer>;
    readonly starts: Int32Array<ArrayBuffer>;
  } {
    const all = this.#bytes.view();
    let size = 0;
    const gathered = starts.map(start => {
      if (start === 0) return 0;
      size += sizeAt(all, start);
      return size - sizeAt(all, start) + 1;
    });
    const bytes = new Uint8Array(size);
    let at = 0;
    for (const start of starts) {
      // A text is a few bytes, for which a loop is quicker than what copies many.
      const end = start === 0 ? 0 : start + sizeAt(all, start);
      for (let from = start; from < end; from += 1, at += 1) bytes[at] = all[from] ?? 0;
    }
    return { bytes, starts: gathered };
  }

  /** What `hashOf` says of the text. */
  hashAt(start: number): number {
    const bytes = this.#bytes.view();
    const head = readHead(bytes, start);
    const width = (head & 1) + 1;
    const end = start + headBytes + (head >>> 1) * width;
    let hash = head >>> 1;
    for (let from = start + headBytes; from < end; from += width)
      hash = mix(hash, (bytes[from] ?? 0) + (width === 2 ? (bytes[from + 1] ?? 0) * 256 : 0));
    return hash >>> 0;
  }

  /** Whether a text is this one, without making a string of it. */
  isAt(start: number, text: string): boolean {
    const bytes = this.#bytes.view();
    const head = readHead(bytes, start);
    if (head >>> 1 !== text.length) return false;
    const width = (head & 1) + 1;
    for (let at = 0, from = start + headBytes; at < text.length; at += 1, from += width) {
      const code = (bytes[from] ?? 0) + (width === 2 ? (bytes[from + 1] ?? 0) * 256 : 0);
      if (code !== text.charCodeAt(at)) return false;
    }
    return true;
  }
}

/** How many bytes a text takes that begins here, with what stands in front of it. */
function sizeAt(bytes: Uint8Array, start: number): number {
  const head = readHead(bytes, start);
  return headBytes + (head >>> 1) * ((head & 1) + 1);
}

/** A hash of 32 bits. */
export function hashOf(text: string): number {
  let hash = text.length;
  for (let at = 0; at < text.length; at += 1) hash = mix(hash, text.charCodeAt(at));
  return hash >>> 0;
}

function mix(hash: number, code: number): number {
  const mixed = Math.imul(hash ^ code, 0x85eb_ca6b);
  return mixed ^ (mixed >>> 13);
}

function writeHead(item: Uint8Array, head: number): void {
  for (let at = 0; at < headBytes; at += 1) item[at] = (head >>> (8 * at)) & 255;
}

const readHead = (bytes: Uint8Array, start: number): number =>
  ((bytes[start] ?? 0) |
    ((bytes[start + 1] ?? 0) << 8) |
    ((bytes[start + 2] ?? 0) << 16) |
    ((bytes[start + 3] ?? 0) << 24)) >>>
  0;
